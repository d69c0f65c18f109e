import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

/** Takes the next bytes of a file; its promise holds back the writer. */
export type Sink = (bytes: Buffer) => Promise<void>;

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  size: number;
  packed: number;
}

/** Sizes and offsets have 32 bits. */
const MOST_BYTES = 0xffffffff;

/** The sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;

/** 1980-01-01 00:00, the format's first time: the same content gives the same file. */
const MODIFIED = 0x00210000;

/**
 * Writes a zip to a sink entry by entry, and holds only a few pages in memory. It does not write ZIP64.
 * @throws if an entry or the file exceeds 4 GB
 * @see PKWARE APPNOTE 6.3
 */
export class ZipStream {
  readonly #entries: Entry[] = [];
  #offset = 0;

  constructor(private readonly sink: Sink) {}

  async add(name: string, texts: Iterable<string> | AsyncIterable<string>): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), offset: this.#offset, crc: 0, size: 0, packed: 0 };
    await this.#write(
      head(0x04034b50, [2, VERSION], [2, FLAGS], [2, DEFLATE], [4, MODIFIED], [4, 0], [4, 0], [4, 0], [2, entry.name.length], [2, 0]),
    );
    await this.#write(entry.name);
    const pack = zlib.createDeflateRaw({ level: 3 });
    const packed = async (): Promise<void> => {
      for await (const bytes of pack as AsyncIterable<Buffer>) {
        entry.packed += bytes.length;
        await this.#write(bytes);
      }
    };
    await Promise.all([pipeline(Readable.from(countedIn(entry, texts)), pack), packed()]);
    if (Math.max(entry.size, entry.packed) > MOST_BYTES) throw new Error(`${name} is larger than 4 GB`);
    await this.#write(head(0x08074b50, [4, entry.crc], [4, entry.packed], [4, entry.size]));
    this.#entries.push(entry);
  }

  /** Writes the directory, which completes the file. */
  async end(): Promise<void> {
    const start = this.#offset;
    if (start > MOST_BYTES) throw new Error('the file is larger than 4 GB');
    for (const { name, offset, crc, size, packed } of this.#entries) {
      const sizes = [
        [4, crc],
        [4, packed],
        [4, size],
        [2, name.length],
      ] as const;
      const rest = [
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ] as const;
      await this.#write(head(0x02014b50, [2, VERSION], [2, VERSION], [2, FLAGS], [2, DEFLATE], [4, MODIFIED], ...sizes, ...rest));
      await this.#write(name);
    }
    const count = this.#entries.length;
    await this.#write(head(0x06054b50, [2, 0], [2, 0], [2, count], [2, count], [4, this.#offset - start], [4, start], [2, 0]));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    await this.sink(bytes);
  }
}

/** Returns a signature and its fields of 2 or 4 bytes, little-endian. */
function head(signature: number, ...fields: readonly (readonly [2 | 4, number])[]): Buffer {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [length]) => sum + length, 0));
  let at = bytes.writeUInt32LE(signature);
  for (const [length, value] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}

async function* countedIn(entry: Entry, texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Node has its own crc32 since 20.15. */
const crc32: (bytes: Buffer, before: number) => number = (zlib as { crc32?: typeof tableCrc32 }).crc32 ?? tableCrc32;

function tableCrc32(bytes: Buffer, before: number): number {
  let crc = ~before;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}
