import type { CloudType } from '@cam/contracts/server';

/** A file of a bundle. Its parts are made while they are written: a large one is never whole in the memory. */
export interface DemoFile {
  /** Inside the bundle. A name that ends in `.gz` is to be compressed. */
  path: string;
  /** To be gone through once. */
  parts: Iterable<string>;
}

/** What a connector would have pulled from one account on one day. */
export interface DemoBundle {
  /** Of its own below the tenant's folder. */
  folder: string;
  cloudType: CloudType;
  accountId: string;
  name: string;
  /** YYYY-MM-DD of the snapshot. */
  day: string;
  /** When the connector would have asked. ISO 8601 in UTC. */
  takenAt: string;
  files: () => Iterable<DemoFile>;
}

/** A document that is small enough to be written at once. */
export function jsonFile(path: string, value: unknown): DemoFile {
  return { path, parts: [`${JSON.stringify(value, null, 2)}\n`] };
}

/** A list by itself, one entry a line. */
export function listFile(path: string, entries: Iterable<unknown>): DemoFile {
  return { path, parts: listParts(entries) };
}

/** An object of lists, one entry a line; `rest` are its further fields. */
export function listsFile(path: string, lists: Record<string, Iterable<unknown>>, rest: Record<string, unknown> = {}): DemoFile {
  return { path, parts: objectParts(lists, rest) };
}

function* objectParts(lists: Record<string, Iterable<unknown>>, rest: Record<string, unknown>): Generator<string> {
  let separator = '{\n';
  for (const [name, entries] of Object.entries(lists)) {
    yield `${separator}${JSON.stringify(name)}: `;
    yield* listParts(entries);
    separator = ',';
  }
  for (const [name, value] of Object.entries(rest)) {
    yield `${separator}${JSON.stringify(name)}: ${JSON.stringify(value)}\n`;
    separator = ',';
  }
  yield '}\n';
}

function* listParts(entries: Iterable<unknown>): Generator<string> {
  let separator = '[\n';
  for (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
