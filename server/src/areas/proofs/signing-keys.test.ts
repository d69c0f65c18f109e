import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, parseCanonical, readPublicKeys, verify, writeEnvelope } from '@cam/checker';
import { newKey, published, rotated, signWith, type StoredKey } from './signing-keys';

const [BEGUN, ENDED] = ['2026-11-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z'];

/** Returns the proof of an example, signed with a key. */
function fileBy(keys: readonly StoredKey[]): string {
  const example = readFileSync(join(__dirname, '../../../../docs/proof/examples/group.json'), 'utf8');
  const { payload } = JSON.parse(example) as { payload: string };
  return writeEnvelope(parseCanonical(Buffer.from(payload, 'base64').toString()) as Json, (bytes) => signWith(keys, bytes));
}

const publicKeysOf = (keys: readonly StoredKey[]) => readPublicKeys(JSON.stringify({ keys: keys.map(published) }));

it('a rotation ends the key that signs and forgets its private part, and proofs of both keys stay valid', async () => {
  const before = [newKey(BEGUN)];
  const old = fileBy(before);
  const after = rotated(before, ENDED);
  expect(after.map(({ private_key: secret, begun_at, ended_at }) => ({ isSecret: secret !== null, begun_at, ended_at }))).toEqual([
    { isSecret: false, begun_at: BEGUN, ended_at: ENDED },
    { isSecret: true, begun_at: ENDED, ended_at: null },
  ]);
  const keys = publicKeysOf(after);
  expect(await verify(old, keys)).toMatchObject({ code: 0, signature: 'valid' });
  expect(await verify(fileBy(after), keys)).toMatchObject({ code: 0, signature: 'valid' });
  // Whoever kept the keys from before the rotation does not know the new one.
  expect(await verify(fileBy(after), publicKeysOf(before))).toMatchObject({ code: 1, signature: 'invalid' });
  expect(await verify(old, publicKeysOf(after.slice(1)))).toMatchObject({ code: 1, signature: 'invalid' });
  expect(JSON.stringify(after.map(published))).not.toContain('private');
});

it('nobody signs once all keys have ended', () => {
  const [ended] = rotated([newKey(BEGUN)], ENDED) as [StoredKey];
  expect(() => signWith([ended], Buffer.from('text'))).toThrow('there is no key for proofs');
});
