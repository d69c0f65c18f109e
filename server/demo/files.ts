import type { CloudType } from '@cam/contracts/server';

/** A file of a bundle. Its parts are generated while it is written, so a large file is never completely in memory. */
export interface DemoFile {
  /** Path inside the bundle. A file that ends in `.gz` must be compressed. */
  path: string;
  /** Can be iterated once. */
  parts: Iterable<string>;
}

/** The data that a connector would pull from one account on one day. */
export interface DemoBundle {
  /** Unique path below the tenant's folder. */
  folder: string;
  cloudType: CloudType;
  accountId: string;
  name: string;
  /** Day of the snapshot, YYYY-MM-DD. */
  day: string;
  /** Time of the pull. ISO 8601 in UTC. */
  takenAt: string;
  files: () => Iterable<DemoFile>;
}

/** Returns a file with one small document. */
export function jsonFile(path: string, value: unknown): DemoFile {
  return { path, parts: [`${JSON.stringify(value, null, 2)}\n`] };
}

/** Returns a file with a list, one entry per line. */
export function listFile(path: string, entries: Iterable<unknown>): DemoFile {
  return { path, parts: listParts(entries) };
}

/** Returns a file with an object of lists, one entry per line. @param rest further fields */
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
