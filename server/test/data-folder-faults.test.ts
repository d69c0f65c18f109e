import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPreparedData } from './support/prepared-data.cjs';
import { BUNDLE, startServer } from './support/server-process.cjs';

const MAIN = join(BUNDLE, 'main.js');
const FREE_SPACE = 'Free some space on that disk, then start CAM again.';
const NOBODY = 65534;

/** Mounting in a namespace of one's own needs the rights of root, which some containers withhold. */
const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
/** Another user must be able to read the built server. */
const canActAsNobody = process.getuid?.() === 0 && spawnSync('test', ['-r', MAIN], { uid: NOBODY, gid: NOBODY }).status === 0;

const folders: string[] = [];
afterAll(() => folders.forEach((one) => rmSync(one, { recursive: true, force: true })));
const prepared = async (): Promise<string> => {
  const { dataDir: folder } = await copyPreparedData('installation');
  folders.push(folder);
  return folder;
};

interface Refusal {
  code: number | null;
  lines: string[];
}

/** Runs a server that does not start, and returns its exit code and what it says. */
function refusalOf(run: () => { status: number | null; stderr: string }): Refusal {
  const { status, stderr } = run();
  return {
    code: status,
    lines: stderr
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('oidc-provider WARNING')),
  };
}

const environment = (dataDir: string): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, PORT: '0', CAM_DATA: dataDir, CAM_DEMO: 'off' });

/** Runs a server with its data folder on a disk of its own, which a script prepares: `$1` is the folder to copy, `/mnt/data` the data folder. */
const onDisk = (size: string, script: string, source: string): Refusal =>
  refusalOf(() =>
    spawnSync(
      'unshare',
      ['--mount', 'sh', '-ec', `mount -t tmpfs -o size=${size} tmpfs /mnt\n${script}\nexec "$2" "$3"`, 'sh', source, process.execPath, MAIN],
      {
        encoding: 'utf8',
        env: environment('/mnt/data'),
      },
    ),
  );

const FILL = 'head -c 200m /dev/zero > /mnt/fill 2>/dev/null || true';

(canMount ? describe : describe.skip)('a server whose data folder is on a small disk (needs the right to mount)', () => {
  it('says that the disk is full, and names the file', () => {
    expect(onDisk('1m', `mkdir /mnt/data\n${FILL}`, '')).toEqual({
      code: 1,
      lines: ['CAM cannot use /mnt/data/cam.lock.json: there is no space left on the disk (ENOSPC).', FREE_SPACE],
    });
  }, 240_000);

  it('says that the disk is full if the database cannot be created', () => {
    expect(onDisk('20m', 'mkdir /mnt/data', '')).toEqual({
      code: 1,
      lines: ['The embedded database in /mnt/data/db cannot be opened: there is no space left on the disk.', FREE_SPACE],
    });
  }, 240_000);

  it('says that the disk is full if the database cannot be opened, and does not call it damaged', async () => {
    // The page of the former lock is enough for the new one. With another page, the database opens, because it begins by removing its statistics.
    expect(onDisk('100m', `cp -r "$1" /mnt/data\n${FILL}\nrm /mnt/data/cam.lock.json`, await prepared())).toEqual({
      code: 1,
      lines: ['The embedded database in /mnt/data/db cannot be opened: there is no space left on the disk.', FREE_SPACE],
    });
  }, 240_000);

  it('says that the folder is read-only', async () => {
    expect(onDisk('100m', 'cp -r "$1" /mnt/data\nmount -o remount,ro /mnt', await prepared())).toEqual({
      code: 1,
      lines: [
        'CAM cannot use /mnt/data/cam.lock: the file system is read-only (EROFS).',
        'Give the user that runs CAM read and write access, or set CAM_DATA to a folder that this user owns.',
      ],
    });
  }, 240_000);
});

(canActAsNobody ? describe : describe.skip)('a server that runs as a user without rights to the data folder (needs root)', () => {
  /** Runs the server as another user, which must be able to read the project. */
  const asNobody = (dataDir: string): Refusal =>
    refusalOf(() => spawnSync(process.execPath, [MAIN], { encoding: 'utf8', env: environment(dataDir), uid: NOBODY, gid: NOBODY }));

  it('names the folder that it cannot write to', async () => {
    const dataDir = await prepared();
    for (const name of ['cam.lock', 'cam.lock.json']) rmSync(join(dataDir, name), { force: true });
    chmodSync(dataDir, 0o755);
    expect(asNobody(dataDir)).toEqual({
      code: 1,
      lines: [
        `CAM cannot use ${join(dataDir, 'cam.lock')}: access is denied (EACCES).`,
        'Give the user that runs CAM read and write access, or set CAM_DATA to a folder that this user owns.',
      ],
    });
  }, 180_000);

  it('names a file of the database that it cannot read', async () => {
    const dataDir = await prepared();
    for (const name of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) chownSync(join(dataDir, name), NOBODY, NOBODY);
    const file = join(dataDir, 'db/global/pg_control');
    chownSync(file, 0, 0);
    chmodSync(file, 0o600);
    expect(asNobody(dataDir)).toEqual({
      code: 1,
      lines: [
        `The embedded database in ${join(dataDir, 'db')} cannot be opened: access to ${file} is denied.`,
        'Give the user that runs CAM read and write access to all files of the data folder.',
      ],
    });
  }, 180_000);
});

describe('a server with a damaged database', () => {
  const firstLog = (dataDir: string): string => readdirSync(join(dataDir, 'db/pg_wal')).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? '';

  it.each<[string, (dataDir: string) => void]>([
    ['its control file is empty', (dataDir) => truncateSync(join(dataDir, 'db/global/pg_control'))],
    ['its tables are gone', (dataDir) => rmSync(join(dataDir, 'db/base'), { recursive: true })],
    ['its log is gone', (dataDir) => rmSync(join(dataDir, 'db/pg_wal', firstLog(dataDir)))],
  ])(
    'says that the database is damaged and what to do if %s',
    async (_what, damage) => {
      const dataDir = await prepared();
      damage(dataDir);
      const { code, lines } = refusalOf(() => spawnSync(process.execPath, [MAIN], { encoding: 'utf8', env: environment(dataDir) }));
      expect(code).toBe(1);
      expect(lines).toEqual([
        expect.stringContaining(`The embedded database in ${join(dataDir, 'db')} cannot be opened, since it is damaged: `),
        'Restore the data folder from a backup, or set CAM_DATA to another folder.',
      ]);
    },
    180_000,
  );

  it('makes it anew if its creation was interrupted', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cam-test-'));
    folders.push(dataDir);
    cpSync(join(await prepared(), 'db/global'), join(dataDir, 'db/global'), { recursive: true });
    writeFileSync(join(dataDir, 'db.incomplete'), '');
    const server = await startServer({ CAM_DATA: dataDir });
    await server.stop({ keepData: true });
    expect(existsSync(join(dataDir, 'db.incomplete'))).toBe(false);
    expect(statSync(join(dataDir, 'db/PG_VERSION')).isFile()).toBe(true);
  }, 240_000);
});
