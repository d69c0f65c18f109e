import { gzipSync } from 'node:zlib';

/** A file of a package, by its path inside the package. */
export type PackageFiles = ReadonlyMap<string, Uint8Array | string>;

/** Time of every file, as npm sets it, so that equal files give equal bytes. */
const MTIME = Date.UTC(1985, 9, 26, 8, 15) / 1000;

const BLOCK = 512;

/**
 * Packs files as `npm pack` does: a gzip of a ustar archive below the folder `package`. Equal files give equal bytes.
 *
 * @param executable paths that may be run
 */
export function packTarball(files: PackageFiles, executable: readonly string[] = []): Buffer {
  const parts = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, content]) => {
      const bytes = Buffer.from(content);
      const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
      return [header(`package/${path}`, bytes.length, executable.includes(path) ? 0o755 : 0o644), bytes, padding];
    });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** Returns the header of one file. Numbers are octal texts that end with a zero byte. */
function header(path: string, size: number, mode: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const { prefix, name } = split(path);
  const put = (text: string, offset: number): number => block.write(text, offset, 'utf8');
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  put(name, 0);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(MTIME, 12), 136);
  // The checksum counts its own field as spaces.
  put(' '.repeat(8), 148);
  put('0', 156);
  put('ustar\x0000', 257);
  put(prefix, 345);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  put(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Splits a path over the two fields of a header, at a slash. */
function split(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path };
  const at = path.indexOf('/', path.length - 101);
  if (at < 0 || at > 155) throw new Error(`The path ${path} is too long for a package. Shorten the names of its folders.`);
  return { prefix: path.slice(0, at), name: path.slice(at + 1) };
}
