import { stringify } from 'yaml';

export const FORMATS = ['table', 'json', 'csv', 'yaml'] as const;
export type Format = (typeof FORMATS)[number];

/** Returns a result as YAML. */
export function toYaml(value: unknown): string {
  return stringify(JSON.parse(JSON.stringify(value)), { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' }).trimEnd();
}

/** Returns rows as CSV (RFC 4180) with all their fields as columns, in the order of their first occurrence. */
export function toCsv(value: unknown): string {
  const rows = rowsOf(value);
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return csvOf(
    headings,
    rows.map((row) => headings.map((heading) => cellOf(row[heading]))),
  );
}

/** Returns cells as CSV (RFC 4180). */
export function csvOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headings, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
}

/** Returns the rows of a result: a list, the first list of objects in it, or the result itself. */
function rowsOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.map((one: unknown) => (isObject(one) ? one : { value: one }));
  if (!isObject(value)) return [{ value }];
  const list = Object.values(value).find((part) => Array.isArray(part) && part.every(isObject));
  return (list as Record<string, unknown>[] | undefined) ?? [value];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value as the text of one cell. Lists of texts are joined by blanks, everything else that is nested is JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string' && !part.includes(' '))) return value.join(' ');
  return JSON.stringify(value);
}
