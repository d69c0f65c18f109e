import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../run-typescript.mjs';

/** Has the same depth below the root as the sources, which find the root relative to themselves. */
const BUNDLE = join(ROOT, '.cache/cli/cli.mjs');
/** Lists the source files of the bundle, from esbuild. */
const INPUTS = join(ROOT, '.cache/cli/inputs.json');

/**
 * Loads the command line as one bundled file. This starts much faster than compiling at every start. The bundle is rebuilt when one of
 * its sources is newer.
 */
export async function loadCli() {
  if (!isCurrent()) {
    const inputs = await bundle('scripts/cli/index.ts', BUNDLE, { splitting: true });
    writeFileSync(INPUTS, JSON.stringify(['package-lock.json', ...inputs]));
  }
  return import(pathToFileURL(BUNDLE).href);
}

/**
 * Bundles a program of the command line with its packages.
 *
 * @param options.splitting puts what a program imports later into files of their own beside it, which start faster
 * @returns the project's own files in the bundle.
 */
export async function bundle(entry, outfile, { splitting = false } = {}) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: ROOT,
    // The embedded database runs in a thread of its own, so it is a file of its own.
    entryPoints: { [basename(outfile, '.mjs')]: entry, 'pglite-worker': 'server/src/platform/db/pglite-worker.ts' },
    bundle: true,
    splitting,
    // PGlite finds its own files relative to itself. The native driver of PostgreSQL is optional and never used.
    external: ['@electric-sql/pglite', '@electric-sql/pglite/*', 'pg-native'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outdir: dirname(outfile),
    outExtension: { '.js': '.mjs' },
    alias: { '@cam/contracts/server': join(ROOT, 'contracts/src/server.ts'), '@cam/contracts': join(ROOT, 'contracts/src/index.ts') },
    // CommonJS packages load Node's modules with require.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'));
}

function isCurrent() {
  try {
    const builtAt = statSync(BUNDLE).mtimeMs;
    return JSON.parse(readFileSync(INPUTS, 'utf8')).every((path) => statSync(join(ROOT, path)).mtimeMs <= builtAt);
  } catch {
    // A file was removed, or the bundle does not exist yet.
    return false;
  }
}
