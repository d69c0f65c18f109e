import { useState, type ReactNode } from 'react';
import { csvClosing, csvFileName, PARTIAL_RESULTS_MESSAGES, toCsv, type CsvColumn, type PartialReason } from '@cam/contracts';
import { notify } from '@cam/platform';
import { Alert } from 'antd';
import { saveFile } from '../data/save-file';
import { formatCount, formatDate } from '../data/formats';
import type { CellValue, GridColumn } from './grid-types';
import { readCsv } from './read-csv';
import styles from './DataGrid.module.css';

/** A file that the server wrote. */
export interface ExportedFile {
  blob: Blob;
  fileName: string;
  /** Reasons why the file may be incomplete. */
  partial?: readonly PartialReason[];
}

interface Exported<Row> {
  title: string;
  type: string;
  search: string;
  columns: readonly GridColumn<Row>[];
  /** The rows that the browser holds and that pass the filters, in the order of the grid. */
  found: readonly Row[];
  exportFile?: (columns: readonly string[]) => Promise<ExportedFile>;
  exportRows?: () => Promise<readonly Row[]>;
  /** Last line of the file. */
  closing?: string;
}

export type ExportFormat = 'csv' | 'xlsx';

interface Exporter<Row> {
  exportAs: (format: ExportFormat, exported: Exported<Row>) => Promise<void>;
  /** A warning where the last file may be incomplete. */
  notice: ReactNode;
}

/** Rows that a browser turns into a workbook. Larger ones are reports, which the server writes as a stream. */
const WORKBOOK_LIMIT = 100_000;

/** Returns the export of the rows and columns that a grid shows, as CSV or as a workbook. */
export function useExport<Row>(): Exporter<Row> {
  const [partial, setPartial] = useState<readonly PartialReason[]>([]);
  const exportAs = async (
    format: ExportFormat,
    { title, type, search, columns, found, exportFile, exportRows, closing }: Exported<Row>,
  ): Promise<void> => {
    const shown = columns.filter(({ sticky }) => !sticky);
    const csvName = csvFileName(title, type, search, formatDate(Date.now()));
    const headings = shown.map(({ label, title: heading }) => label ?? heading);
    if (exportFile) {
      const { blob, fileName, partial: reasons = [] } = await exportFile(shown.map(({ key }) => key));
      setPartial(reasons);
      if (format === 'csv') return saveFile(blob, blob.type, fileName);
      const [fileHeadings = headings, ...lines] = readCsv(await blob.text());
      // A CSV file holds text only: a column is numeric when the grid shows numbers in it.
      const numeric = new Set(headings.filter((_heading, index) => found.some((row) => typeof shown[index]?.value(row) === 'number')));
      const isNumber = fileHeadings.map((heading) => heading !== null && numeric.has(heading));
      const cells = lines.map((line) =>
        line.map((text, index) => (isNumber[index] && text !== null && text !== '' && isFinite(Number(text)) ? Number(text) : text)),
      );
      return saveWorkbook(title, fileName, fileHeadings.map(String), cells);
    }
    const rows = exportRows ? await exportRows() : found;
    if (format === 'xlsx')
      return saveWorkbook(title, csvName, headings, [
        ...rows.map((row) => shown.map(({ value }) => value(row))),
        ...(closing === undefined ? [] : [[closing]]),
      ]);
    const csvColumns = shown.map(({ value }, index): CsvColumn<Row> => ({ title: headings[index] ?? '', value }));
    const text = toCsv(rows, csvColumns);
    saveFile(closing === undefined ? text : `${text}\r\n${csvClosing(closing, csvColumns)}`, 'text/csv;charset=utf-8', csvName);
  };
  const notice = partial.length > 0 && (
    <Alert
      type="warning"
      showIcon
      className={styles.exported}
      closable={{ closeIcon: true, onClose: () => setPartial([]), 'aria-label': 'Close' }}
      title="The file may be incomplete"
      description={<PartialReasons reasons={partial} />}
    />
  );
  return { exportAs, notice };
}

async function saveWorkbook(title: string, csvName: string, headings: readonly string[], rows: readonly (readonly CellValue[])[]): Promise<void> {
  if (rows.length > WORKBOOK_LIMIT)
    return notify.error(
      `This list has ${formatCount(rows.length)} rows. An Excel export holds up to ${formatCount(WORKBOOK_LIMIT)}. Filter the list, or select Download Report.`,
    );
  const { writeWorkbook, WORKBOOK_TYPE } = await import('./write-workbook').catch((error: unknown) => {
    notify.error('The Excel export could not be loaded. Reload the page and try again.');
    throw error;
  });
  saveFile(writeWorkbook(title, headings, rows), WORKBOOK_TYPE, csvName.replace(/\.csv$/, '.xlsx'));
}

/** Shows each reason for partial results as a line of text. */
export function PartialReasons({ reasons }: { reasons: readonly PartialReason[] }): ReactNode {
  return reasons.map((reason) => <div key={reason}>{PARTIAL_RESULTS_MESSAGES[reason]}</div>);
}
