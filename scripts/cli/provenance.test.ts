import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, provenanceFiles } from './provenance';

const folder = mkdtempSync(join(tmpdir(), 'cam-provenance-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RELEASE = { id: 'alerts' as const, version: '1.0.0' };
const PIPELINE = { GITHUB_SHA: 'abc1', GITHUB_RUN_ID: '7', GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'team/alerts' };

beforeAll(() => writeFileSync(join(folder, 'integrity.json'), JSON.stringify({ 'b.js': 'sha384-b', 'a.js': 'sha384-a' })));

it('a release states its commit, its builder and the digest of its files', async () => {
  const files = await provenanceFiles(folder, RELEASE, PIPELINE);
  const digest = `sha384-${createHash('sha384').update('a.js sha384-a\nb.js sha384-b\n').digest('base64')}`;
  expect(JSON.parse(files['provenance.json'] ?? '')).toEqual({
    ...RELEASE,
    digest,
    commit: 'abc1',
    builder: 'https://git.example/team/alerts/actions/runs/7',
  });
  expect(files['signature.json']).toBeUndefined();
});

it('a key that only its owner can read signs the exact bytes of the statement', async () => {
  const file = join(folder, 'team.key');
  const { keyId, publicFile } = await createSigningKey(file);
  expect(statSync(file).mode & 0o077).toBe(0);
  const files = await provenanceFiles(folder, RELEASE, { ...PIPELINE, CAM_SIGNING_KEY_FILE: file });
  const { key_id, signature } = JSON.parse(files['signature.json'] ?? '') as { key_id: string; signature: string };
  expect(key_id).toBe(keyId);
  const key = createPublicKey(readFileSync(publicFile));
  expect(verify(null, Buffer.from(files['provenance.json'] ?? ''), key, Buffer.from(signature, 'base64'))).toBe(true);
  await expect(createSigningKey(file)).rejects.toThrow('Choose a new file name.');
});

it('a file that is no key is refused with what to do', async () => {
  await expect(provenanceFiles(folder, RELEASE, { CAM_SIGNING_KEY_FILE: join(folder, 'integrity.json') })).rejects.toThrow('remotes key create');
});
