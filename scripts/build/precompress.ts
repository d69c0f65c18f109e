import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller files stay uncompressed, bytes. */
const SMALLEST = 1024;

/** The strongest quality, 11, takes twice the time for 1.5 % fewer bytes. */
const BROTLI_QUALITY = 10;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes .br and .gz files beside every text file below a folder, so that no server compresses at run time. */
export async function compressBelow(folder: string): Promise<void> {
  await Promise.all(
    readdirSync(folder).map(async (name) => {
      const file = join(folder, name);
      if (statSync(file).isDirectory()) await compressBelow(file);
      else if (/\.(js|css|json|svg)$/.test(name) && statSync(file).size >= SMALLEST) await compress(file);
    }),
  );
}

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  const size = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([toBrotli(bytes, { params: size }), toGzip(bytes, { level: 9 })]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}
