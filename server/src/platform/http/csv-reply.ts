import { Readable } from 'node:stream';
import { csvFileName, csvHeading, csvLine, type CsvColumn, type PartialReason } from '@cam/contracts/server';
import { keepingCaller } from '../db/caller';
import { unprocessable } from './errors';
import type { FileReply } from './file-reply';

/** Columns that an export may have, by the keys that the console knows them by. */
export type Columns<Row> = Readonly<Record<string, CsvColumn<Row>>>;

/** The columns that are asked for, in their order: keys separated by commas; all of them where none is. 422 on a key that there is not. */
export function chosenColumns<Row>(columns: Columns<Row>, keys: string | undefined): CsvColumn<Row>[] {
  const wanted = (keys ?? '').split(',').filter((key) => key !== '');
  if (wanted.length === 0) return Object.values(columns);
  return wanted.map((key) => {
    const column = Object.hasOwn(columns, key) ? columns[key] : undefined;
    if (!column)
      throw unprocessable('NO_SUCH_COLUMN', `There is no column "${key.slice(0, 60)}" in this list. Columns: ${Object.keys(columns).join(', ')}.`);
    return column;
  });
}

/** What an export is called, and why it may not hold all. */
export interface CsvTitle {
  name: string;
  type?: string;
  search?: string;
  partial?: readonly PartialReason[];
}

/** A file that is written while it is read: no more than one part of its rows is ever held. */
export function csvReply<Row>(
  { name, type = '', search = '', partial }: CsvTitle,
  columns: readonly CsvColumn<Row>[],
  parts: AsyncIterable<Row[]>,
): FileReply {
  return {
    fileName: csvFileName(name, type, search, new Date().toISOString().slice(0, 10)),
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(keepingCaller(csvText(columns, parts))),
    partial,
  };
}

/** The text of a CSV, part by part. */
export async function* csvText<Row>(columns: readonly CsvColumn<Row>[], parts: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield csvHeading(columns);
  for await (const rows of parts) if (rows.length > 0) yield rows.map((row) => `\r\n${csvLine(row, columns)}`).join('');
}
