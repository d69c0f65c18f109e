import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  name: string;
  content: Buffer | string;
  /** What the directory declares instead of the truth. */
  declared?: { unpacked?: number; flags?: number; mode?: number };
}

/** Returns a zip, byte by byte as written here, so that it can have what a library refuses to write. */
export function rawZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declared = {} } of files) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const { unpacked = plain.length, flags = 0, mode = 0o100644 } = declared;
    const title = Buffer.from(name);
    const sizes = Buffer.alloc(12);
    [crc32(plain), packed.length, unpacked].forEach((value, index) => sizes.writeUInt32LE(value, index * 4));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(8, 8);
    sizes.copy(local, 14);
    local.writeUInt16LE(title.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt8(3, 5);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(8, 10);
    sizes.copy(central, 16);
    central.writeUInt16LE(title.length, 28);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    parts.push(local, title, packed);
    directory.push(central, title);
    offset += local.length + title.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** A link in Unix. */
export const LINK_MODE = 0o120777;
