import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FolderStorage } from '../../platform/storage';
import { quotaOf } from './upload-quota';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cam-quota-'));
  await writeFile(join(folder, 'one.old.zip'), Buffer.alloc(600));
  await writeFile(join(folder, 'two.old.zip'), Buffer.alloc(300));
});
afterEach(() => rm(folder, { recursive: true }));

/** Sends 500 bytes as a new bundle of a source. */
async function upload(source: string, quota: number): Promise<number> {
  let sent = 0;
  const quotaCheck = await quotaOf(new FolderStorage(folder), `${source}.`, quota);
  await pipeline(Readable.from(Array.from({ length: 5 }, () => Buffer.alloc(100))), quotaCheck, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) sent += chunk.length;
  });
  return sent;
}

it('an upload is refused as soon as the bundles of the tenant exceed their quota; the bundle that it replaces does not count', async () => {
  expect(await upload('three', 1400)).toBe(500);
  expect(await upload('one', 800)).toBe(500);
  await expect(upload('three', 1399)).rejects.toMatchObject({ status: 422, code: 'UPLOAD_QUOTA' });
});
