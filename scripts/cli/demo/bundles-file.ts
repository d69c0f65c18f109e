import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CloudType } from '@cam/contracts';
import { CliFailure } from '../failure';

/** Name of the file that lists the bundles of a folder. */
export const BUNDLES_FILE = 'bundles.json';

export interface BundleEntry {
  /** Path below the folder. */
  path: string;
  cloud: CloudType;
  account: string;
  name: string;
  /** Time of the export, ISO 8601 in UTC. Absent means the time of the import. */
  taken_at?: string;
}

export interface BundlesFile {
  /** In import order. */
  bundles: BundleEntry[];
}

/** Reads the list of bundles in a folder. Returns null if the folder itself is a bundle. Throws a CliFailure for an invalid list. */
export async function readBundlesFile(folder: string): Promise<BundlesFile | null> {
  const path = join(folder, BUNDLES_FILE);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const { bundles } = JSON.parse(text) as Partial<BundlesFile>;
    if (Array.isArray(bundles) && bundles.every(isEntry)) return { bundles };
  } catch {
    // Malformed JSON fails below, like a file with other content.
  }
  throw new CliFailure(`${path} is not a list of bundles. It must contain {"bundles": [{"path", "cloud", "account", "name"}, ...]}.`);
}

function isEntry(entry: unknown): entry is BundleEntry {
  const fields = (entry ?? {}) as Record<string, unknown>;
  return ['path', 'cloud', 'account', 'name'].every((name) => typeof fields[name] === 'string');
}
