import JSZip from 'jszip';
import type { UnusedItem } from '@cam/contracts';
import type { Context } from '../src/context';
import { migrate } from '../src/db/migrate';
import { allMigrations } from '../src/db/migrations';
import { ReportsService } from '../src/reports/service';
import { allow, COMPANY, dump, policyDocument, user } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { download, linesOf, madeReport } from './support/reports';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';

const FORMULA = '=HYPERLINK("http:evil","click")';
const switched = (token: string, value: boolean) =>
  api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_REPORTS' }, body: { value } }, token);

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  for (const { token } of [tenant, other]) await switched(token, true);
  const odd = user(FORMULA, { inline: { all: policyDocument(allow('*')) } });
  await importAccount(tenant.token, dump({ ...COMPANY, users: [...(COMPANY.users ?? []), odd] }), { name: 'Production' });
});

const access = (name: string, query = 'user with-access any') => ({ name, type: 'REPORT_TYPE_ACCESS' as const, criteria: { query } });

describe('a report', () => {
  it('holds what its query answers, each cell as text, and says what it is of', async () => {
    const report = await madeReport(tenant.token, access('Who / what: שלום 🔐'));
    expect(report).toMatchObject({ status: 'REPORT_STATUS_COMPLETED', progress: 100, created_by: tenant.adminEmail });
    const { status, fileName, content } = await download(tenant.token, [report.report_id]);
    expect([status, fileName, content.length]).toEqual([200, 'Who _ what_ שלום 🔐.xlsx', report.bytes]);
    const [heading, ...lines] = linesOf(content);
    expect(heading?.slice(0, 2)).toEqual(['Identity', 'Identity Type']);
    expect(lines).toHaveLength(report.rows ?? -1);
    const body = { input: 'user with-access any', session_props: { batch_size: 1000 } };
    const { result_table: rows } = (await api('POST /v1/graph-querymgr/autocomplete-user', { body }, tenant.token)).body;
    expect(lines.map(([identity, , , , resource]) => [identity, resource]).sort()).toEqual(rows.map((row) => [row.identity, row.resource]).sort());
    expect(lines.map(([identity]) => identity)).toContain(FORMULA);
    expect(Object.fromEntries(linesOf(content, 'Summary'))).toMatchObject({ Query: 'user with-access any', Rows: String(rows.length) });
  });

  it('is renamed, listed by pages, and deleted with others or not at all', async () => {
    const made = [await madeReport(tenant.token, access('one')), await madeReport(tenant.token, access('two'))];
    const path = { report_id: made[1]?.report_id ?? '' };
    expect((await api('PATCH /v1/reports/{report_id}', { path, body: { name: 'Renamed' } }, tenant.token)).status).toBe(200);
    const page = async (offset: number) => (await api('GET /v1/reports', { query: { count: true, offset, limit: 1 } }, tenant.token)).body;
    const [first, second] = [await page(0), await page(1)];
    expect([first.entries[0]?.name, second.entries[0]?.name, first.count]).toEqual(['Renamed', 'one', second.count]);
    const ids = made.map(({ report_id: id }) => id);
    const remove = (report_ids: string[]) => api('DELETE /v1/reports', { query: { report_ids } }, tenant.token);
    expect((await remove([...ids, 'nothing'])).status).toBe(404);
    expect((await page(0)).count).toBe(first.count);
    expect((await remove(ids)).status).toBe(200);
    expect((await download(tenant.token, ids)).status).toBe(404);
    expect((await page(0)).count).toBe(first.count - 2);
  });

  it('is one of several in a zip, where those of one name both are', async () => {
    const made = [
      await madeReport(tenant.token, access('=1+1')),
      await madeReport(tenant.token, access('=1+1')),
      await madeReport(tenant.token, access('x'.repeat(300))),
    ];
    const { fileName, content } = await download(
      tenant.token,
      made.map(({ report_id: id }) => id),
    );
    expect(fileName).toBe('reports.zip');
    const zip = await JSZip.loadAsync(content);
    expect(Object.keys(zip.files)).toEqual(['=1+1.xlsx', '=1+1 (2).xlsx', `${'x'.repeat(120)}.xlsx`]);
    for (const file of Object.values(zip.files)) expect(linesOf(await file.async('nodebuffer'))[0]?.[0]).toBe('Identity');
  });

  it('of what cannot be read is refused with the place', async () => {
    const refused = await api('POST /v1/reports', { body: access('x', 'user with-access banana') }, tenant.token);
    expect([refused.status, refused.error.details]).toMatchObject([422, { position: 17 }]);
  });

  it('is for whoever may, of the own tenant alone, and where the tenant has reports', async () => {
    const { report_id } = await madeReport(tenant.token, access('ours'));
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    const blind = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    const rename = (token?: string) => api('PATCH /v1/reports/{report_id}', { path: { report_id }, body: { name: 'theirs' } }, token);
    const remove = (token?: string) => api('DELETE /v1/reports', { query: { report_ids: [report_id] } }, token);
    for (const call of [rename, remove]) {
      expect([(await call(other.token)).status, (await call(reader)).status, (await call(blind)).status, (await call()).status]).toEqual([
        404, 403, 403, 401,
      ]);
    }
    for (const [token, status] of [
      [other.token, 404],
      [blind, 403],
      ['', 401],
      [reader, 200],
    ] as const)
      expect((await download(token, [report_id])).status).toBe(status);
    expect((await api('GET /v1/reports', {}, other.token)).body.count).toBe(0);
    await switched(other.token, false);
    expect((await api('GET /v1/reports', {}, other.token)).error.code).toBe('REPORTS_OFF');
    expect((await api('POST /v1/reports', { body: access('x') }, other.token)).status).toBe(403);
  });
});

