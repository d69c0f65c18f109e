import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { tablesOf } from '../src/platform/backup/catalogue';
import { Db } from '../src/platform/db/database';
import { migrate } from '../src/platform/db/migrate';
import { allMigrations } from '../src/platform/db/migrations';
import { COMPANY, dump } from './support/aws-account';
import { importAccount, rowsOf } from './support/bundle';
import { api } from './support/client';
import { createDatabase, findPostgres, onDatabase, startPostgres, type TestPostgres } from './support/postgres.cjs';
import { findS3, startS3 } from './support/s3-server.cjs';
import { schemaOf } from './support/schema-of';
import { BUNDLE, QUICK_WASM, startServer, type ServerProcess } from './support/server-process.cjs';
import { silent } from './support/test-database';
import { PATIENT, until } from './support/until';

const PASSPHRASE = 'a passphrase of the test';
const QUERY = 'role with-access object_store for write';
const RELEASE = 'remotes/alerts/1.0.0/remoteEntry.js';
const CAM = join(__dirname, '../../scripts/cam.mjs');
const LOCK_FILES = ['cam.lock', 'cam.lock.json'];

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'cam-test-backup-'));
  folders.push(made);
  return made;
};
afterAll(() => folders.forEach((one) => rmSync(one, { recursive: true, force: true })));

interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

const cam = (args: string[], env: Record<string, string>): Outcome =>
  spawnSync(process.execPath, ['--require', QUICK_WASM, CAM, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, CAM_BACKUP_PASSPHRASE: PASSPHRASE, ...env },
  });

/** Returns the outcome without the lines that tell of the progress. */
const resultOf = ({ status, stdout, stderr }: Outcome): { status: number | null; stdout: string; errors: string[] } => ({
  status,
  stdout,
  errors: stderr.split('\n').filter((line) => line !== '' && !/^(Checking|Restoring|Saved) /.test(line)),
});

/** The last two lines, which are the whole message of a refusal. */
const lastLines = ({ stderr }: Outcome): string => stderr.trim().split('\n').slice(-2).join('\n');

const openFolder = (dataDir: string): Promise<Db> => Db.embedded(join(dataDir, 'db'), pathToFileURL(join(BUNDLE, 'pglite-worker.js')));
/** Row-level security does not hide rows from the superuser. */
const openPostgres = (url: string): Promise<Db> => Db.postgres(url.replace('cam@', 'admin@'), silent);

/** Returns a digest of the rows of each table, whatever their order. The job queue notes in `version` when it last looked after itself. */
async function contentsOf(opened: Promise<Db>): Promise<Record<string, string>> {
  const db = await opened;
  try {
    return await db.owner(async (tx) => {
      await sql`set local timezone = 'UTC'`.execute(tx);
      const digests: Record<string, string> = {};
      for (const { schema, name, columns } of await tablesOf(tx)) {
        if (schema === 'cam_jobs' && name === 'version') continue;
        const line = sql`json_build_array(${sql.join([...columns].sort((a, b) => (a.name < b.name ? -1 : 1)).map((column) => sql`${sql.ref(column.name)}::text`))})::text`;
        const { rows } = await sql<{ digest: string }>`
          select count(*) || ' rows ' || coalesce(md5(string_agg(line, ',' order by line collate "C")), '') as digest
          from (select ${line} as line from ${sql.table(`${schema}.${name}`)}) as lines`.execute(tx);
        digests[`${schema}.${name}`] = rows[0]?.digest ?? '';
      }
      const { rows } = await sql<{
        line: string;
      }>`select sequencename || ' ' || coalesce(last_value, 0) as line from pg_sequences where schemaname = 'public'`.execute(tx);
      return {
        ...digests,
        sequences: rows
          .map(({ line }) => line)
          .sort()
          .join(),
      };
    });
  } finally {
    await db.close();
  }
}

