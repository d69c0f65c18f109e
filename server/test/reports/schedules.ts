import { PARTIAL_RESULTS_MESSAGES, type ReportFormat } from '@cam/contracts';
import type { Db } from '../../src/platform/db/database';
import { linesOf } from '../support/reports';
import { openReports } from './by-hand';

/** Defines the tests of weekly and monthly reports. */
export function casesOfSchedules(db: () => Db): void {
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
    const opened = openReports(db(), rows);
    const { schedules } = opened.reports;
    const { schedule_id: id } = await schedules.create('one', { ...weekly, format });
    const due = new Date(Date.now() - 60_000);
    await db().tenant('one', (tx) => tx.updateTable('report_schedule').set({ next_at: due }).where('schedule_id', '=', id).execute());
    const now = async () => (await schedules.list('one')).find((one) => one.schedule_id === id);
    return { ...opened, schedules, id, due, now };
  };
  afterEach(() => db().tenant('one', (tx) => tx.deleteFrom('report_schedule').execute()));

  it('is created and sent once when due, even if two servers check, and gets a next run', async () => {
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
    // The day in the recipients' time zone, which may be the next one.
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: weekly.time_zone }).format(due);
    expect(attachment?.filename).toBe(`Roles _ week ${day}.xlsx`);
    expect(linesOf(attachment?.content ?? Buffer.alloc(0))).toHaveLength(201);
    const after = await now();
    expect(after?.last_run).toMatchObject({ at: due.toISOString(), state: 'SENT', sent: 2, failed: 0, error: '' });
    expect(Date.parse(after?.next_run ?? '')).toBeGreaterThan(Date.now());
  });

  it('is sent as a link if it is too large for a mail', async () => {
    const { schedules, work, sent, id, now, lack } = await scheduled(45_000, 'CSV');
    lack('missing_records');
    await schedules.runNow('one', id);
    await work();
    const report = (await now())?.last_run?.report_id;
    for (const { mail } of sent) {
      expect(mail.attachments).toBeUndefined();
      expect(mail.text).toContain(`https://cam.example/reports?report=${report}`);
      expect(mail.text).toContain('too large for a mail');
      expect(mail.text).toContain(`May be incomplete: ${PARTIAL_RESULTS_MESSAGES.missing_records}.`);
    }
    expect(sent).toHaveLength(2);
  }, 60_000);

  it('is resent under the same ID after a temporary refusal, and names a permanent refusal', async () => {
    const { reports, schedules, work, sent, id, now, answerWith } = await scheduled();
    answerWith({ sent: false, later: true, message: 'The mail server answered 421' }, { sent: false, later: false, message: 'No such person' });
    await schedules.runNow('one', id);
    await work();
    expect(sent).toEqual([]);
    expect((await now())?.last_run).toMatchObject({ state: 'RUNNING', sent: 0, failed: 1 });
    const row = db().tenant('one', (tx) => tx.selectFrom('report_delivery').selectAll().where('state', '=', 'WAITING').executeTakeFirst());
    const waiting = await row;
    expect(waiting).toMatchObject({ attempts: 1, message: 'The mail server answered 421' });
    await expect(schedules.runNow('one', id)).rejects.toMatchObject({ status: 409, code: 'SCHEDULE_RUNNING' });
    await db().tenant('one', (tx) => tx.updateTable('report_delivery').set({ next_at: new Date() }).where('state', '=', 'WAITING').execute());
    await reports.resume('one');
    await work();
    expect(sent.map((one) => one.id)).toEqual([waiting?.delivery_id]);
    expect((await now())?.last_run).toMatchObject({ state: 'FAILED', sent: 1, failed: 1, error: 'No such person' });
  });

  it('is sent once despite a crash, and not at all after its deletion', async () => {
    const first = await scheduled();
    // The run began, and the server crashed before it queued a job.
    await first.schedules.runDue('one', first.due);
    const second = openReports(db(), 200);
    await second.reports.resume('one');
    await second.work();
    expect(second.sent).toHaveLength(2);
    // The first server returns with its jobs.
    await first.work();
    await first.reports.resume('one');
    await first.work();
    expect(first.sent).toEqual([]);
    await first.schedules.runNow('one', first.id);
    await first.schedules.remove('one', first.id);
    await first.work();
    expect(first.sent).toEqual([]);
  });

  it('is not sent while paused, and gets a future next run when resumed', async () => {
    const { schedules, work, sent, id, due } = await scheduled();
    expect((await schedules.change('one', id, { paused: true })).after).toMatchObject({ paused: true, next_run: null });
    await schedules.runDue('one', due);
    await work();
    expect(sent).toEqual([]);
    const { after } = await schedules.change('one', id, { paused: false, frequency: 'MONTHLY', day: 31, recipients: ['eve@one.example'] });
    expect(after).toMatchObject({ paused: false, recipients: ['eve@one.example'], name: 'Roles / week' });
    expect(Date.parse(after.next_run ?? '')).toBeGreaterThan(Date.now());
  });

  it('fails with a reason if its report fails', async () => {
    const { schedules, work, giveUp, sent, id, now } = await scheduled();
    const { last_run: run } = await schedules.runNow('one', id);
    await giveUp(run?.report_id ?? '');
    await work();
    expect(sent).toEqual([]);
    expect((await now())?.last_run).toMatchObject({ state: 'FAILED', failed: 2, error: expect.stringContaining('was interrupted repeatedly') });
  });
}
