import { randomBytes } from 'node:crypto';
import { deflateRawSync, gzipSync } from 'node:zlib';
import JSZip from 'jszip';
import { dump, user } from '../../server/test/support/aws-account';

/** Part of the name of every file that must not appear outside an archive. */
export const MARKER = 'cam-attack-escaped';

/** A hostile upload. */
interface Archive {
  content: Uint8Array;
  type: string;
  /** The source must show a message about it. */
  isRefused: boolean;
}

const ZIP = 'application/zip';
const MIB = 1024 * 1024;
const HONEST = JSON.stringify(dump({ users: [user('ada')] }));
const DETAILS = 'iam/get-account-authorization-details.json';

async function zip(files: Record<string, string | Uint8Array>, isRefused = true): Promise<Archive> {
  const made = new JSZip();
  for (const [name, content] of Object.entries(files)) made.file(name, content, { createFolders: false });
  return {
    content: await made.generateAsync({ type: 'uint8array', compression: 'DEFLATE', compressionOptions: { level: 9 } }),
    type: ZIP,
    isRefused,
  };
}

/** One entry of a zip that is written by hand, because a library would refuse it. */
interface RawEntry {
  name: string;
  /** Compressed bytes. */
  data: Buffer;
  /** Size that the entry claims to have. */
  size: number;
  flags?: number;
  method?: number;
  /** Unix mode, as in a symbolic link. */
  mode?: number;
}

/** Writes a zip with exactly these headers. */
function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, size, flags = 0, method = 8, mode = 0o100644 } of entries) {
    const bytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(bytes.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, bytes, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, bytes]));
    parts.push(head);
    offset += head.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const raw = (...entries: RawEntry[]): Archive => ({ content: rawZip(entries), type: ZIP, isRefused: true });
const entry = (name: string, text: string, change: Partial<RawEntry> = {}): RawEntry => ({
  name,
  data: deflateRawSync(text),
  size: text.length,
  ...change,
});

/** Bytes that unpack to a thousand times their size. */
const zeros = (mebibytes: number): Buffer => deflateRawSync(Buffer.alloc(mebibytes * MIB), { level: 9 });

/** The hostile uploads by name, those that take long last. Each is made when it is used. */
export const ARCHIVES: Readonly<Record<string, () => Promise<Archive> | Archive>> = {
  'paths that leave the folder': () =>
    raw(...['../', '../../../../../../tmp/', '/tmp/', '..\\..\\', 'C:\\', 'iam/../../'].map((path) => entry(`${path}${MARKER}.json`, HONEST))),
  'symbolic links': () => raw(entry('iam', '/etc', { mode: 0o120777 }), entry(DETAILS, '/etc/passwd', { mode: 0o120777 })),
  'a zip in a zip': async () => zip({ 'bundle.zip': (await zip({ [DETAILS]: HONEST })).content }),
  'an encrypted entry': () => raw(entry(DETAILS, HONEST, { flags: 1 })),
  'an unknown compression': () => raw(entry(DETAILS, HONEST, { method: 99 })),
  'names that are twice in it': () => ({ ...raw(entry(DETAILS, HONEST), entry(DETAILS, HONEST)), isRefused: false }),
  'names with odd characters': () =>
    raw(...['a\u0000b.json', '\u202egnp.json', 'x'.repeat(5000), '__proto__', 'constructor'].map((name) => entry(name, '{}'))),
  'overlapping entries': () => {
    const { content } = raw(entry('s3/a.json', HONEST), entry('s3/b.json', HONEST));
    return { content: Buffer.from(content).fill(0, 4, 20), type: ZIP, isRefused: true };
  },
  'a cut archive': async () => ({ ...(await zip({ [DETAILS]: HONEST })), content: (await zip({ [DETAILS]: HONEST })).content.slice(0, -40) }),
  'only the end of an archive': () => ({ content: Buffer.from('PK\x05\x06' + '\0'.repeat(18), 'latin1'), type: ZIP, isRefused: true }),
  'random bytes': () => ({ content: randomBytes(MIB), type: ZIP, isRefused: true }),
  'an executable': () => zip({ [DETAILS]: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), randomBytes(5000)]) }),
  'a page instead of JSON': () => ({ content: Buffer.from('<html><script>alert(1)</script>'), type: 'application/json', isRefused: true }),
  'deeply nested JSON': () => zip({ [DETAILS]: `${'['.repeat(200_000)}${']'.repeat(200_000)}` }),
  'keys of prototypes': () =>
    zip({ [DETAILS]: '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"UserDetailList":[{"__proto__":{"Arn":1}}]}' }),
  'long strings': () => zip({ [DETAILS]: JSON.stringify(dump({ users: [user('x'.repeat(10 * MIB))] })) }),
  'numbers beyond measure': () => zip({ [DETAILS]: '{"UserDetailList":[{"UserName":1e400,"Arn":-1e400,"CreateDate":"2026-02-30T25:61:61Z"}]}' }),
  'NUL and lone surrogates': () => zip({ [DETAILS]: JSON.stringify(dump({ users: [user('a\u0000b'), user('c\ud800d')] })) }),
  'a bomb of one entry': () => raw({ name: DETAILS, data: zeros(512), size: 512 * MIB }),
  'a bomb that claims to be small': () => raw({ name: DETAILS, data: zeros(512), size: 100 }),
  'a bomb of many entries, ten gigabytes in all': () => {
    const data = zeros(64);
    return raw(...Array.from({ length: 160 }, (_none, index) => ({ name: `s3/${index}.json`, data, size: 64 * MIB })));
  },
  'a hundred thousand entries': () => raw(...Array.from({ length: 60_000 }, (_none, index) => entry(`s3/${index}.json`, '{}'))),
  'a gzip bomb inside': () => zip({ [DETAILS]: HONEST, 'cloudtrail/log.json.gz': gzipSync(Buffer.alloc(512 * MIB), { level: 9 }) }),
  'a bomb of many files in gzip': () => {
    const log = gzipSync(Buffer.alloc(9 * MIB, ' '), { level: 9 });
    return zip(Object.fromEntries(Array.from({ length: 1100 }, (_none, index) => [`cloudtrail/${index}.json.gz`, log])));
  },
  'a gzip bomb in a gzip bomb': () => zip({ 'cloudtrail/log.json.gz': gzipSync(gzipSync(Buffer.alloc(256 * MIB), { level: 9 })) }),
};
