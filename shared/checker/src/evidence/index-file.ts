import { Invalid } from '../faults';
import type { Proof } from '../format';

/** A line of the index: a claim with the file that proves it, or the reason why there is none. */
export interface IndexLine {
  identity: string;
  identity_uri: string;
  resource: string;
  resource_uri: string;
  /** `reaches` or `not-reaches`. */
  claim: string;
  /** ISO 8601: the claim is about requests from about this time on. */
  as_of: string;
  /** The row of the list that the claim is from, such as its kinds of access, which no proof has. */
  row: string;
  /** Actions that are always allowed, or for `not-reaches` those that are out of reach, in the order of the proof. */
  actions: string;
  /** Actions that the request decides about. */
  conditional_actions: string;
  /** Name of the file; empty without a proof. */
  proof: string;
  /** Why there is no proof; empty with one. */
  reason: string;
}

const COLUMNS = [
  'identity',
  'identity_uri',
  'resource',
  'resource_uri',
  'claim',
  'as_of',
  'row',
  'actions',
  'conditional_actions',
  'proof',
  'reason',
] as const satisfies readonly (keyof IndexLine)[];

/** Cells of the index that follow from a proof. */
export type ProvedCells = Pick<IndexLine, 'identity_uri' | 'resource_uri' | 'claim' | 'as_of' | 'actions' | 'conditional_actions'>;

/** Returns the cells of a line that follow from a proof. */
export function cellsOf({ claim: { kind, identity, resource, actions, made_at: asOf } }: Proof): ProvedCells {
  const named = (isConditional: boolean): string =>
    actions
      .filter(({ value }) => (value === 'conditional') === isConditional)
      .map(({ action }) => action)
      .join(' ');
  return {
    identity_uri: cell(identity.uri),
    resource_uri: cell(resource.uri),
    claim: kind,
    as_of: asOf,
    actions: named(false),
    conditional_actions: named(true),
  };
}

/** Returns a text as a cell, with an apostrophe before what a spreadsheet would take for a formula. */
export function cell(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
}

/** Returns the text of an index: CSV with every cell in quotes. The cells are written as they are. */
export function writeIndex(lines: readonly IndexLine[]): string {
  return [COLUMNS as readonly string[], ...lines.map((line) => COLUMNS.map((column) => line[column]))]
    .map((cells) => `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('');
}

/**
 * Reads an index.
 * @throws Invalid unless it is as `writeIndex` writes it
 */
export function readIndex(text: string): IndexLine[] {
  const cells = [...text.matchAll(/"([^"]*(?:""[^"]*)*)"(?:,|\r\n)/g)].map(([, inner = '']) => inner.replaceAll('""', '"'));
  const lines: IndexLine[] = [];
  for (let at = COLUMNS.length; at < cells.length; at += COLUMNS.length)
    lines.push(Object.fromEntries(COLUMNS.map((column, index) => [column, cells[at + index] ?? ''])) as unknown as IndexLine);
  if (writeIndex(lines) !== text) throw new Invalid('index.csv', 'The index is not CSV of the form that this format asks for.');
  return lines;
}
