import type { PartialReason, ReportFormat, UnusedItem } from '@cam/contracts';
import type { Context } from '../../src/platform/context';
import type { Db } from '../../src/platform/db/database';
import type { Mail } from '../../src/areas/notifications/compose';
import type { Outcome } from '../../src/areas/notifications/outcome';
import { ReportsService } from '../../src/areas/reports/service';
import { silent } from '../support/test-database';

/** Returns a long, unique name for a row, so that a few thousand rows fill more than one part. */
export const nameOfRow = (n: number) => Array.from({ length: 12 }, (_, k) => ((n + 1) * (k + 7) * 2654435761).toString(36)).join('-');
const item = (n: number) =>
  ({
    name: nameOfRow(n),
    account_name: 'Production',
    policy_account_id: '111122223333',
    policies_count: 1,
    scope: '',
    privileges_count: 0,
    last_used: null,
  }) as unknown as UnusedItem;

/** Returns reports with a number of rows whose jobs run only when the test says so. `onRows` is called before each part of the rows. */
export function openReports(db: Db, rows: number, onRows: (part: number) => Promise<void> = async () => undefined) {
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
  let lacking: PartialReason[] = [];
  let counted_at = '2026-01-01T00:00:00.000Z';
  const unused = {
    read: async () => ({ total: rows, counted_at, not_assessed: [] }),
    partial: async () => lacking,
    async *all() {
      for (let from = 0; from < rows; from += 100) {
        await onRows(from / 100);
        yield Array.from({ length: Math.min(100, rows - from) }, (_, n) => item(from + n));
      }
    },
  };
  const context = { db, jobs, log: silent, publicUrl: 'https://cam.example' } as unknown as Context;
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
  /** Runs the queued and due jobs, and the jobs that they queue. */
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job; job = waiting.shift())
      if (!job.startAfter || job.startAfter <= new Date())
        await handlers.get(job.name)?.(job.data as never, { id: 'job', signal: new AbortController().signal } as never);
  };
  const giveUp = (reportId: string) => lost.get('reports.generate')?.({ tenantId: 'one', reportId } as never);
  const find = async (id: string) => (await reports.list('one', { offset: 0, limit: 500 })).entries.find(({ report_id }) => report_id === id);
  const queued = (): string[] => waiting.flatMap(({ data: { reportId } }) => reportId ?? []);
  const answerWith = (...next: Outcome[]) => (answers = next);
  const lack = (...reasons: PartialReason[]) => (lacking = reasons);
  return {
    reports,
    create,
    run,
    work,
    giveUp,
    find,
    queued,
    sent,
    answerWith,
    lack,
    recountInventory: () => (counted_at = '2026-01-02T00:00:00.000Z'),
  };
}

/** Returns the whole file of a report. */
export async function bytesOf(reports: ReportsService, id: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of (await reports.download('one', [id])).stream ?? []) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
