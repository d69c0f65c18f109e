import { gzipSync } from 'node:zlib';
import JSZip from 'jszip';
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
const limits = { largestFile: 100 * KILOBYTE, largestBundle: 250 * KILOBYTE };

describe('bundleFiles', () => {
  it('yields a single uploaded file, or the JSON files of a zip sorted by name', async () => {
    expect(await read(Buffer.from('{}'))).toEqual([{ name: 'sent.json', content: Buffer.from('{}'), problem: null }]);
    const names = (
      await read(await zip({ 'b.json': '1', 'a/x.JSON': '2', 'iam/list-users': '3', 'notes.txt': '', '__MACOSX/b.json': '', '.hidden.json': '' }))
    ).map(({ name }) => name);
    expect(names).toEqual(['a/x.JSON', 'b.json', 'iam/list-users']);
  });

  it('strips control characters from file names and never resolves them as paths', async () => {
    const [file] = await read(await zip({ '../../etc/pass\u001bwd.json': '{}' }));
    expect(file?.name).not.toMatch(/\p{Cc}/u);
    expect(file?.content?.toString()).toBe('{}');
  });

  it('reports a file that unpacks beyond the limit, and yields the other files', async () => {
    const bomb = await zip({ 'bomb.json': Buffer.alloc(50 * 1024 * KILOBYTE), 'good.json': '{}' });
    expect(bomb.length).toBeLessThan(limits.largestFile);
    const files = await read(bomb, limits);
    expect(files).toMatchObject([
      { name: 'bomb.json', content: null, problem: expect.stringContaining('larger than') },
      { name: 'good.json', problem: null },
    ]);
    expect(await read(Buffer.alloc(200 * KILOBYTE, ' '), limits)).toMatchObject([{ content: null }]);
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
