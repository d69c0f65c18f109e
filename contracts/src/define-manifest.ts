import type { RemoteManifest } from './remote-manifest';

/** What the author of a remote writes; the build adds the version and the calls. */
export type RemoteManifestSource = Omit<RemoteManifest, 'version' | 'calls' | 'schema'>;

/** Identity function that gives a manifest its type. */
export function defineManifest(manifest: RemoteManifestSource): RemoteManifestSource {
  return manifest;
}
