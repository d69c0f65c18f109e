import { createHash } from 'node:crypto';
import { LISTED_DIGESTS, type RemoteManifest } from '@cam/contracts/server';
import type { ReleaseFiles } from './release-archive';

/** The files of a release that the registry reads; the rest it only stores. */
export const MANIFEST_FILE = 'remote.json';
/** What the release knows of each call that it makes. */
export const CONTRACT_FILE = 'contract.json';
export const FEDERATION_FILE = 'mf-manifest.json';
/** Digests of the build, checked and then kept in the registry: the file itself is served like any other. */
export const INTEGRITY_FILE = 'integrity.json';

/** Packages of the workspace whose ranges stand in `needs`. */
const NEEDED = { contracts: '@cam/contracts', platform: '@cam/platform', ui: '@cam/ui' } as const;

/** A copy that a build made smaller for transport; it is the same file to a reader. */
export function isCompressedCopy(path: string): boolean {
  return path.endsWith('.br') || path.endsWith('.gz');
}

/** SHA-384 as browsers write it. */
export function digestOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** One digest for the whole release: over the sorted list of its files' digests. */
export function releaseDigest(integrity: Record<string, string>): string {
  const lines = Object.entries(integrity)
    .map(([path, digest]) => `${path} ${digest}\n`)
    .sort();
  return digestOf(Buffer.from(lines.join('')));
}

/** Digests of all files that a console may load, computed from their bytes. */
export function integrityOf(files: ReleaseFiles): Record<string, string> {
  const served = [...files].filter(([path]) => !isCompressedCopy(path) && path !== INTEGRITY_FILE);
  return Object.fromEntries(served.map(([path, content]) => [path, digestOf(content)] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** JSON of one file; undefined where it is absent or not JSON. */
export function jsonOf(files: ReleaseFiles, path: string): unknown {
  const content = files.get(path);
  if (!content) return undefined;
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Whether code of a release loads the file, or the host does on its way to it; the rest of a release is for the registry and for operators. */
export function isLoadable(path: string): boolean {
  return path === FEDERATION_FILE || !path.endsWith('.json');
}

/** The digests that a federation manifest lists, by path; null where it lists none. */
export function listedDigests(federation: unknown): Record<string, unknown> | null {
  const listed = (federation as Record<string, unknown> | null | undefined)?.[LISTED_DIGESTS];
  return typeof listed === 'object' && listed !== null ? (listed as Record<string, unknown>) : null;
}

/** What a federation manifest tells of shared modules: name and range. Null where it is not such a manifest. */
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

/** Everything that a release takes from its host: the modules that its build names, and the ranges of its manifest. */
export function consumedBy(manifest: RemoteManifest, federation: unknown): Record<string, string> {
  const needs = Object.entries(NEEDED).map(([key, module]) => [module, manifest.needs[key as keyof typeof NEEDED]] as const);
  return { ...sharedRanges(federation), ...Object.fromEntries(needs) };
}
