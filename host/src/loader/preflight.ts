import semver from 'semver';
import { digestOf, sha384 } from './integrity';
import { LoadError, statusError } from './load-error';
import { TIME_LIMITS } from './time-limit';

interface FederationManifest {
  name: string;
  shared: { name: string; requiredVersion: string }[];
}

/**
 * Reads the federation manifest of a release before any of its code runs: that it is there, that it is what was published, and
 * that the host has every shared module in a fitting version. Throws LoadError with the reason.
 */
export async function preflight(manifestUrl: string, provided: Record<string, string>): Promise<void> {
  const manifest = await readManifest(manifestUrl);
  const misfits = manifest.shared.flatMap(({ name, requiredVersion }) => {
    const version = provided[name];
    if (!version) return [`it needs ${name}, which this console does not have`];
    if (requiredVersion && !semver.satisfies(version, requiredVersion, { includePrerelease: true }))
      return [`it needs ${name} ${requiredVersion}, this console has ${version}`];
    return [];
  });
  if (misfits.length > 0) throw new LoadError('incompatible', misfits.join('; '), manifestUrl);
}

async function readManifest(url: string): Promise<FederationManifest> {
  let response: Response;
  try {
    // The browser's own check of digests says only "failed to fetch", so the bytes are compared here.
    response = await fetch(url, { signal: AbortSignal.timeout(TIME_LIMITS.manifest), cache: 'no-cache' });
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new LoadError(late ? 'timeout' : 'network', late ? 'the manifest took longer than 5 s' : 'the manifest could not be reached', url);
  }
  if (!response.ok) throw statusError(response.status, url);
  const bytes = await response.arrayBuffer();
  const expected = digestOf(url);
  if (expected && (await sha384(bytes)) !== expected)
    throw new LoadError(looksLikeManifest(bytes) ? 'integrity' : 'invalid', 'the manifest is not the one that was published', url);
  const manifest = parse(bytes);
  if (!manifest || !Array.isArray(manifest.shared)) throw new LoadError('invalid', 'the manifest is not a federation manifest', url);
  return manifest;
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
