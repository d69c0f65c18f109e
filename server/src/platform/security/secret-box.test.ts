import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyFiles, openSecretBox } from './secret-box';

const key = (letter: string): string => Buffer.alloc(32, letter).toString('base64');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cam-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('rotating the secret key', () => {
  it('writes a new key file, and the new key no longer opens secrets sealed with the old one', async () => {
    const box = await openSecretBox(folder, { secretKey: null });
    const other = await openSecretBox(folder, { secretKey: null });
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
    const box = await openSecretBox(folder, { secretKey: null });
    const sealed = box.seal('a token');
    await expect(box.rotate(() => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    const newKey = await readFile(join(folder, 'secret.key'), 'utf8');
    const reopened = await openSecretBox(folder, { secretKey: null });
    expect(reopened.open(sealed)).toBe('a token');
    await reopened.rotate(async () => undefined);
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(newKey);
  });

  it('loses nothing if several rotations start together', async () => {
    const box = await openSecretBox(folder, { secretKey: null });
    let sealed = box.seal('a token');
    const reseal = async (): Promise<void> => {
      sealed = box.seal(box.open(sealed));
    };
    await Promise.all(Array.from({ length: 8 }, () => box.rotate(reseal)));
    expect(box.open(sealed)).toBe('a token');
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it('requires the former key if the key is configured', async () => {
    const sealed = (await openSecretBox(folder, { secretKey: key('a') })).seal('a token');
    await expect((await openSecretBox(folder, { secretKey: key('b') })).rotate(async () => undefined)).rejects.toThrow('CAM_SECRET_KEY_PREVIOUS');
    const box = await openSecretBox(folder, { secretKey: key('b'), previousSecretKey: key('a') });
    const resealed = await box.rotate(async () => box.seal(box.open(sealed)));
    expect((await openSecretBox(folder, { secretKey: key('b') })).open(resealed)).toBe('a token');
  });
});

describe('keys that a vault wraps', () => {
  /** Returns the path of a command that wraps keys with a key of its own, as a vault does, and notes each call. */
  async function vault(): Promise<{ command: string; calls: () => Promise<string[]> }> {
    const [command, log] = [join(folder, 'vault.sh'), join(folder, 'vault.log')];
    const openssl = 'openssl enc -aes-256-cbc -pbkdf2 -iter 1 -pass pass:only-the-vault-knows -base64 -A';
    await writeFile(command, `#!/bin/sh\necho "$1" >> '${log}'\nif [ "$1" = wrap ]; then ${openssl}; else ${openssl} -d; fi\n`, { mode: 0o700 });
    return { command, calls: async () => (await readFile(log, 'utf8')).trim().split('\n') };
  }

  it('are stored encrypted only, rotate, and ask the vault once for each', async () => {
    const { command, calls } = await vault();
    const keyCommand = { secretKey: null, keyCommand: command };
    const box = await openSecretBox(folder, keyCommand);
    const other = await openSecretBox(folder, keyCommand);
    let sealed = box.seal('a token');
    const before = await readFile(join(folder, 'secret.key.wrapped'), 'utf8');
    expect([box.open(sealed), other.open(sealed)]).toEqual(['a token', 'a token']);
    expect(await calls()).toEqual(['wrap', 'unwrap', 'unwrap']);
    await box.rotate(async () => {
      expect(other.open(sealed)).toBe('a token');
      sealed = box.seal(box.open(sealed));
    });
    expect(other.open(sealed)).toBe('a token');
    expect(await readFile(join(folder, 'secret.key.wrapped'), 'utf8')).not.toBe(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('secret.key'))).toEqual(['secret.key.wrapped']);
  });

  it('take over the key file of the installation', async () => {
    const sealed = (await openSecretBox(folder, { secretKey: null })).seal('a token');
    const { command } = await vault();
    const box = await openSecretBox(folder, { secretKey: null, keyCommand: command });
    expect(box.open(sealed)).toBe('a token');
    expect((await readdir(folder)).filter((name) => name.startsWith('secret.key'))).toEqual(['secret.key.wrapped']);
    await expect(openSecretBox(folder, { secretKey: null })).rejects.toThrow('CAM_KEY_COMMAND is not set');
  });

  it('name the command that fails or prints no key, and write no key in clear', async () => {
    const command = join(folder, 'vault.sh');
    await writeFile(command, '#!/bin/sh\necho "no access to the vault" >&2\nexit 3\n', { mode: 0o700 });
    await expect(openSecretBox(folder, { secretKey: null, keyCommand: command })).rejects.toThrow(
      'CAM_KEY_COMMAND wrap failed: no access to the vault',
    );
    await writeFile(command, '#!/bin/sh\ncat\n', { mode: 0o700 });
    await expect(openSecretBox(folder, { secretKey: null, keyCommand: command })).rejects.toThrow('or the key itself');
    expect(await readdir(folder)).toEqual(['vault.sh']);
  });
});

it('the memory of a key file is overwritten after each use', () => {
  const path = join(folder, 'secret.key');
  writeFileSync(path, key('a'));
  const source = new KeyFiles(path);
  let kept: Buffer | undefined;
  source.use(([first]) => (kept = first));
  expect(kept).toEqual(Buffer.alloc(32));
});
