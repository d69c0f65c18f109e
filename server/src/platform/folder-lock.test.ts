import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config-error';
import { HOLDER_FILE, LOCK_FILE, lockFolder } from './folder-lock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const server = { what: 'A CAM server', address: 'http://localhost:8080' };

it('lockFolder names the holder of a locked folder, and locks it once the holder has released it', async () => {
  const lock = await lockFolder(folder, { ...server, shared: false });
  const refused = await lockFolder(folder, { what: 'A backup', shared: false }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  const [cause, remedy, ...more] = (refused as Error).message.split('\n');
  expect(cause).toContain(`A CAM server at http://localhost:8080 (process ${process.pid} on ${hostname()}, since 20`);
  expect(cause).toContain(`already uses the data folder ${folder}.`);
  expect([remedy, ...more]).toEqual(['Stop it, or set CAM_DATA to another folder.']);
  lock.release();
  (await lockFolder(folder, { ...server, shared: false })).release();
});

it('lockFolder admits several processes that share a folder, and none beside one that holds it alone', async () => {
  const first = await lockFolder(folder, { ...server, shared: true });
  const second = await lockFolder(folder, { ...server, shared: true });
  first.release();
  await expect(lockFolder(folder, { ...server, shared: false })).rejects.toThrow('already uses the data folder');
  second.release();
  const alone = await lockFolder(folder, { ...server, shared: false });
  await expect(lockFolder(folder, { ...server, shared: true })).rejects.toThrow('already uses the data folder');
  alone.release();
});

it('lockFolder recognizes the folder by another path', async () => {
  const other = `${folder}-link`;
  symlinkSync(folder, other);
  const lock = await lockFolder(folder, { ...server, shared: false });
  try {
    await expect(lockFolder(other, { ...server, shared: false })).rejects.toThrow('already uses the data folder');
  } finally {
    lock.release();
    rmSync(other);
  }
});

it.each([
  ['a living process of that number', JSON.stringify({ ...server, pid: process.pid, host: hostname(), since: '2026-01-01T00:00:00.000Z' })],
  ['nothing', ''],
])('lockFolder ignores files that a crash left, which name %s', async (_what, text) => {
  writeFileSync(join(folder, LOCK_FILE), '');
  writeFileSync(join(folder, HOLDER_FILE), text);
  (await lockFolder(folder, { ...server, shared: false })).release();
});

it('lockFolder refuses without a description while the holder has not written it yet', async () => {
  const lock = await lockFolder(folder, { ...server, shared: false });
  rmSync(join(folder, HOLDER_FILE));
  await expect(lockFolder(folder, { ...server, shared: false })).rejects.toThrow(
    `Another CAM process already uses the data folder ${folder}.\nStop it`,
  );
  lock.release();
});

it('lockFolder says how to install the program that it needs', async () => {
  const { PATH } = process.env;
  process.env.PATH = folder;
  try {
    const isNeeded = !['win32', 'darwin', 'freebsd', 'openbsd'].includes(process.platform);
    const locked = lockFolder(folder, { ...server, shared: false }).then(
      (lock) => lock.release(),
      (error: Error) => error.message,
    );
    if (isNeeded)
      expect(await locked).toBe(
        `CAM cannot lock ${join(folder, LOCK_FILE)}: the program flock is missing.\nInstall the package util-linux, then start CAM again.`,
      );
    else expect(await locked).toBeUndefined();
  } finally {
    process.env.PATH = PATH;
  }
});
