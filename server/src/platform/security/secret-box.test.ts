import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSecretBox } from './secret-box';

const key = (letter: string): string => Buffer.alloc(32, letter).toString('base64');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cam-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('rotating the secret key', () => {
  it('writes a new key file, and the new key no longer opens secrets sealed with the old one', async () => {
    const box = await openSecretBox(folder, null);
    const other = await openSecretBox(folder, null);
    let sealed = box.seal('a token');
    const before = { sealed, key: await readFile(join(folder, 'secret.key'), 'utf8') };
    await box.rotate(async () => {
      // Both keys work during the rotation, also in another process.
      expect(other.open(sealed)).toBe('a token');
      sealed = box.seal(box.open(sealed));
    });
    expect(await readdir(folder)).toEqual(['secret.key']);
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).not.toBe(before.key);
    expect([box.open(sealed), other.open(sealed)]).toEqual(['a token', 'a token']);
    expect(() => box.open(before.sealed)).toThrow();
  });

  it('resumes an interrupted rotation with the key that it created', async () => {
    const box = await openSecretBox(folder, null);
    const sealed = box.seal('a token');
    await expect(box.rotate(() => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    const newKey = await readFile(join(folder, 'secret.key'), 'utf8');
    const reopened = await openSecretBox(folder, null);
    expect(reopened.open(sealed)).toBe('a token');
    await reopened.rotate(async () => undefined);
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(newKey);
  });

  it('loses nothing if several rotations start together', async () => {
    const box = await openSecretBox(folder, null);
    let sealed = box.seal('a token');
    const reseal = async (): Promise<void> => {
      sealed = box.seal(box.open(sealed));
    };
    await Promise.all(Array.from({ length: 8 }, () => box.rotate(reseal)));
    expect(box.open(sealed)).toBe('a token');
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it('requires the former key if the key is configured', async () => {
    const sealed = (await openSecretBox(folder, key('a'))).seal('a token');
    await expect((await openSecretBox(folder, key('b'))).rotate(async () => undefined)).rejects.toThrow('CAM_SECRET_KEY_PREVIOUS');
    const box = await openSecretBox(folder, key('b'), key('a'));
    const resealed = await box.rotate(async () => box.seal(box.open(sealed)));
    expect((await openSecretBox(folder, key('b'))).open(resealed)).toBe('a token');
  });
});
