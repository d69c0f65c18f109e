import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { ArchiveFiles } from '../src/evidence/verify-evidence';
import { Invalid } from '../src/faults';

interface Entry {
  name: string;
  flags: number;
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

const inflate = promisify(inflateRaw) as (content: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const SIZE = { local: 30, entry: 46, end: 22 };
/** The largest file that is unpacked, bytes. */
const MOST = 256 * 1024 * 1024;

/** Reports whether a file begins as a zip does. */
export async function isZipFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const start = (await read(file, 0, 4)) ?? Buffer.alloc(4);
    return [LOCAL, END].includes(start.readUInt32LE(0));
  } finally {
    await file.close();
  }
}

/**
 * Opens a zip, of which only the directory is held in memory. The entries have to fill the file without a gap, so that nothing is in it beside what the
 * directory lists.
 * @throws Invalid for another file
 * @see PKWARE APPNOTE 6.3
 */
export async function openZip(path: string): Promise<ArchiveFiles & { close: () => Promise<void> }> {
  const file = await open(path);
  try {
    const entries = await readEntries(file);
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    return {
      names: entries.map(({ name }) => name),
      read: async (name) => unpacked(file, byName.get(name) as Entry),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readEntries(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  const end = await read(file, size - SIZE.end, SIZE.end);
  if (end?.readUInt32LE(0) !== END) throw damaged('The file is not a zip, or something follows after its end.');
  const [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  const directory = start + length === size - SIZE.end ? await read(file, start, length) : null;
  if (!directory) throw damaged('The directory does not lead to the end of the file.');
  const entries: Entry[] = [];
  let at = 0;
  while (at < length) {
    const head = directory.subarray(at, at + SIZE.entry);
    if (head.length < SIZE.entry || head.readUInt32LE(0) !== ENTRY) throw damaged('The directory is damaged.');
    const nameLength = head.readUInt16LE(28);
    entries.push({
      name: directory.toString('utf8', at + SIZE.entry, at + SIZE.entry + nameLength),
      flags: head.readUInt16LE(8),
      method: head.readUInt16LE(10),
      packed: head.readUInt32LE(20),
      unpacked: head.readUInt32LE(24),
      offset: head.readUInt32LE(42),
    });
    at += SIZE.entry + nameLength + head.readUInt16LE(30) + head.readUInt16LE(32);
  }
  if (entries.length !== count) throw damaged('The directory has another number of files than it says.');
  await requireNoGaps(file, entries, start);
  return entries.filter(({ name }) => !name.endsWith('/'));
}

async function requireNoGaps(file: FileHandle, entries: readonly Entry[], end: number): Promise<void> {
  let at = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    const content = await contentOf(file, entry);
    if (entry.offset !== at) throw damaged(`Something lies before ${entry.name}.`);
    at = content + entry.packed;
    // The sizes may follow the content, with a signature or without.
    if (entry.flags & 8) at += (await read(file, at, 4))?.readUInt32LE(0) === 0x08074b50 ? 16 : 12;
  }
  if (at !== end) throw damaged('Something lies before the directory.');
}

/** Returns the place of the content of an entry, whose own head has to say the same as the directory. */
async function contentOf(file: FileHandle, { name, method, flags, offset }: Entry): Promise<number> {
  const head = await read(file, offset, SIZE.local);
  const length = head?.readUInt16LE(26) ?? 0;
  const own = head && (await read(file, offset + SIZE.local, length))?.toString('utf8');
  if (head?.readUInt32LE(0) !== LOCAL || own !== name || head.readUInt16LE(8) !== method || head.readUInt16LE(6) !== flags)
    throw damaged(`The head of ${name} is not that of the directory.`);
  return offset + SIZE.local + length + head.readUInt16LE(28);
}

async function unpacked(file: FileHandle, entry: Entry): Promise<Uint8Array> {
  const { name, method, flags, packed, unpacked: size } = entry;
  if (size > MOST) throw new Invalid(name, `The file is larger than ${MOST / 1024 / 1024} MB.`);
  if (flags & 1 || (method !== 0 && method !== 8)) throw new Invalid(name, 'The file is encrypted or packed in an unknown way.');
  const content = await read(file, await contentOf(file, entry), packed);
  const whole = content && (method === 0 ? content : await inflate(content, { maxOutputLength: Math.max(size, 1) }).catch(() => null));
  if (whole?.length !== size) throw new Invalid(name, 'The file is damaged.');
  return whole;
}

/** Returns bytes of a file; null if it is shorter. */
async function read(file: FileHandle, offset: number, length: number): Promise<Buffer | null> {
  if (offset < 0) return null;
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  return bytesRead === length ? buffer : null;
}

function damaged(message: string): Invalid {
  return new Invalid('zip', message);
}
