import type { Context } from '../../platform/context';
import { DatabaseUnavailable } from '../../platform/db/unavailable';
import type { JobRun } from '../../platform/jobs/jobs';
import { InventoryRecounted, type ReportContents } from './report-content';
import * as store from './store';
import { writeFile } from './write-file';

export interface ReportJob {
  tenantId: string;
  reportId: string;
}

/** Bytes of one part: the memory that a report needs, and one row of the database. */
const PART = 512 * 1024;

/** Lifetime of a report's file, ms. */
export const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

/** A report that was started this often without an end is given up, because it may crash the server each time. */
export const MOST_ATTEMPTS = 10;

export const GIVEN_UP = 'The report was interrupted repeatedly. Generate it again with a narrower search or a single source.';
const FAILED = 'The report could not be generated. Generate it again. The server log has the reason.';

/** The report was deleted, or another run took over because this one counted as lost. */
class Superseded extends Error {}

/**
 * Writes the file of a report part by part. An interrupted run starts again; a run whose report was deleted or that was overtaken ends silently.
 * @throws if the job should run again
 */
export async function makeReport(
  ctx: Context,
  contents: ReportContents,
  { tenantId, reportId }: ReportJob,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { db, log } = ctx;
  const report = await db.tenant(tenantId, (tx) => store.beginReport(tx, tenantId, reportId));
  if (!report) return;
  const key = { reportId, attempt: report.attempts };
  const save = (state: store.ReportState): Promise<boolean> => db.tenant(tenantId, (tx) => store.saveReportState(tx, tenantId, key, state));
  if (report.attempts > MOST_ATTEMPTS) {
    await save({ status: 'REPORT_STATUS_ERROR', progress: 100, error: GIVEN_UP });
    return;
  }
  try {
    const file = new PartFile(async (part, content) => {
      signal.throwIfAborted();
      if (!(await db.tenant(tenantId, (tx) => store.addPart(tx, tenantId, key, part, content)))) throw new Superseded();
    });
    const content = await contents.of({ tenantId, accountId: report.accountId }, report.type, report.criteria);
    let written = 0;
    const followed = async function* (): AsyncGenerator<readonly never[]> {
      for await (const rows of content.parts()) {
        yield rows as readonly never[];
        written += rows.length;
        signal.throwIfAborted();
        if (!(await save({ status: 'REPORT_STATUS_IN_PROGRESS', progress: progressAfter(written, content.total) }))) throw new Superseded();
      }
    };
    const rows = await writeFile(report, content, followed(), (bytes) => file.add(bytes));
    await file.end();
    const expiresAt = new Date(Date.now() + KEPT_FOR);
    await save({ status: 'REPORT_STATUS_COMPLETED', progress: 100, rows, bytes: file.bytes, expiresAt, partial: content.partial });
  } catch (error) {
    if (error instanceof Superseded) return;
    // The job runs again when the database responds.
    if (error instanceof DatabaseUnavailable) throw error;
    if (signal.aborted || (error instanceof InventoryRecounted && report.attempts < MOST_ATTEMPTS)) throw error;
    log.error({ err: error, tenantId, reportId }, 'report failed');
    await save({ status: 'REPORT_STATUS_ERROR', progress: 100, error: FAILED });
  }
}

/** Collects bytes into parts of equal size. */
class PartFile {
  #held: Buffer[] = [];
  #length = 0;
  #parts = 0;
  bytes = 0;

  constructor(private readonly keep: (part: number, content: Buffer) => Promise<void>) {}

  async add(bytes: Buffer): Promise<void> {
    this.#held.push(bytes);
    this.#length += bytes.length;
    this.bytes += bytes.length;
    if (this.#length >= PART) await this.end();
  }

  async end(): Promise<void> {
    if (this.#length === 0) return;
    const content = Buffer.concat(this.#held);
    this.#held = [];
    this.#length = 0;
    await this.keep(this.#parts++, content);
  }
}

/** Returns the progress, 1 to 95. Without a known number of rows it approaches 95. */
function progressAfter(rows: number, total: number | null): number {
  const share = total === null ? 1 - Math.exp(-rows / 50_000) : rows / Math.max(total, 1);
  return Math.max(1, 95 * Math.min(share, 1));
}
