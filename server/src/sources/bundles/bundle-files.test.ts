import { gzipSync } from 'node:zlib';
import JSZip from 'jszip';
import { LINK_MODE, rawZip, type ZipFile } from '../../../test/support/zips';
import { bundleFiles, type BundleLimits } from './bundle-files';
import type { BundleFile } from '../../graph/engine/bundle/bundle-reader';

async function read(content: Buffer, limits?: BundleLimits): Promise<BundleFile[]> {
  const files: BundleFile[] = [];
  for await (const file of bundleFiles(content, 'sent.json', limits)) files.push(file);
  return files;
}

async function zip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new JSZip();
  for (const [name, content] of Object.entries(entries)) archive.file(name, content);
  return archive.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const limits = { largestFile: 100 * KILOBYTE, largestBundle: 250 * KILOBYTE };

/** Five megabytes in gzip, also with a checksum that is wrong. */
const spaces = gzipSync(Buffer.alloc(5 * MEGABYTE, ' '));
const cut = Buffer.concat([spaces.subarray(0, -8), Buffer.alloc(8)]);

/** Returns small files that declare another size. */
const many = (count: number, unpacked: number): ZipFile[] =>
  Array.from({ length: count }, (_none, index) => ({ name: `${1000 + (index % 9000)}.json`, content: '{}', declared: { unpacked } }));

