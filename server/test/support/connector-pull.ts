import type { Connector } from '../../src/sources/connectors/connector';
import type { Notices } from '../../src/sources/connectors/notices';
import { Pull } from '../../src/sources/connectors/pull';
import { Staging } from '../../src/sources/connectors/staging';
import type { DemoBundle } from '../../demo/files';
import { bundleFilesAt } from '../../src/sources/bundles/bundle-files';
import type { BundleReader } from '../../src/graph/engine/bundle/bundle-reader';
import { FolderStorage } from '../../src/platform/storage';

export const neverAborted = new AbortController().signal;

/** Pulls an account, as of the last demo day, into a folder. */
export async function pullInto(
  folder: string,
  connector: Connector,
  accountId: string,
  { since, until, notices }: { since: string; until: string; notices?: Notices } = { since: '2025-11-01', until: '2026-03-03' },
): Promise<Pull> {
  const dates = { since: new Date(since), until: new Date(until) };
  const pull = new Pull({
    staging: new Staging(new FolderStorage(folder)),
    ...dates,
    ...(notices ? { notices } : {}),
    signal: neverAborted,
    progress: async () => undefined,
  });
  await connector.pull(accountId, pull);
  return pull;
}

/** Returns the sorted facts that a folder's files give. */
export async function factsOfFolder(folder: string, reader: BundleReader, accountId: string, takenAt: string): Promise<string> {
  for await (const file of bundleFilesAt(folder, 'pulled')) reader.add(file);
  return factsOf(reader, accountId, takenAt);
}

/** Returns the warnings about missing or unreadable files of a folder. */
export async function warningsOfFolder(folder: string, reader: BundleReader): Promise<string[]> {
  // The marks are removed when a pull is handed over.
  for await (const file of bundleFilesAt(folder, 'pulled')) if (!file.name.startsWith('.marks/')) reader.add(file);
  return reader.result().warnings.map(({ file, message }) => `${file} ${message}`);
}

/** Returns the sorted facts of an exported bundle. */
export function factsOfExport(bundle: DemoBundle, reader: BundleReader): string {
  for (const { path, parts } of bundle.files()) reader.add({ name: path, content: Buffer.from([...parts].join('')), problem: null });
  return factsOf(reader, bundle.accountId, bundle.takenAt);
}

function factsOf(reader: BundleReader, accountId: string, takenAt: string): string {
  const { entities, relations, policies, usage, usageSince } = reader.result().normalise('t', accountId, new Date(takenAt));
  const sorted = [entities, relations, policies, usage].map((rows) => rows.map((row) => JSON.stringify(row)).sort());
  return JSON.stringify([...sorted, usageSince], null, 1);
}
