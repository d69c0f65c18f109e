import { Readable } from 'node:stream';
import { csvClosing, csvFileName, csvHeading, csvLine, type CsvColumn, type PartialReason } from '@cam/contracts/server';
import { bindCaller } from '../db/caller';
import { unprocessable } from './errors';
import type { FileReply } from './file-reply';

/** The columns of an export, by their keys in the console. */
export type Columns<Row> = Readonly<Record<string, CsvColumn<Row>>>;

/**
 * Returns the requested columns in their order, or all columns.
 * @param keys keys separated by commas
 * @throws ApiError 422 on an unknown key
 */
export function chosenColumns<Row>(columns: Columns<Row>, keys: string | undefined): CsvColumn<Row>[] {
  const wanted = (keys ?? '').split(',').filter((key) => key !== '');
  if (wanted.length === 0) return Object.values(columns);
  return wanted.map((key) => {
    const column = Object.hasOwn(columns, key) ? columns[key] : undefined;
    if (!column) throw unprocessable('NO_SUCH_COLUMN', `This list has no column "${key.slice(0, 60)}". Columns: ${Object.keys(columns).join(', ')}.`);
    return column;
  });
}

/** The name of an export, and the reasons why it may be incomplete. */
export interface CsvTitle {
  name: string;
  type?: string;
  search?: string;
  partial?: readonly PartialReason[];
  /** A last line, for example "12 excluded". */
  closing?: string;
}

/** Returns a CSV file that is written while it is read: only one part of its rows is in memory. */
export function csvReply<Row>(
  { name, type = '', search = '', partial, closing }: CsvTitle,
  columns: readonly CsvColumn<Row>[],
  parts: AsyncIterable<Row[]>,
): FileReply {
  return {
    fileName: csvFileName(name, type, search, new Date().toISOString().slice(0, 10)),
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(bindCaller(csvText(columns, parts, closing))),
    partial,
  };
}

/**
 * Yields the text of a CSV, part by part. The heading follows the first read: if that one fails, nothing was sent, and the call is answered with the error.
 */
export async function* csvText<Row>(columns: readonly CsvColumn<Row>[], parts: AsyncIterable<Row[]>, closing?: string): AsyncGenerator<string> {
  let heading = csvHeading(columns);
  for await (const rows of parts) {
    yield heading + rows.map((row) => `\r\n${csvLine(row, columns)}`).join('');
    heading = '';
  }
  if (heading !== '') yield heading;
  if (closing !== undefined) yield `\r\n${csvClosing(closing, columns)}`;
}
