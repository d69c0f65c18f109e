import { useState, type ReactNode } from 'react';
import { csvFileName, PARTIAL_RESULTS_WORDS, toCsv, type CsvColumn, type PartialReason } from '@cam/contracts';
import { Alert } from 'antd';
import { saveFile } from '../data/save-file';
import { formatDate } from '../data/formats';
import type { GridColumn } from './grid-types';
import styles from './DataGrid.module.css';

/** A file that the server wrote. */
export interface ExportedFile {
  blob: Blob;
  fileName: string;
  /** Why it may not hold all that was asked for. */
  partial?: readonly PartialReason[];
}

interface Exported<Row> {
  title: string;
  type: string;
  search: string;
  columns: readonly GridColumn<Row>[];
  /** What the filters leave of what the browser has. */
  found: readonly Row[];
  exportFile?: (columns: readonly string[]) => Promise<ExportedFile>;
  exportRows?: () => Promise<readonly Row[]>;
}

/** The export of what is filtered, and what is to be said of the last file: that it may not be all. */
export function useExport<Row>(): { exportCsv: (exported: Exported<Row>) => Promise<void>; notice: ReactNode } {
  const [partial, setPartial] = useState<readonly PartialReason[]>([]);
  const exportCsv = async ({ title, type, search, columns, found, exportFile, exportRows }: Exported<Row>): Promise<void> => {
    const shown = columns.filter(({ sticky }) => !sticky);
    if (exportFile) {
      const { blob, fileName, partial: reasons = [] } = await exportFile(shown.map(({ key }) => key));
      setPartial(reasons);
      return saveFile(blob, blob.type, fileName);
    }
    const rows = exportRows ? await exportRows() : found;
    const csvColumns = shown.map(({ label, title: heading, value }): CsvColumn<Row> => ({ title: label ?? heading, value }));
    saveFile(toCsv(rows, csvColumns), 'text/csv;charset=utf-8', csvFileName(title, type, search, formatDate(Date.now())));
  };
  const notice = partial.length > 0 && (
    <Alert
      type="warning"
      showIcon
      className={styles.exported}
      closable={{ closeIcon: true, onClose: () => setPartial([]), 'aria-label': 'Close' }}
      title="The file may not hold everything"
      description={<PartialWords reasons={partial} />}
    />
  );
  return { exportCsv, notice };
}

/** Each reason in words, one below the other. */
export function PartialWords({ reasons }: { reasons: readonly PartialReason[] }): ReactNode {
  return reasons.map((reason) => <div key={reason}>{PARTIAL_RESULTS_WORDS[reason]}</div>);
}
