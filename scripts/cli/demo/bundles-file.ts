import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CloudType } from '@cam/contracts';
import { CliFailure } from '../failure';

/** Lies in a folder of several bundles and says what each of them is of. */
export const BUNDLES_FILE = 'bundles.json';

export interface BundleEntry {
  /** Below the folder. */
  path: string;
  cloud: CloudType;
  account: string;
  name: string;
  /** When the provider was asked, ISO 8601 in UTC; without it: when it is imported. */
  taken_at?: string;
}

export interface BundlesFile {
  /** In the order in which they are to be imported. */
  bundles: BundleEntry[];
}

/** Null where the folder is one bundle by itself. Throws a CliFailure where the file cannot be understood. */
export async function readBundlesFile(folder: string): Promise<BundlesFile | null> {
  const path = join(folder, BUNDLES_FILE);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const { bundles } = JSON.parse(text) as Partial<BundlesFile>;
    if (Array.isArray(bundles) && bundles.every(isEntry)) return { bundles };
  } catch {
    // Said below, as of a file of another shape.
  }
  throw new CliFailure(`${path} should hold {"bundles": [{"path", "cloud", "account", "name"}, ...]}.`);
}

function isEntry(entry: unknown): entry is BundleEntry {
  const fields = (entry ?? {}) as Record<string, unknown>;
  return ['path', 'cloud', 'account', 'name'].every((name) => typeof fields[name] === 'string');
}
