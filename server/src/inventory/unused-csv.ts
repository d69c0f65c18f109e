import type { UnusedItem } from '@cam/contracts/server';

const COLUMNS: readonly [title: string, value: (item: UnusedItem) => string | number | null][] = [
  ['Name', ({ name }) => name],
  ['Type', ({ type }) => type],
  ['Source', ({ account_name }) => account_name],
  ['Scope', ({ scope }) => scope],
  ['Role', ({ role_name }) => role_name],
  ['Service', ({ service }) => service],
  ['Privilege', ({ privilege }) => privilege],
  ['Policies', ({ policies_count }) => policies_count],
  ['Roles', ({ roles_count }) => roles_count],
  ['Identities', ({ identities_count }) => identities_count],
  ['Last Used', ({ last_used }) => last_used],
];

/** A spreadsheet takes cells with these beginnings for formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** Comma, double quotes, BOM; what is missing is N/A. Line by line. */
export function* unusedCsv(items: readonly UnusedItem[]): Generator<string> {
  yield `\uFEFF${COLUMNS.map(([title]) => quoted(title)).join(',')}`;
  for (const item of items) yield `\r\n${COLUMNS.map(([, value]) => quoted(value(item))).join(',')}`;
}

function quoted(value: string | number | null): string {
  const text = value === null || value === '' ? 'N/A' : String(value);
  return `"${(typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
