/** A column of an export: its heading and what it says of a row. */
export interface CsvColumn<Row> {
  title: string;
  value: (row: Row) => unknown;
}

const BOM = '﻿';

/** Comma, double quotes, BOM. Missing values are N/A, numeric arrays their count, dates ISO. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const line = (cells: readonly unknown[]): string => cells.map(quote).join(',');
  return BOM + [line(columns.map(({ title }) => title)), ...rows.map((row) => line(columns.map((column) => column.value(row))))].join('\r\n');
}

function quote(value: unknown): string {
  return `"${text(value).replace(/"/g, '""')}"`;
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'N/A';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.every((item) => typeof item === 'number') ? String(value.length) : value.join('; ');
  return String(value);
}

/** {name}___{type}___{search}___{date}.csv; an empty part is left out. */
export function csvFileName(name: string, type: string, search: string, date: string): string {
  return `${[name || 'generated', type, search, date].filter((part) => part !== '').join('___')}.csv`;
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: BlobPart, type: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
