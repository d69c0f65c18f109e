import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { ZipRefused, type Bytes, type ZipEntry } from './zip-directory';

const HEADER = { signature: 0x04034b50, size: 30 };

const inflate = promisify(inflateRaw) as (content: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Returns the bytes of a buffer. */
export function bytesOf(content: Buffer): Bytes {
  return { size: content.length, read: async (offset, length) => content.subarray(offset, offset + length) };
}

/**
 * Unpacks one entry. An archive cannot make it unpack more than the directory declares.
 * @throws ZipRefused `damaged` if the entry is incomplete, or differs from its checksum or declared size; `undeclared` if there is more in it
 */
export async function readZipEntry(bytes: Bytes, { name, offset, packed, unpacked, method, crc }: ZipEntry): Promise<Buffer> {
  const damaged = new ZipRefused('damaged', name);
  const header = await bytes.read(offset, HEADER.size);
  if (header.length < HEADER.size || header.readUInt32LE(0) !== HEADER.signature) throw damaged;
  const start = offset + HEADER.size + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packed > bytes.size) throw damaged;
  const content = await bytes.read(start, packed);
  const whole =
    method === 0
      ? content
      : await inflate(content, { maxOutputLength: Math.max(unpacked, 1) }).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new ZipRefused('undeclared', name) : damaged;
        });
  if (whole.length !== unpacked || crc32(whole) !== crc) throw damaged;
  return whole;
}

/** Reports whether bytes begin as a zip does, also an empty one. */
export function isZip(content: Buffer): boolean {
  const signature = content.length < 4 ? 0 : content.readUInt32LE(0);
  return signature === HEADER.signature || signature === 0x06054b50;
}
