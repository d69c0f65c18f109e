import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { ROOT } from './root';

/**
 * Packages of thousands of small modules, each with the entry to bundle. Charts come from the package that `@ant-design/charts` exports again beside its
 * graphs. A package that our sources import and another of these contains must be here too: otherwise, the console has it twice.
 */
const LARGE: Record<string, string> = {
  antd: 'antd/es/index.js',
  '@ant-design/icons': '@ant-design/icons/es/icons/index.js',
  '@rc-component/picker': '@rc-component/picker/es/index.js',
  '@ant-design/charts': '@ant-design/plots/es/index.js',
  '@antv/g6': '@antv/g6/esm/index.js',
};

/** Packages that stay one copy for the whole build, whoever imports them. */
const SHARED = /^(react|react-dom|dayjs)(\/|$)/;

/** Webpack takes the folder for a package, and puts it into the same files as other packages. */
const CACHE = join(ROOT, 'node_modules/.cache/cam-prebundled');

/** Folders of the host's sources, which include the shared packages that it provides. */
export const HOST_SOURCES = ['host/src', 'shared/platform/src', 'shared/ui/src'].map((folder) => join(ROOT, folder));

const IMPORTS = /\b(?:import|export)\s+(type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g;

/**
 * Bundles what sources import of large packages, once for each set of names and versions, and returns webpack's aliases of these packages. Webpack takes
 * 20 s of CPU for their three thousand modules, esbuild one. Each export has a file of its own, so that pages that load later still bring their components
 * along.
 * @param folders folders of sources; tests in them do not count
 */
export async function prebundle(folders: readonly string[], mode: 'production' | 'development' = 'production'): Promise<Record<string, string>> {
  const names = importedNames(folders);
  if (names.size === 0) return {};
  const wanted = JSON.stringify([...names].map(([name, exported]) => [name, [...exported].sort()]).sort());
  const inputs = [wanted, mode, readFileSync(join(ROOT, 'package-lock.json')), readFileSync(fileURLToPath(import.meta.url))];
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(input).update('\0');
  const target = join(CACHE, hash.digest('hex').slice(0, 16));
  if (!existsSync(target)) await make(target, names, mode);
  return Object.fromEntries([...names.keys()].map((name) => [`${name}$`, join(target, `${fileOf(name)}.js`)]));
}

/** Returns the names that sources import of each large package. */
function importedNames(folders: readonly string[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const file of folders.flatMap(sourcesBelow))
    for (const [, isType, list = '', name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
      if (isType || !(name in LARGE)) continue;
      const values = list.split(',').map((one) => one.trim().split(/\s+as\s+/)[0] ?? '');
      names.set(name, new Set([...(names.get(name) ?? []), ...values.filter((value) => value !== '' && !value.startsWith('type '))]));
    }
  return names;
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? sourcesBelow(path) : /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) ? [path] : []));
}

const fileOf = (name: string): string => name.replaceAll(/[@/]+/g, '-');

/** Lets modules in the CommonJS format share React: a browser has no `require`. */
const sharedPackages: Plugin = {
  name: 'shared-packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: SHARED }, ({ path, kind, namespace }) =>
      kind === 'require-call' && namespace !== 'shared' ? { path, namespace: 'shared' } : { path, external: true },
    );
    onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({ contents: `export * from ${JSON.stringify(path)};` }));
  },
};

/**
 * Returns the source of a module with one export of an entry. Where the entry only passes on a module's default export, the source names that module: through
 * the entry, every export would reach every module, and all would be in one chunk.
 */
function exportsOf(entry: string): (exported: string) => string {
  const file = join(ROOT, 'node_modules', entry);
  const passedOn = readFileSync(file, 'utf8').matchAll(/^export \{ default as (\w+) \} from ['"](\.\/[^'"]+)['"];$/gm);
  const modules = new Map([...passedOn].map(([, exported = '', path = '']) => [exported, join(dirname(file), path)]));
  return (exported) => {
    const path = modules.get(exported);
    return path ? `export { default as ${exported} } from ${JSON.stringify(path)};\n` : `export { ${exported} } from ${JSON.stringify(file)};\n`;
  };
}

async function make(target: string, names: ReadonlyMap<string, ReadonlySet<string>>, mode: string): Promise<void> {
  const temporary = `${target}.${process.pid}`;
  const entries = join(temporary, 'entries');
  mkdirSync(entries, { recursive: true });
  const files: string[] = [];
  for (const [name, exported] of names) {
    const exportOf = exportsOf(LARGE[name] ?? '');
    const lines = [...exported].sort().map((one) => {
      const file = `${fileOf(name)}.${one}`;
      files.push(join(entries, `${file}.js`));
      writeFileSync(join(entries, `${file}.js`), exportOf(one));
      return `export { ${one} } from './${file}.js';\n`;
    });
    writeFileSync(join(temporary, `${fileOf(name)}.js`), lines.join(''));
  }
  // A chunk may have effects of its own: the names in it decide only who reaches it.
  writeFileSync(join(temporary, 'package.json'), JSON.stringify({ sideEffects: ['./chunk-*.js'] }));
  // Repositories of teams have no esbuild of their own, and no package to bundle.
  const { build } = await import('esbuild');
  await build({
    entryPoints: files,
    outdir: temporary,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    plugins: [sharedPackages],
    chunkNames: 'chunk-[hash]',
    // Webpack parses less of it.
    minify: true,
    legalComments: 'none',
    logLevel: 'error',
  });
  rmSync(entries, { recursive: true });
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true });
    // Another build was faster.
    if (!existsSync(target)) throw error;
  }
}
