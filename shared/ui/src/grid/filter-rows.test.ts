import type { Severity } from '@cam/contracts';
import { countSeverities, filterRows, sortRows, typesOf } from './filter-rows';
import { NO_FILTER, type GridColumn } from './grid-types';

interface Row {
  name: string;
  severity: Severity;
  type: string;
  count: number | null;
}

const ROWS: Row[] = [
  { name: 'Payroll 10', severity: 'HIGH', type: 'S3', count: 3 },
  { name: 'payroll 9', severity: 'LOW', type: 'S3', count: null },
  { name: 'billing', severity: 'HIGH', type: 'LAMBDA', count: 20 },
];
const columns: GridColumn<Row>[] = [
  { key: 'name', title: 'Name', value: ({ name }) => name },
  { key: 'count', title: 'Count', value: ({ count }) => count },
];
const traits = { columns, severity: (row: Row) => row.severity, type: (row: Row) => row.type };
const names = (rows: readonly Row[]): string[] => rows.map(({ name }) => name);

it('filterRows searches all columns and ignores case', () => {
  expect(names(filterRows(ROWS, traits, { ...NO_FILTER, search: ' PAYROLL ' }))).toEqual(['Payroll 10', 'payroll 9']);
  expect(names(filterRows(ROWS, traits, { ...NO_FILTER, search: '20' }))).toEqual(['billing']);
});

it('filterRows combines severity, type and search text', () => {
  expect(names(filterRows(ROWS, traits, { search: 'payroll', severity: 'HIGH', type: 'S3' }))).toEqual(['Payroll 10']);
  expect(filterRows(ROWS, traits, { ...NO_FILTER, type: 'ROLE' })).toEqual([]);
});

it('countSeverities counts each severity of the search result, regardless of the selected one', () => {
  expect(countSeverities(ROWS, traits, { ...NO_FILTER, severity: 'LOW', search: 'payroll' })).toEqual({ ALL: 2, HIGH: 1, MEDIUM: 0, LOW: 1 });
});

it('typesOf lists each type once, in ascending order', () => expect(typesOf(ROWS, traits.type)).toEqual(['LAMBDA', 'S3']));

it('sortRows compares numbers within text by value and puts missing values last in either order', () => {
  expect(names(sortRows(ROWS, columns, { column: 'name', descending: false }))).toEqual(['billing', 'payroll 9', 'Payroll 10']);
  expect(names(sortRows(ROWS, columns, { column: 'count', descending: false }))).toEqual(['Payroll 10', 'billing', 'payroll 9']);
  expect(names(sortRows(ROWS, columns, { column: 'count', descending: true }))).toEqual(['billing', 'Payroll 10', 'payroll 9']);
  expect(sortRows(ROWS, columns, { column: 'gone', descending: true })).toBe(ROWS);
});
