import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { compactCatalogue } from '../catalogue/compact-catalogue';
import { ROOT } from './root';

/** Bundles the server and its workers without packages, and writes the catalogue of AWS actions beside them. */
export async function buildServer(outdir = join(ROOT, 'server/dist')): Promise<void> {
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, 'aws-catalogue.json'), JSON.stringify(compactCatalogue(ROOT)));
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['main.ts', 'platform/db/pglite-worker.ts', 'sources/bundles/bundle-worker.ts', 'areas/remotes/release-worker.ts'].map(
      (file) => `server/src/${file}`,
    ),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@cam/contracts/server': join(ROOT, 'contracts/src/server.ts'), '@cam/contracts': join(ROOT, 'contracts/src/index.ts') },
    outdir,
    // The demo becomes a separate file, demo-*.mjs, which container images leave out.
    splitting: true,
    chunkNames: '[name]-[hash]',
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    sourcemap: true,
    logLevel: 'warning',
  });
}
