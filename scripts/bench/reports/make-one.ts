import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { utils, write } from 'xlsx';
import type { AccessRow, ReportFormat } from '@cam/contracts/server';
import type { Context } from '../../../server/src/platform/context';
import { Db } from '../../../server/src/platform/db/database';
import { migrate } from '../../../server/src/platform/db/migrate';
import { allMigrations } from '../../../server/src/platform/db/migrations';
import { ACCESS_COLUMNS } from '../../../server/src/areas/reports/columns';
import { makeReport } from '../../../server/src/areas/reports/make-report';
import { ReportContents } from '../../../server/src/areas/reports/report-content';
import { addPart, beginReport, findReports, insertReport, saveReportState } from '../../../server/src/areas/reports/store';

/** The generator of a report: a format of the product, or the library `xlsx`, which holds the whole file in memory. */
export type ReportMaker = ReportFormat | 'LIBRARY';

export interface MadeReport {
  rows: number;
  ms: number;
  /** Size of the file. */
  bytes: number;
  /** Peak memory of the process, database included, bytes. */
  peak: number;
}

const PAGE = 1000;
const TENANT = 'bench';

/** Size of the stored parts of a file, bytes. */
const PART = 512 * 1024;

const row = (n: number): AccessRow => {
  const bucket = `bucket-${n}-${(n * 2654435761) % 99991}`;
  const person = `person.${n % 5000}@company.example`;
  return {
    identity: person,
    identity_type: 'USER',
    identity_uri: `bench:AWS:111122223333:-:USER:${person}`,
    identityAccountID: '111122223333',
    identity_account_name: 'Production',
    resource: bucket,
    resource_type: 'OBJECT_STORE',
    resource_uri: `bench:AWS:111122223333:eu-central-1:OBJECT_STORE:${bucket}`,
    resourceAccountID: '111122223333',
    resource_account_name: 'Production',
    actions_str: 'RW-',
    conditional_actions_str: '---',
  };
};

async function* pagesOf(rows: number) {
  for (let from = 0; from < rows; from += PAGE) {
    const page = Array.from({ length: Math.min(PAGE, rows - from) }, (_none, n) => row(from + n));
    yield { kind: 'access' as const, rows: page, events: [], partial: [] };
  }
}

/** Creates a report from its first row to the stored file. */
async function make(db: Db, way: ReportMaker, rows: number): Promise<void> {
  const tenantId = TENANT;
  const reportId = 'one';
  const report = {
    reportId,
    name: 'Bench',
    type: 'REPORT_TYPE_ACCESS' as const,
    criteria: {},
    accountId: null,
    createdBy: 'bench',
    scheduleId: null,
  };
  await db.tenant(TENANT, (tx) => insertReport(tx, TENANT, { ...report, format: way === 'CSV' ? 'CSV' : 'XLSX' }));
  if (way === 'LIBRARY') return makeByLibrary(db, reportId, rows);
  const contents = new ReportContents({ meaning: () => 'every access of users', pages: () => pagesOf(rows) }, undefined as never);
  const context = { db, log: pino({ level: 'silent' }) } as unknown as Context;
  await makeReport(context, contents, { tenantId, reportId }, { signal: new AbortController().signal });
}

async function makeByLibrary(db: Db, reportId: string, rows: number): Promise<void> {
  const begun = await db.tenant(TENANT, (tx) => beginReport(tx, TENANT, reportId));
  const lines: unknown[][] = [ACCESS_COLUMNS.map(({ title }) => title)];
  for await (const page of pagesOf(rows)) for (const one of page.rows) lines.push(ACCESS_COLUMNS.map(({ value }) => value(one)));
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(lines), 'Access');
  const file = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  const key = { reportId, attempt: begun?.attempts ?? 0 };
  for (let at = 0; at < file.length; at += PART) await db.tenant(TENANT, (tx) => addPart(tx, TENANT, key, at / PART, file.subarray(at, at + PART)));
  await db.tenant(TENANT, (tx) => saveReportState(tx, TENANT, key, { status: 'REPORT_STATUS_COMPLETED', progress: 100, rows, bytes: file.length }));
}

/** Measures one report. @param worker path of the built worker of the embedded database */
async function main(worker: string, way: ReportMaker, rows: number): Promise<MadeReport> {
  const folder = mkdtempSync(join(tmpdir(), 'cam-bench-reports-'));
  const db = await Db.embedded(join(folder, 'db'), pathToFileURL(worker));
  try {
    await migrate(db, allMigrations, pino({ level: 'silent' }));
    const started = performance.now();
    await make(db, way, rows);
    const ms = performance.now() - started;
    const [report] = await db.tenant(TENANT, (tx) => findReports(tx, TENANT, ['one']));
    if (report?.rows !== rows) throw new Error(`the report has ${report?.rows} rows: ${report?.error}`);
    return { rows, ms, bytes: report.bytes ?? 0, peak: process.resourceUsage().maxRSS * 1024 };
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const [worker = '', way = '', rows = ''] = process.argv.slice(2);
console.log(JSON.stringify(await main(worker, way as ReportMaker, Number(rows))));
