import { REPORT_TYPE_LABELS, csvClosing, csvHeading, csvLine, type ReportFormat } from '@cam/contracts/server';
import { partialFacts } from '../../platform/http/partial-results';
import { WorkbookWriter, XLSX_TYPE } from '../../platform/files/xlsx/workbook-writer';
import type { Sink } from '../../platform/files/xlsx/zip-stream';
import type { ReportContent } from './report-content';
import type { ReportRow } from './store';

/** The extension and content type of each format. */
export const FILES: Readonly<Record<ReportFormat, { extension: string; contentType: string }>> = {
  XLSX: { extension: 'xlsx', contentType: XLSX_TYPE },
  CSV: { extension: 'csv', contentType: 'text/csv; charset=utf-8' },
};

/** Writes the file of a report to a sink while its rows arrive. @returns the number of rows */
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

/** Writes the table in the product's CSV format. The report's name and header carry the summary. */
async function writeCsv({ columns, closing }: ReportContent, parts: AsyncIterable<readonly never[]>, sink: Sink): Promise<number> {
  let count = 0;
  await sink(Buffer.from(csvHeading(columns)));
  for await (const rows of parts) {
    count += rows.length;
    if (rows.length > 0) await sink(Buffer.from(rows.map((row) => `\r\n${csvLine(row, columns)}`).join('')));
  }
  if (closing !== undefined) await sink(Buffer.from(`\r\n${csvClosing(closing, columns)}`));
  return count;
}
