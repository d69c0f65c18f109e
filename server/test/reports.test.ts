import JSZip from 'jszip';
import { casesOfFiles } from './reports/files';
import { allow, COMPANY, dump, policyDocument, user } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { download, linesOf, madeReport } from './support/reports';

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
  it("contains its query's rows as text, and a summary", async () => {
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

  it('can be renamed, is listed in pages, and is deleted with all reports of a call or not at all', async () => {
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

  it('is downloaded with others as a zip with distinct file names', async () => {
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

  it('can be scheduled with the right and valid recipients, and the audit log holds each change', async () => {
    const body = {
      ...access('Who reaches what'),
      frequency: 'MONTHLY' as const,
      day: 31,
      hour: 7,
      time_zone: 'Europe/Berlin',
      recipients: [' ciso@company.example ', 'CISO@company.example'],
    };
    const create = (change: Partial<typeof body>, token: string | undefined = tenant.token) =>
      api('POST /v1/reports/schedules', { body: { ...body, ...change } }, token);
    const wrong: [Partial<typeof body>, string][] = [
      [{ recipients: ['ciso@company.example', 'nobody@mail'] }, 'Invalid email address'],
      [{ frequency: 'WEEKLY' as never, day: 8 }, 'Choose a weekday from 1 to 7.'],
      [{ time_zone: 'Mars/Olympus' }, 'This time zone does not exist.'],
      [{ name: ' ' }, 'Enter a name.'],
    ];
    for (const [change, message] of wrong) {
      const refused = await create(change);
      expect([refused.status, refused.error.user_message]).toEqual([422, message]);
    }
    expect((await create({ recipients: Array.from({ length: 21 }, (_none, n) => `a${n}@company.example`) })).status).toBe(422);
    expect((await create({ criteria: { query: 'user with-access banana' } })).error.details).toMatchObject({ position: 17 });
    const made = await create({});
    expect([made.status, made.body.schedule]).toMatchObject([
      201,
      { recipients: ['CISO@company.example'], created_by: tenant.adminEmail, last_run: null },
    ]);
    const path = { schedule_id: made.body.schedule.schedule_id };
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    const list = async (token?: string) => api('GET /v1/reports/schedules', {}, token);
    expect((await list(reader)).body.schedules.map(({ name }) => name)).toEqual(['Who reaches what']);
    expect([(await list(other.token)).body.schedules, (await list()).status]).toEqual([[], 401]);
    const calls = [
      (token?: string) => api('PATCH /v1/reports/schedules/{schedule_id}', { path, body: { paused: true } }, token),
      (token?: string) => api('POST /v1/reports/schedules/{schedule_id}/run', { path }, token),
      (token?: string) => api('DELETE /v1/reports/schedules/{schedule_id}', { path }, token),
    ];
    expect((await create({}, reader)).status).toBe(403);
    for (const call of calls) expect([(await call(other.token)).status, (await call(reader)).status, (await call()).status]).toEqual([404, 403, 401]);
    expect((await calls[0]?.(tenant.token))?.body).toMatchObject({ schedule: { paused: true, next_run: null } });
    expect((await calls[2]?.(tenant.token))?.status).toBe(200);
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: path.schedule_id } }, tenant.token)).body;
    expect(entries.map(({ call, before, after }) => [call.split(' ')[0], Boolean(before), Boolean(after)])).toEqual([
      ['DELETE', true, false],
      ['PATCH', true, true],
      ['POST', false, true],
    ]);
  });

  it('is rejected with the error position if its query is invalid', async () => {
    const refused = await api('POST /v1/reports', { body: access('x', 'user with-access banana') }, tenant.token);
    expect([refused.status, refused.error.details]).toMatchObject([422, { position: 17 }]);
  });

  it('requires the right and enabled reports, and is invisible to other tenants', async () => {
    const { report_id } = await madeReport(tenant.token, access('ours'));
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    const tokenWithoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    const rename = (token?: string) => api('PATCH /v1/reports/{report_id}', { path: { report_id }, body: { name: 'theirs' } }, token);
    const remove = (token?: string) => api('DELETE /v1/reports', { query: { report_ids: [report_id] } }, token);
    for (const call of [rename, remove]) {
      expect([(await call(other.token)).status, (await call(reader)).status, (await call(tokenWithoutRight)).status, (await call()).status]).toEqual([
        404, 403, 403, 401,
      ]);
    }
    for (const [token, status] of [
      [other.token, 404],
      [tokenWithoutRight, 403],
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

describe('the file of a report', casesOfFiles);
