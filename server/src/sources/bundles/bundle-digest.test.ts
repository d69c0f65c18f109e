import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { bundleDigest } from './bundle-digest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the digest of an upload is that of the file', async () => {
  writeFileSync(join(folder, 'a.json'), '{}');
  expect(await bundleDigest(join(folder, 'a.json'))).toBe(createHash('sha256').update('{}').digest('hex'));
});

it('the digest of a folder can be made with sha256sum, and names count', async () => {
  mkdirSync(join(folder, 'iam'));
  writeFileSync(join(folder, 'iam/details.json'), '{"a":1}');
  writeFileSync(join(folder, 'z.json'), '{}');
  const before = await bundleDigest(folder);
  const byHand = execFileSync('sh', ['-c', 'sha256sum iam/details.json z.json | sha256sum'], { cwd: folder, encoding: 'utf8' });
  expect(byHand).toMatch(before);
  writeFileSync(join(folder, 'y.json'), '{}');
  rmSync(join(folder, 'z.json'));
  expect(await bundleDigest(folder)).not.toBe(before);
});
