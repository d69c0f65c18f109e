import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { compactCatalogue } from '../catalogue/compact-catalogue';
import { ROOT } from './root';
import { checkerBundle, serverBundle } from './server-bundle.cjs';

/** Bundles the server and its workers, and writes the catalogue of AWS actions beside them. */
export async function buildServer(outdir = join(ROOT, 'server/dist')): Promise<void> {
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, 'aws-catalogue.json'), JSON.stringify(compactCatalogue(ROOT)));
  // The demo becomes a separate file, demo-*.mjs, which container images leave out.
  await build({ ...serverBundle(outdir, '.mjs'), splitting: true, chunkNames: '[name]-[hash]' });
  await build(checkerBundle(outdir));
}
