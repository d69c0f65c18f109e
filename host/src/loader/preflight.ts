import { LISTED_DIGESTS } from '@cam/contracts';
import { satisfy } from '@module-federation/runtime-core';
import { currentAddress } from './refetch-release';
import { LoadError, statusError } from './load-error';
import { digestOf, sha384 } from './release-files';
import { TIME_LIMITS } from './time-limit';

interface FederationManifest {
  name: string;
  metaData?: { remoteEntry?: { path?: string; name?: string } };
  shared: { name: string; requiredVersion: string }[];
  /** Digests of the files of the release, by path. */
  [LISTED_DIGESTS]?: Record<string, string>;
}

/**
 * Checks the federation manifest of a release before any of its code runs: it exists, it matches the published digest, and the host provides every
 * shared module in a compatible version.
 * @param provided versions of the host's shared modules, by name
 * @returns the path of the entry file in the release and the digests that the manifest lists
 * @throws LoadError with the reason
 */
export async function preflight(manifestUrl: string, provided: Record<string, string>): Promise<{ entry: string; digests: Record<string, string> }> {
  const manifest = await readManifest(manifestUrl);
  checkNeeds(Object.fromEntries(manifest.shared.map(({ name, requiredVersion }) => [name, requiredVersion])), provided, manifestUrl);
  const { path, name } = manifest.metaData?.remoteEntry ?? {};
  if (!name) throw new LoadError('invalid', 'the manifest names no entry', manifestUrl);
  return { entry: [path, name].filter(Boolean).join('/'), digests: manifest[LISTED_DIGESTS] ?? {} };
}

/**
 * Checks that the host provides every module that a release needs, in a compatible version.
 * @param needs ranges by name
 * @param provided versions of the host's modules, by name
 * @param url names the release in the error
 * @throws LoadError with the reason
 */
export function checkNeeds(needs: Record<string, string>, provided: Record<string, string>, url: string): void {
  const mismatches = Object.entries(needs).flatMap(([name, range]) => {
    const version = provided[name];
    if (!version) return [`it needs ${name}, which this console does not have`];
    if (range && !satisfy(version, range)) return [`it needs ${name} ${range}, this console has ${version}`];
    return [];
  });
  if (mismatches.length > 0) throw new LoadError('incompatible', mismatches.join('; '), url);
}

async function readManifest(url: string): Promise<FederationManifest> {
  const expected = digestOf(url);
  let bytes = await readBytes(url, 'default');
  // The browser may have cached a truncated copy, so the server is asked once more before it is blamed.
  if (expected && (await sha384(bytes)) !== expected) bytes = await readBytes(url, 'reload');
  if (expected && (await sha384(bytes)) !== expected)
    throw new LoadError(looksLikeManifest(bytes) ? 'integrity' : 'invalid', 'the manifest differs from the published one', url);
  const manifest = parse(bytes);
  if (!manifest || !Array.isArray(manifest.shared)) throw new LoadError('invalid', 'the manifest is not a federation manifest', url);
  return manifest;
}

async function readBytes(url: string, cache: RequestCache): Promise<ArrayBuffer> {
  let response: Response;
  try {
    // The browser's integrity check reports "failed to fetch" only, so the bytes are compared here.
    response = await fetch(currentAddress(url), { signal: AbortSignal.timeout(TIME_LIMITS.manifest), cache });
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new LoadError(late ? 'timeout' : 'network', late ? 'the manifest took longer than 5 s' : 'the manifest could not be reached', url);
  }
  if (!response.ok) throw statusError(response.status, url);
  try {
    return await response.arrayBuffer();
  } catch {
    throw new LoadError('network', 'the manifest was truncated', url);
  }
}

function parse(bytes: ArrayBuffer): FederationManifest | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as FederationManifest | null;
  } catch {
    return null;
  }
}

function looksLikeManifest(bytes: ArrayBuffer): boolean {
  return Array.isArray(parse(bytes)?.shared);
}
