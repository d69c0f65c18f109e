import type { RemoteManifest } from './remote-manifest';

/** The manifest as the author of a remote writes it. The build adds the version and the calls. */
export type RemoteManifestSource = Omit<RemoteManifest, 'version' | 'calls' | 'backEndCalls' | 'schema'>;

/** Returns the manifest unchanged, with its type checked. */
export function defineManifest(manifest: RemoteManifestSource): RemoteManifestSource {
  return manifest;
}
