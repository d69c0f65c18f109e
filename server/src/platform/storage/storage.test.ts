import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findS3, startS3, type TestS3 } from '../../../test/support/s3-server.cjs';
import { FolderStorage } from './folder-storage';
import { readText, type ObjectStorage } from './object-storage';
import { openStorage } from './open-storage';
import { S3Storage } from './s3-storage';
import { readStorage, type S3Settings } from './storage-settings';

const folder = mkdtempSync(join(tmpdir(), 'cam-storage-'));
const isS3There = findS3() !== null;
let s3: TestS3;
beforeAll(async () => {
  if (isS3There) s3 = await startS3();
}, 60_000);
afterAll(async () => {
  if (isS3There) await s3.remove();
  rmSync(folder, { recursive: true });
});

const settings = (change: Record<string, string> = {}): S3Settings => readStorage({ ...s3.env, ...change }) as S3Settings;
const noIdentity = (): Promise<never> => Promise.reject(new Error('not asked'));
const s3Storage = (): ObjectStorage => {
  const { keys } = settings();
  return new S3Storage(settings(), async () => keys as NonNullable<typeof keys>, join(folder, 'scratch'));
};
const keysOf = async (storage: ObjectStorage, from = ''): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of storage.keysBelow(from)) keys.push(key);
  return keys.sort();
};
const MEGABYTE = 1024 * 1024;

async function* chunks(count: number, failsAt = -1): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) {
    if (index === failsAt) throw new Error('the client left');
    yield Buffer.alloc(MEGABYTE, index);
  }
}

describe.each<[string, () => ObjectStorage, boolean]>([
  ['a folder', () => new FolderStorage(join(folder, 'data')), true],
  ['a bucket', s3Storage, isS3There],
])('the storage in %s', (_kind, open, isThere) => {
  const test = isThere ? it : it.skip;
  let storage: ObjectStorage;
  beforeEach(async () => {
    if (isThere) storage = open().below('bundles');
  });
  afterEach(async () => {
    if (isThere) await storage.removeFolder('');
  });

  test('stores, replaces and deletes objects', async () => {
    const key = "a%40b/it's (1)+&=é.json";
    expect(await storage.get(key)).toBeNull();
    expect(await storage.sizeOf(key)).toBeNull();
    expect(await storage.put(key, 'first')).toBe(5);
    expect(await storage.put(key, Buffer.from('second one'))).toBe(10);
    expect(await readText(storage, key)).toBe('second one');
    expect(await storage.sizeOf(key)).toBe(10);
    expect(await storage.put('empty', '')).toBe(0);
    expect(await readText(storage, 'empty')).toBe('');
    await storage.remove(key);
    await storage.remove(key);
    expect(await keysOf(storage)).toEqual(['empty']);
  });

  test('stores a stream of unknown length, and nothing of one that breaks off', async () => {
    expect(await storage.put('large', chunks(18))).toBe(18 * MEGABYTE);
    const found = await storage.get('large');
    expect(found?.size).toBe(18 * MEGABYTE);
    let bytes = 0;
    for await (const chunk of found?.stream ?? []) {
      expect((chunk as Buffer)[0]).toBe(Math.floor(bytes / MEGABYTE));
      bytes += (chunk as Buffer).length;
    }
    expect(bytes).toBe(18 * MEGABYTE);
    for (const at of [1, 17]) await expect(storage.put('large', chunks(18, at))).rejects.toThrow('the client left');
    await expect(storage.put('new', chunks(18, 17))).rejects.toThrow('the client left');
    expect(await storage.sizeOf('large')).toBe(18 * MEGABYTE);
    expect(await keysOf(storage)).toEqual(['large']);
  });

  test('lists what is directly in a folder, and all keys below', async () => {
    for (const key of ['one.zip', 'two.pulled/users.json', 'two.pulled/deep/groups.json', 'two.pulled.zip']) await storage.put(key, key);
    expect((await storage.list('')).sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'one.zip', size: 7, isFolder: false },
      { name: 'two.pulled', size: 0, isFolder: true },
      { name: 'two.pulled.zip', size: 14, isFolder: false },
    ]);
    expect(await storage.list('none')).toEqual([]);
    expect(await keysOf(storage, 'two.pulled')).toEqual(['two.pulled/deep/groups.json', 'two.pulled/users.json']);
    await storage.removeFolder('two.pulled');
    expect(await keysOf(storage)).toEqual(['one.zip', 'two.pulled.zip']);
  });

  test('moves and replaces whole folders', async () => {
    for (const key of ['staging/a.json', 'staging/b/c.json', 'target/old.json']) await storage.put(key, key);
    await storage.moveFolder('staging', 'target');
    expect(await keysOf(storage)).toEqual(['target/a.json', 'target/b/c.json']);
    expect(await readText(storage, 'target/b/c.json')).toBe('staging/b/c.json');
    await storage.replaceFolder('target', new Map([['x/y.js', Buffer.from('y')], ['remote.json', Buffer.from('{}')]])); // prettier-ignore
    expect(await keysOf(storage)).toEqual(['target/remote.json', 'target/x/y.js']);
  });

  test('hands over objects and folders as files', async () => {
    await storage.put('one.zip', 'zip');
    await storage.put('two.pulled/b/c.json', 'c');
    expect(await storage.withLocal('one.zip', async (path) => readFileSync(path, 'utf8'))).toBe('zip');
    expect(
      await storage.withLocal('two.pulled', async (path) => [(await stat(path)).isDirectory(), await readdir(path, { recursive: true })]),
    ).toEqual([true, expect.arrayContaining(['b/c.json'])]);
    await expect(storage.withLocal('none', async (path) => readFileSync(path))).rejects.toThrow();
  });

  test('keeps keys below its folder', async () => {
    const below = storage.below('tenant');
    await below.put('a', 'a');
    expect(await keysOf(below)).toEqual(['a']);
    expect(await keysOf(storage)).toEqual(['tenant/a']);
  });
});

