'use strict';
const { join, resolve } = require('node:path');

const ROOT = resolve(__dirname, '../..');

/** The server, and its threads. */
const ENTRIES = [
  'main.ts',
  'platform/db/pglite-worker.ts',
  'graph/pipeline/evaluation-worker.ts',
  'sources/bundles/bundle-worker.ts',
  'areas/remotes/release-worker.ts',
];

/**
 * Packages that stay in node_modules: the embedded database reads files beside its own, and the list of common passwords is loaded with the first password. The
 * others are optional parts of the client of PostgreSQL, and what fastify loads for calls without a network.
 */
const EXTERNAL = ['@electric-sql/pglite', '@electric-sql/pglite/*', '@zxcvbn-ts/language-common', 'pg-native', 'pg-cloudflare', 'light-my-request'];

/** Gives packages in the CommonJS format what they expect. */
const COMMONJS = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  "import { dirname as dirnameOfBundle } from 'node:path';",
  "import { fileURLToPath as fileURLToPathOfBundle } from 'node:url';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = fileURLToPathOfBundle(import.meta.url);',
  'const __dirname = dirnameOfBundle(__filename);',
].join('\n');

/**
 * Returns esbuild's options for the server and its worker threads. The bundles hold their packages: finding 2,000 files in node_modules takes half of a start.
 * @param outdir folder of the bundles
 * @param extension `.js` or `.mjs`
 */
function serverBundle(outdir, extension) {
  return {
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((name) => join(ROOT, 'server/src', name)),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: { '@cam/contracts/server': join(ROOT, 'contracts/src/server.ts'), '@cam/contracts': join(ROOT, 'contracts/src/index.ts') },
    external: EXTERNAL,
    banner: { js: COMMONJS },
    outdir,
    entryNames: '[name]',
    outExtension: { '.js': extension },
    // Node reads the whole map at each start; positions are enough for the stack of an error.
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  };
}

/**
 * Returns esbuild's options for the checker of proofs: one file that needs nothing but Node.
 * @param outdir folder of the file
 */
function checkerBundle(outdir) {
  return {
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'shared/checker/node/cam-verify.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: join(outdir, 'cam-verify.mjs'),
    logLevel: 'warning',
  };
}

module.exports = { checkerBundle, serverBundle };
