import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnRemoteId, isRemoteId } from '@cam/contracts';

/** A repository that cannot be created; the message says what to do. */
export class CreateError extends Error {}

interface NewRemote {
  id: string;
  /** Default: the id in words. */
  name?: string;
  folder: string;
  /** Address of the console, which serves the packages. */
  url: string;
  template: string;
  /** Version of the packages. */
  version: string;
  overrides: Record<string, string>;
}

/** Id and name of the area in the template. */
const PLACEHOLDER = { id: 'example-area', name: 'Example Area' };

/** Creates the repository of a remote. Throws a CreateError for an invalid id, name or address, or a folder with files. */
export function createRemote({ id, name = inWords(id), folder, url, template, version, overrides }: NewRemote): { name: string } {
  if (!isRemoteId(id)) throw new CreateError(`"${id}" is not an id. Use 2 to 40 lowercase letters, digits and hyphens, beginning with a letter.`);
  if (isOwnRemoteId(id)) throw new CreateError(`CAM already has an area ${id}. Choose another id.`);
  if (!/^[\p{L}\p{N}][\p{L}\p{N} &-]{0,39}$/u.test(name))
    throw new CreateError(`Invalid name "${name}". Use at most 40 letters, digits, spaces and hyphens.`);
  if (!URL.canParse(url)) throw new CreateError(`"${url}" is not an address. Use one such as https://cam.example.com`);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CreateError(`${folder} is not empty. Choose another folder with --in.`);
  mkdirSync(folder, { recursive: true });
  cpSync(template, folder, { recursive: true });
  // npm would rename the file in a package, and it would exclude parts of the template.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  for (const file of filesBelow(folder)) {
    const text = readFileSync(file, 'utf8').replaceAll(PLACEHOLDER.id, id).replaceAll(PLACEHOLDER.name, name);
    writeFileSync(file, text);
  }
  writeFileSync(join(folder, '.npmrc'), npmSettings(url));
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { dependencies: Record<string, string>; devDependencies: Record<string, string> };
  for (const list of [manifest.dependencies, manifest.devDependencies])
    for (const one of Object.keys(list)) if (one.startsWith('@cam/')) list[one] = `^${version}`;
  writeFileSync(path, `${JSON.stringify({ ...manifest, overrides }, null, 2)}\n`);
  return { name };
}

/** Returns the settings by which npm installs CAM's packages from the console. The token stays in the environment. */
function npmSettings(url: string): string {
  const registry = `${url.replace(/\/+$/, '')}/npm/`;
  return [
    `@cam:registry=${registry}`,
    `${registry.replace(/^https?:/, '')}:_authToken=\${CAM_PUBLISHER_TOKEN}`,
    // Pipelines may install from another console of the same version.
    'omit-lockfile-registry-resolved=true',
    '',
  ].join('\n');
}

function inWords(id: string): string {
  return id.replace(/(^|-)([a-z0-9])/g, (_all, hyphen: string, letter: string) => (hyphen ? ' ' : '') + letter.toUpperCase());
}

function filesBelow(path: string): string[] {
  return readdirSync(path)
    .map((name) => join(path, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesBelow(file) : [file]));
}