it('a folder never leads outside', async () => {
  writeFileSync(join(folder, 'secret.key'), 'key');
  await expect(new FolderStorage(join(folder, 'data')).get('../secret.key')).rejects.toThrow('leads outside');
});

(isS3There ? describe : describe.skip)('a bucket', () => {
  const opened = (change: Record<string, string>): Promise<ObjectStorage> =>
    openStorage({ dataDir: folder, storage: settings(change), identity: noIdentity });

  it('leaves no trace of its trial at the start, and no local copy', async () => {
    await opened({});
    expect(await keysOf(s3Storage())).toEqual([]);
    expect(await readdir(join(folder, 'scratch'))).toEqual([]);
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['no such bucket', { CAM_STORAGE: 's3://other' }, 'there is no such bucket', 'Create the bucket other, or set CAM_STORAGE to another one.'],
    [
      'an unknown key',
      { CAM_STORAGE_ACCESS_KEY_ID: 'OTHER' },
      'does not accept the access key (InvalidAccessKeyId)',
      'Check CAM_STORAGE_ACCESS_KEY_ID',
    ],
    [
      'a wrong key',
      { CAM_STORAGE_SECRET_ACCESS_KEY: 'x' },
      'does not accept the access key (SignatureDoesNotMatch)',
      'Check CAM_STORAGE_ACCESS_KEY_ID',
    ],
    ['nobody there', { CAM_STORAGE_ENDPOINT: 'http://127.0.0.1:9' }, '127.0.0.1:9 cannot be reached', 'CAM_STORAGE_ENDPOINT is its address'],
  ])('that cannot be used names the setting: %s', async (_what, change, problem, remedy) => {
    const message = await opened(change).catch((error: Error) => error.message);
    const [first, second, ...more] = String(message).split('\n');
    expect(first).toContain(problem);
    expect(first).toMatch(/^CAM_STORAGE=s3:\/\//);
    expect(second).toContain(remedy);
    expect(more).toEqual([]);
  });
});

it.each<[NodeJS.ProcessEnv, Partial<S3Settings> | null]>([
  [{}, null],
  [
    { CAM_STORAGE: 's3://cam-files//production/', AWS_REGION: 'eu-central-1' },
    { bucket: 'cam-files', prefix: 'production', endpoint: 'https://s3.eu-central-1.amazonaws.com', isPathStyle: false, keys: null },
  ],
  [
    { CAM_STORAGE: 's3://files.company', CAM_STORAGE_REGION: 'cn-north-1' },
    { endpoint: 'https://s3.cn-north-1.amazonaws.com.cn', isPathStyle: true },
  ],
  [
    { CAM_STORAGE: 's3://cam', CAM_STORAGE_ENDPOINT: 'https://minio:9000/' },
    { endpoint: 'https://minio:9000', region: 'us-east-1', isPathStyle: true },
  ],
  [{ CAM_STORAGE: 's3://cam', CAM_STORAGE_ENDPOINT: 'https://minio:9000', CAM_STORAGE_PATH_STYLE: 'off' }, { isPathStyle: false }],
])('readStorage reads %o', (env, expected) => {
  expect(readStorage(env)).toEqual(expected === null ? null : expect.objectContaining(expected));
});

it.each<[NodeJS.ProcessEnv, string]>([
  [{ CAM_STORAGE: '/data' }, 'CAM_STORAGE must name a bucket'],
  [{ CAM_STORAGE: 's3://cam' }, 'CAM_STORAGE_REGION must be the region'],
  [{ CAM_STORAGE: 's3://cam', CAM_STORAGE_ENDPOINT: 'minio:9000' }, 'CAM_STORAGE_ENDPOINT must be the address'],
  [{ CAM_STORAGE: 's3://cam', AWS_REGION: 'eu-west-1', CAM_STORAGE_ACCESS_KEY_ID: 'x' }, 'belong together'],
  [{ CAM_STORAGE: 's3://cam', AWS_REGION: 'eu-west-1', CAM_STORAGE_PATH_STYLE: 'yes' }, 'CAM_STORAGE_PATH_STYLE must be on or off'],
])('readStorage refuses %o', (env, words) => expect(() => readStorage(env)).toThrow(words));

describe('requests to a bucket at AWS', () => {
  const answer = (status: number, code: string): Response => new Response(`<Error><Code>${code}</Code></Error>`, { status });
  const atAws = readStorage({ CAM_STORAGE: 's3://cam-files/production', AWS_REGION: 'eu-central-1' }) as S3Settings;
  let asked: jest.SpiedFunction<typeof fetch>;
  let fresh: boolean[];
  const storage = new S3Storage(
    atAws,
    async (isFresh) => {
      fresh.push(isFresh);
      return { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
    },
    folder,
  );
  beforeEach(() => {
    fresh = [];
    asked = jest.spyOn(globalThis, 'fetch');
  });
  afterEach(() => asked.mockRestore());

  it('name the bucket in the host', async () => {
    asked.mockResolvedValue(new Response('content'));
    expect(await readText(storage, 'a b')).toBe('content');
    expect(String(asked.mock.calls[0]?.[0])).toBe('https://cam-files.s3.eu-central-1.amazonaws.com/production/a%20b');
  });

  it('are repeated while it is busy, and with new keys when the keys have expired', async () => {
    asked
      .mockResolvedValueOnce(answer(503, 'SlowDown'))
      .mockResolvedValueOnce(answer(400, 'ExpiredToken'))
      .mockResolvedValueOnce(new Response('content'));
    expect(await readText(storage, 'key')).toBe('content');
    expect(fresh).toEqual([false, false, true]);
  });

  it('that are refused are an outage in words, and not repeated', async () => {
    asked.mockResolvedValue(answer(403, 'AccessDenied'));
    await expect(storage.get('key')).rejects.toThrow('the object storage is not available: it answered 403 AccessDenied to GET production/key');
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
