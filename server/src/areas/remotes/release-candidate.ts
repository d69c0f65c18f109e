import { createHash } from 'node:crypto';
import { ENTRY_DIGESTS, ENTRY_FILE, LISTED_DIGESTS, PROVENANCE_FILE, SIGNATURE_FILE, type RemoteManifest } from '@cam/contracts/server';
import type { ReleaseFiles } from './release-archive';
import { isSourceMap } from './source-maps';

/** Files of a release that the registry reads; it only stores the others. */
export const MANIFEST_FILE = 'remote.json';
/** The schemas of all calls that the release makes. */
export const CONTRACT_FILE = 'contract.json';
/** The schemas of the calls that the release makes to the server of its team. Absent in releases without such calls. */
export const BACK_END_FILE = 'back-end.json';
export const FEDERATION_FILE = 'mf-manifest.json';
/** Digests of the build, which the registry verifies and stores. */
export const INTEGRITY_FILE = 'integrity.json';

/** Files that no digest covers: equal files have one digest wherever they were built. */
const OUTSIDE: ReadonlySet<string> = new Set([INTEGRITY_FILE, PROVENANCE_FILE, SIGNATURE_FILE]);

/** Workspace packages whose version ranges are in `needs`. */
const NEEDED = { contracts: '@cam/contracts', platform: '@cam/platform', ui: '@cam/ui' } as const;

/** Reports whether a path is a compressed copy of another file. */
export function isCompressedCopy(path: string): boolean {
  return path.endsWith('.br') || path.endsWith('.gz');
}

/** Returns the SHA-384 digest in the form of browsers. */
export function digestOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Returns one digest of the whole release, over the sorted list of its files' digests. */
export function releaseDigest(integrity: Record<string, string>): string {
  const lines = Object.entries(integrity)
    .map(([path, digest]) => `${path} ${digest}\n`)
    .sort();
  return digestOf(Buffer.from(lines.join('')));
}

/** Returns the digests of all files that a console may load, computed from their bytes. */
export function integrityOf(files: ReleaseFiles): Record<string, string> {
  const served = [...files].filter(([path]) => !isCompressedCopy(path) && !isSourceMap(path) && !OUTSIDE.has(path));
  return Object.fromEntries(served.map(([path, content]) => [path, digestOf(content)] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Parses a JSON file; undefined if it is missing or invalid. */
export function jsonOf(files: ReleaseFiles, path: string): unknown {
  const content = files.get(path);
  if (!content) return undefined;
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reports whether a console loads the file. The other files are for the registry and for operators. */
export function isLoadable(path: string): boolean {
  return path === FEDERATION_FILE || !path.endsWith('.json');
}

/** Returns the digests in a federation manifest by path; null if it has none. */
export function listedDigests(federation: unknown): Record<string, unknown> | null {
  const listed = (federation as Record<string, unknown> | null | undefined)?.[LISTED_DIGESTS];
  return typeof listed === 'object' && listed !== null ? (listed as Record<string, unknown>) : null;
}

/** Returns the digests in the entry of a release by path, in the form of browsers; null if it has none. */
export function entryDigests(files: ReleaseFiles): Record<string, string> | null {
  const [line = ''] = files.get(ENTRY_FILE)?.toString('utf8').split('\n', 1) ?? [];
  if (!line.startsWith(ENTRY_DIGESTS)) return null;
  try {
    const listed = JSON.parse(line.slice(ENTRY_DIGESTS.length).replace(/;$/, '')) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(listed).map(([path, digest]) => [path, `sha384-${String(digest)}`]));
  } catch {
    return {};
  }
}

/** Returns the shared modules of a federation manifest with their ranges; null if it is not such a manifest. */
export function sharedRanges(federation: unknown): Record<string, string> | null {
  const { shared, name } = (federation ?? {}) as { shared?: unknown; name?: unknown };
  if (typeof name !== 'string' || !Array.isArray(shared)) return null;
  const ranges: Record<string, string> = {};
  for (const entry of shared as { name?: unknown; requiredVersion?: unknown }[]) {
    if (typeof entry?.name !== 'string') return null;
    ranges[entry.name] = typeof entry.requiredVersion === 'string' && entry.requiredVersion !== '' ? entry.requiredVersion : '*';
  }
  return ranges;
}

/** Returns all modules that a release needs from its host, by its build and by the ranges of its manifest. */
export function consumedBy(manifest: RemoteManifest, federation: unknown): Record<string, string> {
  const needs = Object.entries(NEEDED).map(([key, module]) => [module, manifest.needs[key as keyof typeof NEEDED]] as const);
  return { ...sharedRanges(federation), ...Object.fromEntries(needs) };
}
