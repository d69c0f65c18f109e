import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { compactCatalogue } from '../catalogue/compact-catalogue';
import { ROOT } from './root';
import { serverBundles } from './server-bundles.cjs';

/** Bundles the server and its workers, and writes the catalogue of AWS actions beside them. */
export async function buildServer(outdir = join(ROOT, 'server/dist')): Promise<void> {
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, 'aws-catalogue.json'), JSON.stringify(compactCatalogue(ROOT)));
  // The demo becomes a separate file, demo-*.mjs, which container images leave out.
  const [server, workers] = serverBundles(outdir, '.mjs');
  await Promise.all([build({ ...server, splitting: true, chunkNames: '[name]-[hash]' }), build(workers)]);
}
