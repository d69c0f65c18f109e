import type { Severity } from '@cam/contracts';
import { ALL, type CellValue, type GridColumn, type GridFilter, type GridSort } from './grid-types';

/** Properties that filters need beside the text of the columns. */
export interface RowTraits<Row> {
  columns: readonly GridColumn<Row>[];
  severity?: (row: Row) => Severity;
  type?: (row: Row) => string;
}

/** Returns the rows of the selected severity and type whose columns contain the text, ignoring case. */
export function filterRows<Row>(rows: readonly Row[], { columns, severity, type }: RowTraits<Row>, filter: GridFilter): Row[] {
  const text = filter.search.trim().toLowerCase();
  const holds = (row: Row): boolean => columns.some((column) => (column.text?.(row) ?? String(column.value(row) ?? '')).toLowerCase().includes(text));
  return rows.filter(
    (row) =>
      (filter.severity === ALL || !severity || severity(row) === filter.severity) &&
      (filter.type === ALL || !type || type(row) === filter.type) &&
      (text === '' || holds(row)),
  );
}

/** Returns the number of rows of each severity, independent of the selected severity. */
export function countSeverities<Row>(rows: readonly Row[], traits: RowTraits<Row>, filter: GridFilter): Record<Severity | 'ALL', number> {
  const counts = { ALL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const row of filterRows(rows, traits, { ...filter, severity: ALL })) {
    counts.ALL++;
    if (traits.severity) counts[traits.severity(row)]++;
  }
  return counts;
}

/** Returns the types of the rows, ascending. */
export function typesOf<Row>(rows: readonly Row[], type: (row: Row) => string): string[] {
  return [...new Set(rows.map(type))].sort((a, b) => a.localeCompare(b));
}

/** Returns a sorted copy. Equal rows keep their order, and missing values come last in both directions. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[], sort: GridSort | null): readonly Row[] {
  const column = columns.find(({ key }) => key === sort?.column);
  if (!column || !sort) return rows;
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => Number(isMissing(a.value)) - Number(isMissing(b.value)) || direction * compare(a.value, b.value))
    .map(({ row }) => row);
}

function isMissing(value: CellValue): boolean {
  return value === null || value === '';
}

function compare(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), undefined, { numeric: true });
}
