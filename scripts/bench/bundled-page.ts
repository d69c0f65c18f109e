import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from '../build/root';

/**
 * Bundles a component into a page without a server.
 * @param entry the script of the page, from the root of the repository
 * @param folder the folder for the files
 * @returns the address of the page
 */
export async function bundledPage(entry: string, folder: string): Promise<string> {
  await build({
    entryPoints: [join(ROOT, entry)],
    outfile: join(folder, 'page.js'),
    bundle: true,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.module.css': 'local-css', '.woff2': 'dataurl', '.woff': 'dataurl' },
    logLevel: 'error',
  });
  const html = join(folder, 'index.html');
  writeFileSync(html, '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="page.css"><body><script src="page.js"></script>');
  return pathToFileURL(html).href;
}