/** Returns the files that a backup holds, with their content and mode. */
function filesOf(dataDir: string): Record<string, string> {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => !/^db(\/|$)|^cam\.lock|^server\.json$/.test(name));
  const files = names.filter((name) => statSync(join(dataDir, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name, `${statSync(join(dataDir, name)).mode} ${readFileSync(join(dataDir, name)).toString('base64')}`]),
  );
}

async function tokenOf({ url, operatorKey }: ServerProcess): Promise<string> {
  const headers = { authorization: `Operator ${operatorKey}` };
  return (await api('POST /v1/operator/token', { body: { user: 'admin@demo.example' }, headers }, undefined, url)).body.access_token;
}

/** Imports an account, so that most tables have rows, and returns the rows of a search. */
async function fill(server: ServerProcess): Promise<unknown[]> {
  const token = await tokenOf(server);
  expect((await importAccount(token, dump(COMPANY), { base: server.url })).current_phase_enum).toBe('PHASE_DONE');
  mkdirSync(join(server.dataDir, RELEASE, '..'), { recursive: true });
  // Content that does not shrink, so that the backup has several blocks.
  writeFileSync(join(server.dataDir, RELEASE), randomBytes(700_000));
  return rowsOf(token, QUERY, server.url);
}

describe('a backup of the embedded database', () => {
  let source: string;
  let backup: string;
  let contents: Record<string, string>;
  let rows: unknown[];

  beforeAll(async () => {
    const server = await startServer();
    rows = await fill(server);
    source = server.dataDir;
    folders.push(source);
    backup = join(folder(), 'embedded.backup');
    const early = cam(['backup', backup], { CAM_DATA: source });
    expect(early.status).toBe(1);
    expect(lastLines(early)).toMatch(/^A CAM server at .* already uses the data folder .*\nStop it, or set CAM_DATA to another folder\.$/);
    await server.stop({ keepData: true });
    contents = await contentsOf(openFolder(source));
    const saved = cam(['backup', backup], { CAM_DATA: source });
    expect(resultOf(saved)).toEqual({ status: 0, stdout: expect.stringMatching(/^Saved \d+ rows and \d+ files to /), errors: [] });
  }, 900_000);

  it('is encrypted, and readable by its owner only', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(backup);
    for (const secret of [readFileSync(join(source, 'operator.key'), 'utf8').trim(), 'admin@demo.example'])
      expect(bytes.includes(secret)).toBe(false);
    expect(existsSync(`${backup}.partial`)).toBe(false);
  });

  it('restores every table and file into an empty folder', async () => {
    const target = join(folder(), 'new');
    const restored = cam(['restore', backup], { CAM_DATA: target });
    expect(resultOf(restored)).toEqual({ status: 0, stdout: expect.stringContaining('Start CAM to use them.'), errors: [] });
    expect(await contentsOf(openFolder(target))).toEqual(contents);
    expect(filesOf(target)).toEqual(filesOf(source));
    expect(Object.keys(filesOf(target))).toEqual(expect.arrayContaining(['operator.key', 'secret.key', RELEASE]));
    const server = await startServer({ CAM_DATA: target });
    expect(await rowsOf(await tokenOf(server), QUERY, server.url)).toEqual(rows);
    await server.stop({ keepData: true });
    const again = cam(['restore', backup], { CAM_DATA: target });
    expect([again.status, lastLines(again)]).toEqual([
      1,
      `The data folder ${target} is not empty, so nothing was restored.\nSet CAM_DATA to a new folder, or move its content elsewhere.`,
    ]);
  }, 900_000);

  (findS3() ? it : it.skip)(
    'restores bundles and releases into a bucket, and from there into a folder',
    async () => {
      const s3 = await startS3();
      const [target, back, again] = [join(folder(), 'new'), join(folder(), 'back'), join(folder(), 'of-bucket.backup')];
      const ofBucket = { ...s3.env, CAM_DATA: target, CAM_SECRET_KEY: readFileSync(join(source, 'secret.key'), 'utf8').trim() };
      try {
        expect(resultOf(cam(['restore', backup], ofBucket))).toMatchObject({ status: 0, errors: [] });
        expect(Object.keys(filesOf(target)).filter((name) => /^(bundles|remotes)/.test(name))).toEqual([]);
        const used = cam(['restore', backup], { ...ofBucket, CAM_DATA: folder() });
        expect([used.status, lastLines(used)]).toEqual([
          1,
          expect.stringMatching(/^The bucket of CAM_STORAGE is not empty: it has .*\nSet CAM_STORAGE to another prefix, or delete these objects\.$/),
        ]);
        expect(cam(['backup', again], ofBucket).status).toBe(0);
        await s3.stop();
        const down = cam(['backup', join(folder(), 'down.backup')], ofBucket);
        expect([down.status, lastLines(down)]).toEqual([
          1,
          expect.stringMatching(/^CAM_STORAGE=s3:.* cannot be reached .*\nCheck that the storage runs/),
        ]);
      } finally {
        await s3.remove();
      }
      expect(cam(['restore', again], { CAM_DATA: back }).status).toBe(0);
      const withoutMode = (files: Record<string, string>): Record<string, string> =>
        Object.fromEntries(Object.entries(files).map(([name, content]) => [name, content.replace(/^\d+ /, '')]));
      expect(withoutMode(filesOf(back))).toEqual(withoutMode(filesOf(source)));
    },
    900_000,
  );

  it.each<[string, (whole: Buffer) => Buffer, Record<string, string>]>([
    ['has another passphrase', (whole) => whole, { CAM_BACKUP_PASSPHRASE: 'another passphrase' }],
    ['is cut off in a block', (whole) => whole.subarray(0, whole.length - 1), {}],
    ['is cut off between blocks', (whole) => whole.subarray(0, whole.indexOf('\n') + 1 + 256 * 1024 + 16), {}],
    ['was altered', (whole) => Buffer.from(whole.map((byte, index) => (index === whole.length - 9 ? byte ^ 1 : byte))), {}],
    ['is something else', () => Buffer.from('{}\n'), {}],
  ])('is refused before anything is written if it %s', (_what, change, env) => {
    const file = join(folder(), 'changed.backup');
    writeFileSync(file, change(readFileSync(backup)));
    const target = folder();
    const refused = cam(['restore', file], { CAM_DATA: target, ...env });
    expect(refused.status).toBe(1);
    expect(lastLines(refused)).toMatch(
      /^The backup .* cannot be restored: .*\.\nNothing was written\. Check the secret, or use another copy of the file\.$/,
    );
    expect(readdirSync(target).sort()).toEqual(LOCK_FILES);
  });

  it('is refused if a newer release wrote it', async () => {
    const copy = folder();
    cpSync(source, copy, { recursive: true });
    const db = await openFolder(copy);
    await db.executeSql(`insert into kysely_migration (name, timestamp) values ('20991231T2359_from_the_future', '2099-12-31T23:59:00.000Z')`);
    await db.close();
    const file = join(folder(), 'newer.backup');
    expect(cam(['backup', file], { CAM_DATA: copy }).status).toBe(0);
    const target = folder();
    const refused = cam(['restore', file], { CAM_DATA: target });
    expect([refused.status, lastLines(refused)]).toEqual([
      1,
      `A newer release has written the backup ${file} (step "20991231T2359_from_the_future").\nRestore it with that release or a later one.`,
    ]);
    expect(readdirSync(target).sort()).toEqual(LOCK_FILES);
  }, 900_000);

  it('of an older release is restored as it was, and brought up to date by the next start', async () => {
    const names = Object.keys(allMigrations).sort();
    const older = Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name <= (names[40] ?? '')));
    const old = folder();
    const db = await openFolder(old);
    await migrate(db, older, silent);
    await db.executeSql(`insert into tenant (tenant_id, name) values ('early', 'An early tenant')`);
    await db.close();
    const file = join(folder(), 'older.backup');
    const keyFile = join(folder(), 'backup.key');
    writeFileSync(keyFile, Buffer.alloc(32, 7).toString('base64'));
    expect(cam(['backup', file, '--key-file', keyFile], { CAM_DATA: old }).status).toBe(0);
    const target = folder();
    expect(cam(['restore', file], { CAM_DATA: target }).stderr).toContain('it was encrypted with a key file');
    expect(cam(['restore', file, '--key-file', keyFile], { CAM_DATA: target }).status).toBe(0);
    const restored = await openFolder(target);
    await migrate(restored, allMigrations, silent);
    const kept = (await restored.executeSql('select tenant_id, name from tenant')).rows;
    const schema = await schemaOf(restored);
    await restored.close();
    expect(kept).toEqual([{ tenant_id: 'early', name: 'An early tenant' }]);
    const fresh = await openFolder(source);
    expect(schema).toEqual(await schemaOf(fresh));
    await fresh.close();
  }, 900_000);

  it('that did not complete keeps the server from starting', async () => {
    const target = folder();
    writeFileSync(join(target, 'restore.incomplete'), '');
    await expect(startServer({ CAM_DATA: target })).rejects.toThrow(
      /A restore into the data folder .* was interrupted, so CAM does not start on it\.\nEmpty the folder/,
    );
  }, 900_000);

  (findPostgres() ? describe : describe.skip)('and of PostgreSQL', () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await startPostgres();
      const empty = await startServer({ ...onDatabase(postgres.url), CAM_DEMO: 'none' });
      await empty.stop();
    }, 900_000);
    afterAll(() => postgres.stop());

    const emptyDatabase = async (): Promise<string> => {
      const url = await createDatabase(postgres.url, { connectTo: 'postgres' });
      const db = await openPostgres(url);
      await db.executeSql('drop owned by cam cascade; drop schema if exists cam_jobs cascade');
      await db.executeSql('drop schema public cascade; create schema public authorization cam');
      await db.close();
      return url;
    };

    const hasNoJobs = async (url: string): Promise<boolean> => {
      const db = await openPostgres(url);
      const { rows } = await db.executeSql(`select 1 from cam_jobs.job where state < 'completed' and start_after <= now() limit 1`);
      await db.close();
      return rows.length === 0;
    };

    it('restores every table of the embedded database into PostgreSQL, and of a PostgreSQL in use into another', async () => {
      const url = await emptyDatabase();
      const target = folder();
      const env = { CAM_DATA: target, DATABASE_URL: url };
      const restored = cam(['restore', backup], env);
      expect(resultOf(restored)).toMatchObject({ status: 0, errors: [] });
      expect(await contentsOf(openPostgres(url))).toEqual(contents);
      const used = cam(['restore', backup], { ...env, CAM_DATA: folder() });
      expect([used.status, lastLines(used)]).toEqual([
        1,
        'The database is not empty, so nothing was restored.\nCreate an empty database, and set DATABASE_URL to it.',
      ]);
      const server = await startServer({ ...env, CAM_DEMO: 'off' });
      expect(await rowsOf(await tokenOf(server), QUERY, server.url)).toEqual(rows);

      // The jobs that waited at the time of the backup run now, and change what is compared.
      await until('the queue is empty', () => hasNoJobs(url), PATIENT);
      const file = join(folder(), 'postgres.backup');
      const saved = cam(['backup', file], env);
      expect(resultOf(saved)).toMatchObject({ status: 0, errors: [] });
      await server.stop({ keepData: true });
      const source = await contentsOf(openPostgres(url));
      const second = await emptyDatabase();
      const copy = folder();
      expect(cam(['restore', file], { CAM_DATA: copy, DATABASE_URL: second }).status).toBe(0);
      const result = await contentsOf(openPostgres(second));
      // The server goes on while it is saved: its queue notes when it looked after itself.
      const withoutQueue = (all: Record<string, string>): [string, string][] => Object.entries(all).filter(([name]) => !name.startsWith('cam_jobs.'));
      expect(withoutQueue(result)).toEqual(withoutQueue(source));
      expect(result['cam_jobs.queue']).toMatch(/^[1-9]\d* rows/);
      expect(filesOf(copy)).toEqual(filesOf(target));
    }, 900_000);
  });
});
