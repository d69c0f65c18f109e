import JSZip from 'jszip';
import type { ReportFormat, UnusedItem } from '@cam/contracts';
import type { Context } from '../src/context';
import { migrate } from '../src/db/migrate';
import { allMigrations } from '../src/db/migrations';
import type { Mail } from '../src/notifications/compose';
import type { Outcome } from '../src/notifications/outcome';
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

  it('is scheduled by who may, with recipients that can be, and each change is in the audit log', async () => {
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
      [{ frequency: 'WEEKLY' as never, day: 8 }, 'A week has the days 1 to 7.'],
      [{ time_zone: 'Mars/Olympus' }, 'There is no such time zone.'],
      [{ name: ' ' }, 'Give the report a name.'],
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
    ({
      name: name(n),
      account_name: 'Production',
      policy_account_id: '111122223333',
      policies_count: 1,
      scope: '',
      privileges_count: 0,
      last_used: null,
    }) as unknown as UnusedItem;

  /** Reports of so many rows whose jobs run when the test says so; `onRows` is told before each part of the rows. */
  function open(rows: number, onRows: (part: number) => Promise<void> = async () => undefined) {
    type Handler = (data: never, run: never) => Promise<void>;
    const handlers = new Map<string, Handler>();
    const lost = new Map<string, (data: never) => Promise<void>>();
    const waiting: { name: string; data: { reportId?: string }; startAfter?: Date }[] = [];
    const jobs = {
      define: (name: string, own: Handler, options?: { lost?: (data: never) => Promise<void> }) => {
        handlers.set(name, own);
        if (options?.lost) lost.set(name, options.lost);
      },
      enqueue: async (name: string, data: { reportId?: string }, options?: { startAfter?: Date }) => void waiting.push({ name, data, ...options }),
    };
    const sent: { to: string; mail: Mail; id: string }[] = [];
    let answers: Outcome[] = [];
    const sendMail = async (to: string, mail: Mail, id: string): Promise<Outcome> => {
      const outcome = answers.shift() ?? { sent: true };
      if (outcome.sent) sent.push({ to, mail, id });
      return outcome;
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
    const context = { db: test.db, jobs, log: silent, publicUrl: 'https://cam.example' } as unknown as Context;
    const reports = new ReportsService(context, {
      queries: undefined as never,
      unused: unused as never,
      sendMail,
      tenantIds: async () => ['one'],
      isOn: async () => true,
    });
    const create = async (name = 'Unused', format: ReportFormat = 'XLSX') =>
      (
        await reports.create('one', {
          name,
          type: 'REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY',
          format,
          criteria: {},
          accountId: null,
          createdBy: 'ann@one.example',
        })
      ).report_id;
    const run = (reportId: string, signal = new AbortController().signal) =>
      handlers.get('reports.generate')?.({ tenantId: 'one', reportId } as never, { id: 'job', signal } as never);
    /** Does what is queued and due, and what follows from it. */
    const work = async (): Promise<void> => {
      for (let job = waiting.shift(); job; job = waiting.shift())
        if (!job.startAfter || job.startAfter <= new Date())
          await handlers.get(job.name)?.(job.data as never, { id: 'job', signal: new AbortController().signal } as never);
    };
    const giveUp = (reportId: string) => lost.get('reports.generate')?.({ tenantId: 'one', reportId } as never);
    const find = async (id: string) => (await reports.list('one', { offset: 0, limit: 500 })).entries.find(({ report_id }) => report_id === id);
    const queued = (): string[] => waiting.flatMap(({ data: { reportId } }) => reportId ?? []);
    const answerWith = (...next: Outcome[]) => (answers = next);
    return { reports, create, run, work, giveUp, find, queued, sent, answerWith, countAnew: () => (counted_at = '2026-01-02T00:00:00.000Z') };
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
    expect(queued().filter((one) => one === id)).toHaveLength(4);
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_ERROR', error: expect.stringContaining('cut off again and again') });
  });

  it('is given up at once where its job was, and no late run of it counts', async () => {
    const { create, run, giveUp, find } = open(200);
    const id = await create();
    await expect(run(id, AbortSignal.abort(new Error('crash')))).rejects.toThrow('crash');
    await giveUp(id);
    await run(id);
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_ERROR', error: expect.stringContaining('cut off again and again') });
  });

  it('is of one run alone where another took it up because the first was taken to be lost', async () => {
    let second: Promise<void> | undefined;
    const { reports, create, run, find } = open(9000, async (part) => {
      if (part !== 80 || second) return;
      second = run(id);
      await second;
    });
    const id = await create();
    await run(id);
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_COMPLETED', rows: 9000 });
    const lines = linesOf(await bytesOf(reports, id));
    expect([lines.length, new Set(lines.map(([name]) => name)).size]).toEqual([9001, 9001]);
    await reports.remove('one', [id]);
  });

  it('as CSV has the same table by the rules of CSV: a mark, quotes, N/A, and no formula', async () => {
    const { reports, create, run } = open(3);
    const id = await create('=1+1', 'CSV');
    await run(id);
    const { fileName, contentType } = await reports.download('one', [id]);
    expect([fileName, contentType]).toEqual(['=1+1.csv', 'text/csv; charset=utf-8']);
    const text = (await bytesOf(reports, id)).toString('utf8');
    await reports.remove('one', [id]);
    expect(text.split('\r\n')).toEqual([
      '\uFEFF"Name","Source","Policies","Policy Account","Scope","Sensitive Privileges","Last Seen (UTC)"',
      ...[0, 1, 2].map((n) => `"${name(n)}","Production","1","111122223333","N/A","0","Never seen"`),
    ]);
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

  describe('that is scheduled', () => {
    const weekly = {
      name: 'Roles / week',
      type: 'REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY' as const,
      format: 'XLSX' as const,
      criteria: {},
      frequency: 'WEEKLY' as const,
      day: 1,
      hour: 8,
      time_zone: 'Europe/Berlin',
      recipients: ['ann@one.example', 'bob@one.example', 'ANN@one.example'],
      accountId: null,
      createdBy: 'ann@one.example',
    };
    const scheduled = async (rows = 200, format: ReportFormat = 'XLSX') => {
      const opened = open(rows);
      const { schedules } = opened.reports;
      const { schedule_id: id } = await schedules.create('one', { ...weekly, format });
      const due = new Date(Date.now() - 60_000);
      await test.db.tenant('one', (tx) => tx.updateTable('report_schedule').set({ next_at: due }).where('schedule_id', '=', id).execute());
      const now = async () => (await schedules.list('one')).find((one) => one.schedule_id === id);
      return { ...opened, schedules, id, due, now };
    };
    afterEach(() => test.db.tenant('one', (tx) => tx.deleteFrom('report_schedule').execute()));

    it('is made and sent once when it is due, however many look, and again a week later', async () => {
      const { schedules, work, sent, due, now } = await scheduled();
      await schedules.runDue('one', new Date(due.getTime() - 1));
      await work();
      expect(sent).toEqual([]);
      await Promise.all([schedules.runDue('one', due), schedules.runDue('one', due)]);
      expect((await now())?.last_run).toMatchObject({ state: 'RUNNING', sent: 0 });
      await work();
      await schedules.runDue('one', due);
      await work();
      expect(sent.map(({ to }) => to).sort()).toEqual(['ANN@one.example', 'bob@one.example']);
      const [{ mail } = { mail: undefined }] = sent;
      expect(mail?.subject).toBe('[CAM] Roles / week');
      const [attachment] = mail?.attachments ?? [];
      expect(attachment?.filename).toBe(`Roles _ week ${due.toISOString().slice(0, 10)}.xlsx`);
      expect(linesOf(attachment?.content ?? Buffer.alloc(0))).toHaveLength(201);
      const after = await now();
      expect(after?.last_run).toMatchObject({ at: due.toISOString(), state: 'SENT', sent: 2, failed: 0, error: '' });
      expect(Date.parse(after?.next_run ?? '')).toBeGreaterThan(Date.now());
    });

    it('is sent as a link where it is large', async () => {
      const { schedules, work, sent, id, now } = await scheduled(45_000, 'CSV');
      await schedules.runNow('one', id);
      await work();
      const report = (await now())?.last_run?.report_id;
      for (const { mail } of sent) {
        expect(mail.attachments).toBeUndefined();
        expect(mail.text).toContain(`https://cam.example/reports?report=${report}`);
        expect(mail.text).toContain('too large for a mail');
      }
      expect(sent).toHaveLength(2);
    }, 60_000);

    it('is tried again under the same id where a mail server does not take it, and says why it was not sent', async () => {
      const { reports, schedules, work, sent, id, now, answerWith } = await scheduled();
      answerWith({ sent: false, later: true, message: 'The mail server answered 421' }, { sent: false, later: false, message: 'No such person' });
      await schedules.runNow('one', id);
      await work();
      expect(sent).toEqual([]);
      expect((await now())?.last_run).toMatchObject({ state: 'RUNNING', sent: 0, failed: 1 });
      const row = test.db.tenant('one', (tx) => tx.selectFrom('report_delivery').selectAll().where('state', '=', 'WAITING').executeTakeFirst());
      const waiting = await row;
      expect(waiting).toMatchObject({ attempts: 1, message: 'The mail server answered 421' });
      await expect(schedules.runNow('one', id)).rejects.toMatchObject({ status: 409, code: 'SCHEDULE_RUNNING' });
      await test.db.tenant('one', (tx) => tx.updateTable('report_delivery').set({ next_at: new Date() }).where('state', '=', 'WAITING').execute());
      await reports.resume('one');
      await work();
      expect(sent.map((one) => one.id)).toEqual([waiting?.delivery_id]);
      expect((await now())?.last_run).toMatchObject({ state: 'FAILED', sent: 1, failed: 1, error: 'No such person' });
    });

    it('sends nothing twice over a crash at any point, and nothing after it was deleted', async () => {
      const first = await scheduled();
      // Begun, and then the server was gone before anything was queued.
      await first.schedules.runDue('one', first.due);
      const second = open(200);
      await second.reports.resume('one');
      await second.work();
      expect(second.sent).toHaveLength(2);
      // The first one comes back with its jobs.
      await first.work();
      await first.reports.resume('one');
      await first.work();
      expect(first.sent).toEqual([]);
      await first.schedules.runNow('one', first.id);
      await first.schedules.remove('one', first.id);
      await first.work();
      expect(first.sent).toEqual([]);
    });

    it('waits while it is paused, and goes on from now', async () => {
      const { schedules, work, sent, id, due } = await scheduled();
      expect((await schedules.change('one', id, { paused: true })).after).toMatchObject({ paused: true, next_run: null });
      await schedules.runDue('one', due);
      await work();
      expect(sent).toEqual([]);
      const { after } = await schedules.change('one', id, { paused: false, frequency: 'MONTHLY', day: 31, recipients: ['eve@one.example'] });
      expect(after).toMatchObject({ paused: false, recipients: ['eve@one.example'], name: 'Roles / week' });
      expect(Date.parse(after.next_run ?? '')).toBeGreaterThan(Date.now());
    });

    it('fails in words where its report does', async () => {
      const { schedules, work, giveUp, sent, id, now } = await scheduled();
      const { last_run: run } = await schedules.runNow('one', id);
      await giveUp(run?.report_id ?? '');
      await work();
      expect(sent).toEqual([]);
      expect((await now())?.last_run).toMatchObject({ state: 'FAILED', failed: 2, error: expect.stringContaining('cut off again and again') });
    });
  });
});
