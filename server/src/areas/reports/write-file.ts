import { REPORT_TYPE_LABELS, csvHeading, csvLine, type ReportFormat } from '@cam/contracts/server';
import { partialFacts } from '../../platform/http/partial-results';
import { WorkbookWriter, XLSX_TYPE } from '../../platform/files/xlsx/workbook-writer';
import type { Sink } from '../../platform/files/xlsx/zip-stream';
import type { ReportContent } from './report-content';
import type { ReportRow } from './store';

/** How files of each format are called and declared. */
export const FILES: Readonly<Record<ReportFormat, { extension: string; contentType: string }>> = {
  XLSX: { extension: 'xlsx', contentType: XLSX_TYPE },
  CSV: { extension: 'csv', contentType: 'text/csv; charset=utf-8' },
};

/** Writes the file of a report into a sink while its rows come, and answers how many there were. */
export function writeFile(report: ReportRow, content: ReportContent, parts: AsyncIterable<readonly never[]>, sink: Sink): Promise<number> {
  return report.format === 'CSV' ? writeCsv(content, parts, sink) : writeWorkbook(report, content, parts, sink);
}

async function writeWorkbook(report: ReportRow, content: ReportContent, parts: AsyncIterable<readonly never[]>, sink: Sink): Promise<number> {
  const workbook = new WorkbookWriter(sink);
  const rows = await workbook.table(content.sheet, content.columns, parts);
  await workbook.facts(
    'Summary',
    [
      ['Report', report.name],
      ['Type', REPORT_TYPE_LABELS[report.type]],
      ...content.facts,
      ['Account filter', report.accountId ?? 'All sources'],
      ['Created by', report.created_by],
      ['Created (UTC)', report.createdAt],
      ['Rows', rows],
      ...partialFacts(content.partial),
    ],
    { first: true },
  );
  await workbook.end();
  return rows;
}

/** The same table by the rules of all CSV of the product; what the report is of stands in its name, and what it may lack beside it. */
async function writeCsv({ columns }: ReportContent, parts: AsyncIterable<readonly never[]>, sink: Sink): Promise<number> {
  let count = 0;
  await sink(Buffer.from(csvHeading(columns)));
  for await (const rows of parts) {
    count += rows.length;
    if (rows.length > 0) await sink(Buffer.from(rows.map((row) => `\r\n${csvLine(row, columns)}`).join('')));
  }
  return count;
}
