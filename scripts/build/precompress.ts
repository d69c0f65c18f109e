import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Files below this size are not worth a second copy, bytes. */
const SMALLEST = 1024;

/** Writes .br and .gz beside every text file below a folder, so that no server compresses at run time. */
export function compressBelow(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) compressBelow(file);
    else if (/\.(js|css|json|svg)$/.test(name) && statSync(file).size >= SMALLEST) {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}
