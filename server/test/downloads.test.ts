import { Readable } from 'node:stream';
import type { Api } from '@cam/contracts';
import type { Context } from '../src/platform/context';
import { Downloads, type WriteExport } from '../src/areas/downloads/service';
import { ACCOUNT_DUMP_FILES } from './support/inventory-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';
import { until } from './support/until';

let tenant: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  await importAccount(tenant.token, await zipOf(ACCOUNT_DUMP_FILES));
  await counted(tenant.token);
}, 240_000);

const start = (
  view: Api['POST /graph-querymgr/v1/resources/publish']['body']['view'],
  criteria: object = {},
  token: string | undefined = tenant.token,
) => api('POST /graph-querymgr/v1/resources/publish', { body: { view, criteria } }, token);

const state = (download_id: string, token: string | undefined = tenant.token) =>
  api('GET /graph-querymgr/v1/resources/publish/{download_id}', { path: { download_id } }, token);

const file = (download_id: string, token: string | undefined = tenant.token) =>
  api('GET /graph-querymgr/v1/resources/publish/{download_id}/file', { path: { download_id } }, token);

/** Waits for the file and returns its lines. */
async function linesOf(download_id: string): Promise<string[]> {
  await until('the file is ready', async () => (await state(download_id)).body.download.status === 'REPORT_STATUS_COMPLETED');
  return String((await file(download_id)).body)
    .replace(/^\uFEFF/, '')
    .split('\r\n');
}

describe('a data download', () => {
  it('of a list or a query is created by a job and fetched as a file', async () => {
    const started = await start('ENTITIES', { type: 'USER', columns: 'name' });
    expect([started.status, started.body.download.created_by]).toEqual([202, tenant.adminEmail]);
    expect(await linesOf(started.body.download.download_id)).toEqual(['"Name"', '"ada"', '"bob"', '"cleo"', '"dora"']);
    const answer = await start('ACCESS', { input: 'user with-access role', columns: 'identity' });
    expect(await linesOf(answer.body.download.download_id)).toContain('"cleo"');
    const listed = await api('GET /graph-querymgr/v1/resources/publish', {}, tenant.token);
    expect(listed.body.downloads.map(({ view }) => view)).toEqual(['ACCESS', 'ENTITIES']);
    expect(listed.body.downloads[1]?.file_name).toMatch(/^Users___\d{4}-\d\d-\d\d\.csv$/);
  });

  it('is rejected at once if its criteria are invalid', async () => {
    expect((await start('ENTITIES')).error.code).toBe('TYPE_MISSING');
    expect((await start('PRIVILEGES', { sorted_field: 'members' })).error.code).toBe('NO_SUCH_ORDER');
    expect((await start('ACCESS', { input: 'user with-' })).status).toBe(422);
    expect((await start('ENTITIES', { type: 'USER', password: 'x' })).status).toBe(422);
  });

  it('requires the right to read, and is invisible to other tenants', async () => {
    const tokenWithoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    const { download_id: id } = (await start('PRIVILEGES')).body.download;
    expect([(await start('PRIVILEGES', {}, tokenWithoutRight)).status, (await start('PRIVILEGES', {}, '')).status]).toEqual([403, 401]);
    for (const read of [state, file]) {
      expect([(await read(id, tokenWithoutRight)).status, (await read(id, '')).status, (await read(id, other.token)).status]).toEqual([
        403, 401, 404,
      ]);
      expect((await read('nothing')).status).toBe(404);
    }
    expect((await api('GET /graph-querymgr/v1/resources/publish', {}, other.token)).body.downloads).toEqual([]);
    await linesOf(id);
  });
});

describe('the file of a data download', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
  }, 180_000);
  afterAll(() => test.remove());

  /** Returns downloads whose jobs run only when the test calls `run`. */
  function open(write: WriteExport): { downloads: Downloads; run: (downloadId: string) => Promise<void> } {
    let handler: (data: never) => Promise<void> = async () => undefined;
    const jobs = { define: (_name: string, own: typeof handler) => (handler = own), enqueue: async () => 'job' };
    const exports = { ENTITIES: write, PRIVILEGES: write, UNUSED_ACCESS: write, ACCESS: write, EVIDENCE: write, REVIEW: write };
    const downloads = new Downloads({ db: test.db, jobs, log: silent } as unknown as Context, exports);
    return { downloads, run: (downloadId) => handler({ tenantId: 'one', downloadId } as never) };
  }
  const textOf = async (stream: Readable | undefined): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of stream ?? []) parts.push(Buffer.from(part as Buffer));
    return Buffer.concat(parts).toString();
  };
  const request = { view: 'ENTITIES' as const, criteria: {}, accountId: null, createdBy: 'ann@one.example' };

  it('is complete even if its job runs twice, and is gone after it expires', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `line ${n} of a file that is longer than one part of it\r\n`);
    const { downloads, run } = open(async () => ({
      fileName: 'a.csv',
      contentType: 'text/csv',
      stream: Readable.from(lines),
      partial: ['missing_fields'],
    }));
    const { download_id: id } = await downloads.start('one', request);
    await expect(downloads.file('one', id)).rejects.toMatchObject({ status: 409, code: 'DOWNLOAD_NOT_READY' });
    await run(id);
    await run(id);
    const file = await downloads.file('one', id);
    expect(await textOf(file.stream)).toBe(lines.join(''));
    expect([file.partial, (await downloads.find('one', id)).partial]).toEqual([['missing_fields'], ['missing_fields']]);
    await test.db.tenant('one', (tx) =>
      tx
        .updateTable('data_download')
        .set({ expires_at: new Date(0) })
        .execute(),
    );
    await expect(downloads.find('one', id)).rejects.toMatchObject({ status: 410 });
    await downloads.start('one', request);
    await expect(downloads.find('one', id)).rejects.toMatchObject({ status: 404 });
  });

  it('has the status ERROR if it could not be written', async () => {
    let isBroken = false;
    const { downloads, run } = open(async () => {
      if (isBroken) throw new Error('broken');
      return { fileName: 'a.csv', contentType: 'text/csv', stream: Readable.from([]) };
    });
    const { download_id: id } = await downloads.start('one', request);
    isBroken = true;
    await run(id);
    expect((await downloads.find('one', id)).status).toBe('REPORT_STATUS_ERROR');
    await expect(downloads.file('one', id)).rejects.toMatchObject({ status: 409, code: 'DOWNLOAD_FAILED' });
  });
});
