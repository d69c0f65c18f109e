import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isOwnRemoteId } from '@cam/contracts';
import type { Command } from 'commander';
import { ROOT } from '../../build/root';
import { command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { remoteId } from '../remote-names';

const TEMPLATE = join(ROOT, 'scripts/templates/remote');

/** Id and name of the area in the template. */
const PLACEHOLDER = { id: 'example-area', name: 'Example Area' };

export function createCommand(): Command {
  return command('create', 'create the source code of a new area, ready to build, test and publish', { tenant: false })
    .argument('<id>', 'id of the new area: lowercase letters, digits and hyphens')
    .option('--name <name>', 'display name (default: the id in words)')
    .option('--in <folder>', 'folder to create (default: the id)')
    .action((text: string, options: CommonOptions & { name?: string; in?: string }) => {
      const id = remoteId(text);
      if (isOwnRemoteId(id)) throw new CliFailure(`CAM already has an area ${id}. Choose another id.`);
      const folder = resolve(process.env.INIT_CWD ?? '.', options.in ?? id);
      if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliFailure(`${folder} is not empty. Choose another folder with --in.`);
      const name = options.name ?? inWords(id);
      if (!/^[\p{L}\p{N}][\p{L}\p{N} &-]{0,39}$/u.test(name))
        throw new CliFailure(`Invalid name "${name}". Use at most 40 letters, digits, spaces and hyphens.`);
      createRemote(folder, id, name);
      outputOf(options).result(
        { id, name, folder },
        [`Created ${name} in ${folder}.`, `Next: cd ${folder} && npm test && npm run build`, 'To publish it, see docs/tutorial.md.'].join('\n'),
      );
    });
}

function createRemote(folder: string, id: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(TEMPLATE, folder, { recursive: true });
  // Under its real name, the file would exclude parts of the template from this repository.
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
