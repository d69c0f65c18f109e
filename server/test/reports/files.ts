import { PARTIAL_RESULTS_MESSAGES } from '@cam/contracts';
import { MOST_ATTEMPTS } from '../../src/areas/reports/make-report';
import { linesOf } from '../support/reports';
import { openTestDatabase, type TestDatabase } from '../support/test-database';
import { bytesOf, nameOfRow, openReports } from './by-hand';
import { casesOfSchedules } from './schedules';

/** Defines the tests of report files and of scheduled reports. */
export function casesOfFiles(): void {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
  }, 60_000);
  afterAll(() => test.remove());

  const open = (rows: number, onRows?: (part: number) => Promise<void>) => openReports(test.db, rows, onRows);
  const partsLeft = () => test.db.tenant('one', async (tx) => (await tx.selectFrom('report_part').select('part').execute()).length);

  it('is restarted after an interruption, and is then complete', async () => {
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

  it('is retried after crashes, and fails in the end', async () => {
    const stop = AbortSignal.abort(new Error('crash'));
    const { reports, create, run, find, queued } = open(200);
    const id = await create();
    for (let crash = 0; crash < MOST_ATTEMPTS; crash++) {
      await expect(run(id, stop)).rejects.toThrow('crash');
      await reports.resume('one');
    }
    expect(queued().filter((one) => one === id)).toHaveLength(MOST_ATTEMPTS);
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_ERROR', error: expect.stringContaining('was interrupted repeatedly') });
  });

  it('fails at once when its job is given up, and ignores a later run', async () => {
    const { create, run, giveUp, find } = open(200);
    const id = await create();
    await expect(run(id, AbortSignal.abort(new Error('crash')))).rejects.toThrow('crash');
    await giveUp(id);
    await run(id);
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_ERROR', error: expect.stringContaining('was interrupted repeatedly') });
  });

  it('comes from one run, even if a second run starts meanwhile', async () => {
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

  it('as CSV starts with a byte order mark, quotes all cells, and writes N/A for missing values', async () => {
    const { reports, create, run } = open(3);
    const id = await create('=1+1', 'CSV');
    await run(id);
    const { fileName, contentType } = await reports.download('one', [id]);
    expect([fileName, contentType]).toEqual(['=1+1.csv', 'text/csv; charset=utf-8']);
    const text = (await bytesOf(reports, id)).toString('utf8');
    await reports.remove('one', [id]);
    expect(text.split('\r\n')).toEqual([
      '\uFEFF"Name","Source","Policies","Policy Account","Scope","Sensitive Privileges","Last Seen (UTC)"',
      ...[0, 1, 2].map((n) => `"${nameOfRow(n)}","Production","1","111122223333","N/A","0","Never seen"`),
    ]);
  });

  it('states why it may be incomplete in the list, with the download and in its summary', async () => {
    const { reports, create, run, find, lack } = open(3);
    const whole = await create('Whole');
    await run(whole);
    lack('missing_fields');
    const [book, table] = [await create(), await create('Table', 'CSV')];
    for (const id of [book, table]) await run(id);
    const partialOf = async (...ids: string[]) => {
      const { partial, stream } = await reports.download('one', ids);
      // Nobody reads the file, and its reports are removed below.
      stream?.destroy();
      return partial;
    };
    expect([await partialOf(whole), await partialOf(book), await partialOf(table), await partialOf(whole, table)]).toEqual([
      [],
      ['missing_fields'],
      ['missing_fields'],
      ['missing_fields'],
    ]);
    expect([(await find(whole))?.partial, (await find(table))?.partial]).toEqual([[], ['missing_fields']]);
    expect(linesOf(await bytesOf(reports, book), 'Summary')).toContainEqual(['May be incomplete', PARTIAL_RESULTS_MESSAGES.missing_fields]);
    expect(linesOf(await bytesOf(reports, whole), 'Summary').map(([title]) => title)).not.toContain('May be incomplete');
    await reports.remove('one', [whole, book, table]);
  });

  it('leaves no parts if the report is deleted while it is written, and fails a running download', async () => {
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

  it('fails and is retried if the inventory is recounted while it is written', async () => {
    const { reports, create, run, find, recountInventory } = open(200, async (part) => {
      if (part === 1) recountInventory();
    });
    const id = await create();
    await expect(run(id)).rejects.toThrow();
    await run(id);
    expect(await find(id)).toMatchObject({ status: 'REPORT_STATUS_COMPLETED', rows: 200 });
    expect(linesOf(await bytesOf(reports, id), 'Summary')).toContainEqual(['Counted (UTC)', '2026-01-02 00:00']);
  });

  it('has the status EXPIRING before its expiry, and is gone afterwards', async () => {
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

  describe('of a schedule', () => casesOfSchedules(() => test.db));
}
