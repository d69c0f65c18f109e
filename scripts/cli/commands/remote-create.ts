import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isOwnRemoteId } from '@cam/contracts';
import type { Command } from 'commander';
import { ROOT } from '../../build/root';
import { command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { remoteId } from './remotes';

const TEMPLATE = join(ROOT, 'scripts/templates/remote');

/** What the template calls its area. */
const PLACEHOLDER = { id: 'example-area', name: 'Example Area' };

export function createCommand(): Command {
  return command('create', 'make the sources of a new area in a folder of its own: it builds, tests and publishes at once', { tenant: false })
    .argument('<id>', 'id of the new area: small letters, digits and hyphens')
    .option('--name <name>', 'as people will call it; the id in words unless named')
    .option('--in <folder>', 'where; a folder with the id as its name unless named')
    .action((text: string, options: CommonOptions & { name?: string; in?: string }) => {
      const id = remoteId(text);
      if (isOwnRemoteId(id)) throw new CliFailure(`CAM has an area ${id} already: choose another id.`);
      const folder = resolve(process.env.INIT_CWD ?? '.', options.in ?? id);
      if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliFailure(`${folder} is not empty: nothing was written.`);
      const name = options.name ?? inWords(id);
      if (!/^[\p{L}\p{N}][\p{L}\p{N} &-]{0,39}$/u.test(name))
        throw new CliFailure(`"${name}" cannot be a name: letters, digits, spaces and hyphens, at most 40.`);
      createRemote(folder, id, name);
      outputOf(options).result(
        { id, name, folder },
        [`${name} lies in ${folder}.`, `Next: cd ${folder} && npm test && npm run build`, 'Then publish it: docs/tutorial.md'].join('\n'),
      );
    });
}

function createRemote(folder: string, id: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(TEMPLATE, folder, { recursive: true });
  // Under its real name the file would keep parts of the template out of this repository.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  for (const file of filesBelow(folder)) {
    const text = readFileSync(file, 'utf8').replaceAll(PLACEHOLDER.id, id).replaceAll(PLACEHOLDER.name, name);
    writeFileSync(file, text);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

function inWords(id: string): string {
  return id.replace(/(^|-)([a-z0-9])/g, (_all, hyphen: string, letter: string) => (hyphen ? ' ' : '') + letter.toUpperCase());
}

function filesBelow(path: string): string[] {
  return readdirSync(path)
    .map((name) => join(path, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesBelow(file) : [file]));
}
