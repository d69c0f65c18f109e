import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../build/root';
import { teamPackages } from './package-list';

/** The folder of the declarations that the compiler writes. Its subfolders are those of the repository. */
const OUT = join(ROOT, '.cache/package-types');

/**
 * Writes the declarations of source files and of all that they import.
 *
 * @param files relative to the root
 * @returns the declarations below a folder of the repository, by their path below it
 * @throws Error if the compiler finds a mistake, which it has printed
 */
export function emitTypes(files: readonly string[]): (folder: string) => Map<string, string> {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const options = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    tsBuildInfoFile: null,
    outDir: OUT,
    rootDir: ROOT,
  };
  const project = join(ROOT, '.cache/package-types.json');
  // The compiler writes no declarations of what it first finds below node_modules, where the packages of the repository are links.
  const paths = Object.fromEntries(
    teamPackages().flatMap(({ name, folder, entries }) =>
      Object.entries(entries).map(([entry, file]) => [name + entry.slice(1), [join(ROOT, folder, file)]] as const),
    ),
  );
  const compilerOptions = { ...options, paths, typeRoots: [join(ROOT, 'node_modules/@types')] };
  const inputs = [...files, 'shared/ui/src/css-modules.d.ts'].map((file) => join(ROOT, file));
  writeFileSync(project, JSON.stringify({ extends: join(ROOT, 'tsconfig.web.json'), compilerOptions, include: [], files: inputs }));
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('The declarations of the packages were not made. The lines above say why.');
  return (folder) => new Map(declarationsBelow(join(OUT, folder)).map((file) => [relative(join(OUT, folder), file), readFileSync(file, 'utf8')]));
}

function declarationsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.d.ts') && !path.endsWith('.test.d.ts'))
    .map((path) => join(folder, path));
}
