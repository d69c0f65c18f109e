/** Bytes that can be read at any place: a file or a buffer. */
export interface Bytes {
  size: number;
  read: (offset: number, length: number) => Promise<Buffer>;
}

export interface ZipEntry {
  /** As the archive has it. Old programs of Windows write backslashes. */
  name: string;
  packed: number;
  /** The size that the archive declares. */
  unpacked: number;
  /** 0: stored; 8: deflated. */
  method: number;
  crc: number;
  offset: number;
}

export type ZipProblem = 'damaged' | 'too-many' | 'too-large' | 'ratio' | 'undeclared' | 'encrypted' | 'link' | 'path' | 'method';

/** The archive is refused as a whole; `entry` names the file that shows why. */
export class ZipRefused extends Error {
  constructor(
    readonly problem: ZipProblem,
    readonly entry: string | null = null,
  ) {
    super(`zip refused: ${problem}`);
  }
}

export interface ZipLimits {
  entries: number;
  /** Unpacked bytes of all entries together. */
  unpacked: number;
}

/** The most that text compresses, with a wide margin: logs reach 50, deflate itself 1032. */
const LARGEST_RATIO = 250;
/** Files that compress better may unpack to this many bytes together: a file of spaces does no harm. */
const HARMLESS = 10 * 1024 * 1024;

const END = { signature: 0x06054b50, size: 22, longestComment: 0xffff };
const LOCATOR = { signature: 0x07064b50, size: 20 };
const END64 = { signature: 0x06064b50, size: 56 };
const ENTRY = { signature: 0x02014b50, size: 46 };
/** In place of a number that is in the fields of zip64. */
const ELSEWHERE = 0xffffffff;
const UNIX = 3;
const LINK = 0o120000;
const FILE_TYPE = 0o170000;

/** Notices an archive that unpacks to so much more than its size that it can only be an attack. */
export class BombWatch {
  #dense = 0;

  /**
   * Counts a file.
   * @param packed its size in the archive, bytes
   * @returns whether the archive is an attack
   */
  isBomb(packed: number, unpacked: number): boolean {
    if (unpacked > packed * LARGEST_RATIO) this.#dense += unpacked;
    return this.#dense > HARMLESS;
  }
}

/**
 * Reads the directory at the end of a zip, and unpacks nothing. Folders are left out.
 * @throws ZipRefused if the archive is damaged, encrypted, declares more than the limits, or has a name that leads outside, or a link
 */
export async function readZipDirectory(bytes: Bytes, limits: ZipLimits): Promise<ZipEntry[]> {
  const { count, offset, size } = await findDirectory(bytes);
  if (count > limits.entries) throw new ZipRefused('too-many');
  if (offset + size > bytes.size || size < count * ENTRY.size) throw new ZipRefused('damaged');
  const directory = await bytes.read(offset, size);
  const entries: ZipEntry[] = [];
  const watch = new BombWatch();
  let at = 0;
  let [packed, unpacked] = [0, 0];
  for (let index = 0; index < count; index++) {
    if (at + ENTRY.size > size || directory.readUInt32LE(at) !== ENTRY.signature) throw new ZipRefused('damaged');
    const { entry, next } = entryAt(directory, at);
    at = next;
    packed += entry.packed;
    unpacked += entry.unpacked;
    if (unpacked > limits.unpacked) throw new ZipRefused('too-large', entry.name);
    if (watch.isBomb(entry.packed, entry.unpacked)) throw new ZipRefused('ratio', entry.name);
    if (!entry.name.endsWith('/')) entries.push(entry);
  }
  // Entries that share bytes unpack to any multiple of them.
  if (packed > bytes.size) throw new ZipRefused('damaged');
  return entries;
}

async function findDirectory(bytes: Bytes): Promise<{ count: number; offset: number; size: number }> {
  const start = Math.max(0, bytes.size - END.size - END.longestComment);
  const tail = await bytes.read(start, bytes.size - start);
  for (let at = tail.length - END.size; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END.signature) continue;
    const found = { count: tail.readUInt16LE(at + 10), size: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
    const is64 = found.count === 0xffff || found.size === ELSEWHERE || found.offset === ELSEWHERE;
    return is64 ? findDirectory64(bytes, start + at) : found;
  }
  throw new ZipRefused('damaged');
}

async function findDirectory64(bytes: Bytes, end: number): Promise<{ count: number; offset: number; size: number }> {
  if (end < LOCATOR.size) throw new ZipRefused('damaged');
  const locator = await bytes.read(end - LOCATOR.size, LOCATOR.size);
  const at = Number(locator.readBigUInt64LE(8));
  if (locator.readUInt32LE(0) !== LOCATOR.signature || at + END64.size > bytes.size) throw new ZipRefused('damaged');
  const end64 = await bytes.read(at, END64.size);
  if (end64.readUInt32LE(0) !== END64.signature) throw new ZipRefused('damaged');
  return { count: Number(end64.readBigUInt64LE(32)), size: Number(end64.readBigUInt64LE(40)), offset: Number(end64.readBigUInt64LE(48)) };
}

function entryAt(directory: Buffer, at: number): { entry: ZipEntry; next: number } {
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [number, number, number];
  const nameEnd = at + ENTRY.size + nameLength;
  const next = nameEnd + extraLength + commentLength;
  if (next > directory.length) throw new ZipRefused('damaged');
  const name = directory.toString('utf8', at + ENTRY.size, nameEnd);
  const sizes = sizesOf(directory, at, directory.subarray(nameEnd, nameEnd + extraLength));
  const entry = { name, method: directory.readUInt16LE(at + 10), crc: directory.readUInt32LE(at + 16), ...sizes };
  if (directory.readUInt16LE(at + 8) & 1) throw new ZipRefused('encrypted', name);
  const isUnix = directory.readUInt8(at + 5) === UNIX;
  if (isUnix && ((directory.readUInt32LE(at + 38) >>> 16) & FILE_TYPE) === LINK) throw new ZipRefused('link', name);
  if (leadsOutside(name)) throw new ZipRefused('path', name);
  if (entry.method !== 0 && entry.method !== 8) throw new ZipRefused('method', name);
  return { entry, next };
}

/** Returns the sizes and the offset of an entry, which zip64 has in an extra field, in this order and only where the plain field has no room. */
function sizesOf(directory: Buffer, at: number, extra: Buffer): Pick<ZipEntry, 'packed' | 'unpacked' | 'offset'> {
  const [unpacked, packed, offset] = [24, 20, 42].map((field) => directory.readUInt32LE(at + field)) as [number, number, number];
  const wide = fieldOf(extra, 0x0001);
  let used = 0;
  const wideOr = (value: number): number => {
    if (value !== ELSEWHERE) return value;
    if (!wide || used + 8 > wide.length) throw new ZipRefused('damaged');
    used += 8;
    return Number(wide.readBigUInt64LE(used - 8));
  };
  return { unpacked: wideOr(unpacked), packed: wideOr(packed), offset: wideOr(offset) };
}

function fieldOf(extra: Buffer, id: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  return null;
}

function leadsOutside(name: string): boolean {
  return /^[/\\]|^[A-Za-z]:|\0/.test(name) || name.split(/[/\\]/).includes('..');
}