describe('the file of a report', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
    await migrate(test.db, allMigrations, silent);
  }, 60_000);
  afterAll(() => test.remove());

  /** Long and all different, so that a few thousand fill more than one part. */
  const name = (n: number) => Array.from({ length: 12 }, (_, k) => ((n + 1) * (k + 7) * 2654435761).toString(36)).join('-');
  const item = (n: number) =>
    ({ name: name(n), account_name: 'Production', policies_count: 1, scope: '', privileges_count: 0, last_used: null }) as unknown as UnusedItem;

  /** Reports of so many rows whose jobs run when the test says so; `onRows` is told before each part of the rows. */
  function open(rows: number, onRows: (part: number) => Promise<void> = async () => undefined) {
    let handler: (data: never, run: never) => Promise<void> = async () => undefined;
    const queued: string[] = [];
    const jobs = {
      define: (_name: string, own: typeof handler) => (handler = own),
      enqueue: async (_name: string, { reportId }: { reportId: string }) => void queued.push(reportId),
    };
    let counted_at = '2026-01-01T00:00:00.000Z';
    const unused = {
      read: async () => ({ total: rows, counted_at }),
      async *all() {
        for (let from = 0; from < rows; from += 100) {
          await onRows(from / 100);
          yield Array.from({ length: Math.min(100, rows - from) }, (_, n) => item(from + n));
        }
      },
    };
    const reports = new ReportsService({ db: test.db, jobs, log: silent } as unknown as Context, {
      queries: undefined as never,
      unused: unused as never,
    });
    const create = async (name = 'Unused') =>
      (
        await reports.create('one', {
          name,
          type: 'REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY',
          criteria: {},
          accountId: null,
          createdBy: 'ann@one.example',
        })
      ).report_id;
    const run = (reportId: string, signal = new AbortController().signal) =>
      handler({ tenantId: 'one', reportId } as never, { id: 'job', signal } as never);
    const find = async (id: string) => (await reports.list('one', 0, 500)).entries.find(({ report_id }) => report_id === id);
    return { reports, create, run, find, queued, countAnew: () => (counted_at = '2026-01-02T00:00:00.000Z') };
  }
  async function bytesOf(reports: ReportsService, id: string): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of (await reports.download('one', [id])).stream ?? []) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }
  const partsLeft = () => test.db.tenant('one', async (tx) => (await tx.selectFrom('report_part').select('part').execute()).length);

  it('is begun anew by a job that was cut off, and whole then', async () => {
    const stop = new AbortController();
    const { reports, create, run, find } = open(9000, async (part) => {
      if (part === 80) stop.abort(new Error('the server stops'));
    });
    const id = await create();
    await expect(run(id, stop.signal)).rejects.toThrow('the server stops');
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_IN_PROGRESS', expire_date: null });
    await expect(reports.download('one', [id])).rejects.toMatchObject({ status: 409, code: 'REPORT_NOT_READY' });
    await run(id);
    await run(id);
    const lines = linesOf(await bytesOf(reports, id));
    expect([lines.length, new Set(lines.map(([name]) => name)).size]).toEqual([9001, 9001]);
    expect(await partsLeft()).toBeGreaterThan(1);
    await reports.remove('one', [id]);
    expect(await partsLeft()).toBe(0);
  });

  it('is given up where it cut off its server again and again, and taken up until then', async () => {
    const stop = AbortSignal.abort(new Error('crash'));
    const { reports, create, run, find, queued } = open(200);
    const id = await create();
    for (let crash = 0; crash < 4; crash++) {
      await expect(run(id, stop)).rejects.toThrow('crash');
      await reports.resume('one');
    }
    expect(queued.filter((one) => one === id)).toHaveLength(4);
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_ERROR', error: expect.stringContaining('cut off again and again') });
  });

  it('leaves nothing where the report is deleted while it is made, and breaks off where it is deleted while it is sent', async () => {
    let deleted = '';
    const made = open(25_000, async (part) => {
      if (part === 80 && deleted !== '') await made.reports.remove('one', [deleted]);
    });
    deleted = await made.create();
    await made.run(deleted);
    expect([await made.find(deleted), await partsLeft()]).toEqual([undefined, 0]);
    deleted = '';
    const sent = await made.create();
    await made.run(sent);
    const { stream } = await made.reports.download('one', [sent]);
    const reading = (async () => {
      for await (const _part of stream ?? []) await made.reports.remove('one', [sent]).catch(() => undefined);
    })();
    await expect(reading).rejects.toThrow('deleted while it was downloaded');
  });

  it('is not of two graphs: counted anew meanwhile, it is tried again', async () => {
    const { reports, create, run, find, countAnew } = open(200, async (part) => {
      if (part === 1) countAnew();
    });
    const id = await create();
    await expect(run(id)).rejects.toThrow();
    await run(id);
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_COMPLETED', rows: 200 });
    expect(linesOf(await bytesOf(reports, id), 'Summary')).toContainEqual(['Counted (UTC)', '2026-01-02 00:00']);
  });

  it('expires: it says so before, and is gone then', async () => {
    const { reports, create, run, find } = open(1);
    const id = await create();
    await run(id);
    const expire = (at: Date) =>
      test.db.tenant('one', (tx) => tx.updateTable('report').set({ expires_at: at }).where('report_id', '=', id).execute());
    expect((await find(id))?.status).toBe('REPORT_STATUS_COMPLETED');
    await expire(new Date(Date.now() + 60 * 60 * 1000));
    expect((await find(id))?.status).toBe('REPORT_STATUS_EXPIRING');
    expect((await bytesOf(reports, id)).length).toBeGreaterThan(0);
    await expire(new Date(0));
    await expect(reports.download('one', [id])).rejects.toMatchObject({ status: 404 });
    expect(await find(id)).toBeUndefined();
  });
});
