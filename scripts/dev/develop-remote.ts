import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import webpack, { type Compiler, type Stats } from 'webpack';
import Watchpack from 'watchpack';
import { readManifest } from '../build/build-remote';
import type { Problem } from '../build/browser/overlay';
import { defineDevelopment, developmentFederation } from '../build/define-development';
import { ROOT } from '../build/root';
import '../build/run-webpack';
import { checkHere, checkTypes, type TypeCheck } from './type-check';
import { SourceServer } from './source-server';

/** Folder of what development keeps between runs. */
export const DEVELOPMENT_CACHE = join(ROOT, 'node_modules/.cache/cam-development');

/** Wait after a change, ms. Editors write a file in several steps. */
const QUIET = 20;

interface DevelopOptions {
  /** Folder of the remote. */
  folder: string;
  /** Port of this machine that serves the build. */
  port: number;
  /** Address of the console that loads the build, without a path. */
  console: string;
  /** How the types are checked. Default: by the folder's own settings, or those of this repository. */
  types?: TypeCheck;
}

export interface Development {
  /** Address that opens the build in the console. */
  link: string;
  end: () => Promise<void>;
}

/**
 * Builds a remote for development, serves it to one console, and updates the pages that show it after each change, with the mistakes of the build and of the
 * types. Resolves once the first build is served.
 *
 * @throws Error if the manifest is invalid, CliFailure if the port is taken
 */
export async function developRemote({ folder, port, console: address, types }: DevelopOptions): Promise<Development> {
  const manifestFile = join(folder, 'remote.manifest.ts');
  const digest = (): string => createHash('sha256').update(readFileSync(manifestFile)).digest('hex').slice(0, 12);
  const manifest = (): ReturnType<typeof readManifest> => readManifest(folder, '0.0.0-development', digest());
  const { id, menu, routes } = await manifest();
  const cache = join(DEVELOPMENT_CACHE, id);
  const dist = join(cache, 'dist');
  const server = new SourceServer({
    dist,
    console: new URL(address).origin,
    made: { '/remote.json': manifest, '/mf-manifest.json': () => developmentFederation(id) },
  });
  await server.listen(port);
  const check = types ?? checkOf(folder, cache);
  const found: Record<'build' | 'types', readonly Problem[]> = { build: [], types: [] };
  let hash = '';
  const tell = (): void => server.tell({ hash, manifest: digest(), problems: found.build.length > 0 ? found.build : found.types });

  let checking = new AbortController();
  const checkAgain = async (): Promise<void> => {
    checking.abort();
    checking = new AbortController();
    const problems = await checkTypes(check, checking.signal);
    if (!problems) return;
    print(id, problems, found.types);
    found.types = problems;
    tell();
  };
  const compiler = webpack(await defineDevelopment({ folder, dist, id }));
  if (!compiler) throw new Error('webpack created no compiler for this configuration');
  const watching = await watch(compiler, (stats) => {
    const problems = buildProblems(stats, folder);
    print(id, problems, found.build);
    found.build = problems;
    if (problems.length === 0) hash = stats.hash ?? '';
    tell();
    checkAgain().catch((error: unknown) => console.error((error as Error).message));
  });
  const watcher = new Watchpack({ aggregateTimeout: QUIET });
  watcher.watch({ files: [manifestFile], startTime: Date.now() });
  watcher.on('aggregated', () => {
    tell();
    void checkAgain().catch((error: unknown) => console.error((error as Error).message));
  });
  return {
    link: `${address}${menu[0]?.to ?? routes[0]?.path ?? '/'}?mfe=${id}@http://localhost:${port}`,
    end: async () => {
      checking.abort();
      watcher.close();
      server.close();
      await watching.close();
    },
  };
}

/** A repository of a team has its own compiler and settings. */
function checkOf(folder: string, cache: string): TypeCheck {
  const [project, compiler] = ['tsconfig.json', 'node_modules/typescript/bin/tsc'].map((file) => join(folder, file));
  return project && compiler && existsSync(project) && existsSync(compiler) ? { project, compiler, folder } : checkHere(folder, cache);
}

/** Starts to watch; resolves with the first build. */
function watch(compiler: Compiler, onBuilt: (stats: Stats) => void): Promise<{ close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const watching = compiler.watch({ aggregateTimeout: QUIET }, (error, stats) => {
      if (error) return reject(error);
      if (stats) onBuilt(stats);
      resolve({ close: () => new Promise((closed) => compiler.close(() => closed())) });
    });
    if (!watching) reject(new Error('webpack does not watch'));
  });
}

/** How esbuild names a mistake and its place. */
const MISTAKE = /^\s*(\S+):(\d+):(\d+): ERROR: (.+)$/m;

function buildProblems(stats: Stats, folder: string): Problem[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
  return errors.map(({ message, moduleName = '', loc }) => {
    const [, path, row, place, words] = MISTAKE.exec(message) ?? [];
    if (path !== undefined && words !== undefined)
      return { file: relative(folder, path), line: Number(row), column: Number(place) + 1, message: words };
    const [, line = '0', column = '0'] = /^(\d+):(\d+)/.exec(loc ?? '') ?? [];
    return { file: moduleName.replace(/^\.\//, ''), line: Number(line), column: Number(column), message };
  });
}

/** Prints what is new, and that nothing is wrong any more. */
function print(id: string, problems: readonly Problem[], before: readonly Problem[]): void {
  const isKnown = (problem: Problem): boolean => before.some((one) => one.file === problem.file && one.message === problem.message);
  for (const problem of problems.filter((one) => !isKnown(one)))
    console.error(`${id}: ${problem.file}(${problem.line},${problem.column}): ${problem.message}`);
  if (problems.length === 0 && before.length > 0) console.log(`${id}: no problems any more.`);
}