describe('bundleFiles', () => {
  it('yields a single uploaded file, or the JSON files of a zip sorted by name', async () => {
    expect(await read(Buffer.from('{}'))).toEqual([{ name: 'sent.json', content: Buffer.from('{}'), problem: null }]);
    const names = (
      await read(await zip({ 'b.json': '1', 'a/x.JSON': '2', 'iam/list-users': '3', 'notes.txt': '', '__MACOSX/b.json': '', '.hidden.json': '' }))
    ).map(({ name }) => name);
    expect(names).toEqual(['a/x.JSON', 'b.json', 'iam/list-users']);
  });

  it('strips control characters from file names', async () => {
    const [file] = await read(await zip({ 'iam/pass\u001bwd.json': '{}' }));
    expect(file?.name).toBe('iam/pass?wd.json');
    expect(file?.content?.toString()).toBe('{}');
  });

  it('reports a file that unpacks beyond the limit, and yields the other files', async () => {
    const files = await read(await zip({ 'good.json': '{}', 'large.json': Buffer.alloc(200 * KILOBYTE) }), limits);
    expect(files).toMatchObject([
      { name: 'good.json', problem: null },
      { name: 'large.json', content: null, problem: expect.stringContaining('larger than') },
    ]);
    expect(await read(Buffer.alloc(200 * KILOBYTE, ' '), limits)).toMatchObject([{ content: null }]);
  });

  it.each([
    ['encrypted files', [{ name: 'a.json', content: '{}', declared: { flags: 1 } }], 'BUNDLE_ENCRYPTED', '"a.json" is encrypted'],
    ['symbolic links', [{ name: 'a.json', content: '/etc/passwd', declared: { mode: LINK_MODE } }], 'BUNDLE_UNSAFE', '"a.json" is a symbolic link'],
    ['names that lead up', [{ name: 'x/../../a.json', content: '{}' }], 'BUNDLE_UNSAFE', 'leads outside'],
    ['names that lead up in Windows', [{ name: '..\\a.json', content: '{}' }], 'BUNDLE_UNSAFE', 'leads outside'],
    ['absolute names', [{ name: '/etc/a.json', content: '{}' }], 'BUNDLE_UNSAFE', 'leads outside'],
    ['names with a drive', [{ name: 'C:/a.json', content: '{}' }], 'BUNDLE_UNSAFE', 'leads outside'],
    ['archives by name', [{ name: 'inner.tar.gz', content: 'x' }], 'BUNDLE_NESTED', '"inner.tar.gz" is an archive inside the archive'],
    ['archives by content', [{ name: 'a.json', content: rawZip([]) }], 'BUNDLE_NESTED', '"a.json" is an archive inside the archive'],
    ['gzip inside gzip', [{ name: 'a.json.gz', content: gzipSync(gzipSync('{}')) }], 'BUNDLE_NESTED', 'archive inside the archive'],
    ['zip bombs', [{ name: 'a.json', content: Buffer.alloc(20 * MEGABYTE) }], 'BUNDLE_UNSAFE', '250 times'],
    ['bombs in gzip', [{ name: 'a.json.gz', content: gzipSync(Buffer.alloc(20 * MEGABYTE)) }], 'BUNDLE_UNSAFE', '250 times'],
    [
      'bombs of many small files',
      Array.from({ length: 3 }, (_none, at) => ({ name: `${at}.json`, content: Buffer.alloc(5 * MEGABYTE) })),
      'BUNDLE_UNSAFE',
      '250 times',
    ],
    [
      'bombs of small files in gzip',
      Array.from({ length: 3 }, (_none, at) => ({ name: `${at}.json.gz`, content: spaces })),
      'BUNDLE_UNSAFE',
      '250 times',
    ],
    [
      'bombs of damaged files in gzip',
      Array.from({ length: 3 }, (_none, at) => ({ name: `${at}.json.gz`, content: cut })),
      'BUNDLE_UNSAFE',
      '250 times',
    ],
    ['10 GB in total', many(3, 0xf0000000), 'BUNDLE_TOO_LARGE', '2048 MB when unpacked'],
    ['too many files', many(20_001, 2), 'BUNDLE_TOO_LARGE', 'more than 20000 files'],
  ])('refuses %s, and names the file and the remedy', async (_what, files, code, text) => {
    await expect(read(rawZip(files))).rejects.toMatchObject({ code, userMessage: expect.stringContaining(text) as string });
  });

  it('does not unpack more than an archive declares', async () => {
    const lying = rawZip([{ name: 'a.json', content: Buffer.alloc(5 * MEGABYTE), declared: { unpacked: 100 } }]);
    await expect(read(lying)).rejects.toMatchObject({
      code: 'BUNDLE_UNSAFE',
      userMessage: expect.stringContaining('more than the zip declares') as string,
    });
  });

  it('refuses entries that share their bytes, and a directory that is not there', async () => {
    const whole = rawZip([{ name: 'a.json', content: '{}' }]);
    const shared = rawZip(many(2, 2));
    // Both entries claim almost the whole archive.
    const directory = shared.length - 22 - 2 * (46 + 9);
    for (const at of [directory, directory + 46 + 9]) shared.writeUInt32LE(shared.length - 60, at + 20);
    await expect(read(shared)).rejects.toMatchObject({ code: 'BUNDLE_UNREADABLE' });
    const nowhere = Buffer.from(whole);
    nowhere.writeUInt32LE(0x7fffffff, whole.length - 6);
    await expect(read(nowhere)).rejects.toMatchObject({ code: 'BUNDLE_UNREADABLE' });
  });

  it('reads a zip with the wide numbers of zip64', async () => {
    // Sizes and offset move from the plain fields to an extra field, and the directory is found through the wide end record.
    const whole = rawZip([{ name: 'a.json', content: '{}' }]);
    const start = whole.readUInt32LE(whole.length - 6);
    const central = Buffer.from(whole.subarray(start, start + 46));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    [24, 20, 42].forEach((field, index) => {
      extra.writeBigUInt64LE(BigInt(central.readUInt32LE(field)), 4 + index * 8);
      central.writeUInt32LE(0xffffffff, field);
    });
    central.writeUInt16LE(extra.length, 30);
    const directory = Buffer.concat([central, Buffer.from('a.json'), extra]);
    const end64 = Buffer.alloc(56);
    end64.writeUInt32LE(0x06064b50, 0);
    [1, directory.length, start].forEach((value, index) => end64.writeBigUInt64LE(BigInt(value), 32 + index * 8));
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(BigInt(start + directory.length), 8);
    const end = Buffer.from(whole.subarray(whole.length - 22));
    end.fill(0xff, 8, 20);
    const wide = Buffer.concat([whole.subarray(0, start), directory, end64, locator, end]);
    expect(await read(wide)).toEqual([{ name: 'a.json', content: Buffer.from('{}'), problem: null }]);
  });

  it('rejects a bundle that is too large, has no JSON file, or is a truncated zip', async () => {
    const large = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.json`, Buffer.alloc(90 * KILOBYTE)]));
    await expect(read(await zip(large), limits)).rejects.toMatchObject({ code: 'BUNDLE_TOO_LARGE' });
    await expect(read(await zip({ 'notes.txt': 'x' }))).rejects.toMatchObject({ code: 'BUNDLE_EMPTY' });
    const whole = await zip({ 'a.json': '{}' });
    await expect(read(whole.subarray(0, whole.length - 30))).rejects.toMatchObject({ code: 'BUNDLE_UNREADABLE' });
  });

  it('reports a damaged file inside a zip, and yields the other files', async () => {
    const whole = await zip({ 'a.json': JSON.stringify(Array.from({ length: 2000 }, (_none, index) => index * 7919)), 'b.json': '{}' });
    const damaged = Buffer.from(whole);
    for (let offset = 60; offset < 200; offset += 1) damaged[offset] = 0xff;
    expect(await read(damaged)).toMatchObject([
      { name: 'a.json', content: null, problem: expect.stringContaining('damaged') },
      { name: 'b.json', problem: null },
    ]);
  });

  it('decompresses gzip files such as CloudTrail logs, and reports truncated or too large ones', async () => {
    const events = gzipSync('{"Records": []}');
    const huge = gzipSync(Buffer.alloc(200 * KILOBYTE));
    const [truncated, large, whole] = await read(
      await zip({ 'a-truncated.json.gz': events.subarray(0, 12), 'b-large.json.gz': huge, 'c.json.gz': events }),
      limits,
    );
    expect(whole).toEqual({ name: 'c.json.gz', content: Buffer.from('{"Records": []}'), problem: null });
    expect(large).toMatchObject({ content: null, problem: expect.stringContaining('larger than') as string });
    expect(truncated).toMatchObject({ content: null, problem: expect.stringContaining('incomplete') as string });
  });
});
