'use strict';
const { join, resolve } = require('node:path');

const ROOT = resolve(__dirname, '../..');
const SOURCES = join(ROOT, 'server/src');

/** Programs that find their packages in node_modules: the embedded database reads files beside its own. */
const WITHOUT_PACKAGES = ['main.ts', 'platform/db/pglite-worker.ts'];

/** Threads that start often. Each holds its packages, because finding them in node_modules would take more time than all of its work on a small bundle. */
const WITH_PACKAGES = ['sources/bundles/bundle-worker.ts', 'areas/remotes/release-worker.ts'];

/** Gives packages in the CommonJS format what they expect. */
const REQUIRE = "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);";

/**
 * Returns esbuild's options for the server and for its worker threads.
 * @param outdir folder of the bundles
 * @param extension `.js` or `.mjs`
 */
function serverBundles(outdir, extension) {
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: { '@cam/contracts/server': join(ROOT, 'contracts/src/server.ts'), '@cam/contracts': join(ROOT, 'contracts/src/index.ts') },
    outdir,
    entryNames: '[name]',
    outExtension: { '.js': extension },
    sourcemap: true,
    logLevel: 'warning',
  };
  const entries = (names) => names.map((name) => join(SOURCES, name));
  return [
    { ...common, entryPoints: entries(WITHOUT_PACKAGES), packages: 'external' },
    { ...common, entryPoints: entries(WITH_PACKAGES), banner: { js: REQUIRE }, external: ['pg-native', '@electric-sql/pglite'] },
  ];
}

module.exports = { serverBundles };
