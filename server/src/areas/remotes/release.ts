import { REMOTE_IDS, type RemoteId, type RemoteManifest } from '@cam/contracts/server';

/** A published release as the registry knows it. */
export interface StoredRelease {
  id: RemoteId;
  version: string;
  /** Grows with time: a higher number was published later. */
  number: number;
  publishedAt: string;
  publishedBy: string;
  digest: string;
  bytes: number;
  fileCount: number;
  manifest: RemoteManifest;
  /** Module and semver range of everything that it takes from the host. */
  consumes: Record<string, string>;
  wasStable: boolean;
  /** `sha384-<base64>` of each file by path. */
  integrity: Record<string, string>;
  /** Whether its federation manifest lists the digests of all files that its code loads. */
  listsDigests: boolean;
}

export interface ChannelPointer {
  version: string;
  etag: string;
}

/** Everything about remotes that belongs to no tenant. */
export interface Catalogue {
  /** Newest first. */
  releases: ReadonlyMap<RemoteId, readonly StoredRelease[]>;
  channels: ReadonlyMap<RemoteId, Partial<Record<'stable' | 'canary', ChannelPointer>>>;
}

/** A host: its version, and the version of every module that it provides. */
export interface HostProvides {
  version: string;
  provides: Record<string, string>;
}

/** How a tenant gets one remote. */
export interface RemotePolicy {
  enabled: boolean;
  pin: string | null;
  channel: 'stable' | 'canary';
  canaryPercent: number;
  reason: string;
}

export const DEFAULT_POLICY: RemotePolicy = { enabled: true, pin: null, channel: 'stable', canaryPercent: 0, reason: '' };

/** The folder, beside those of the releases, of the files whose name carries a digest of their content; no version is called so. */
export const SHARED_FILES = 'f';

const DIGEST_NAME = /\.[0-9a-f]{12}\.[a-z0-9]+$/;

/** Whether a file has the address that names no release. Two releases of a remote never have different files of such a name: a gate sees to it. */
export function isShared(path: string): boolean {
  return DIGEST_NAME.test(path);
}

/** Versions are semantic versions; the pattern also keeps them safe as folder names. */
export const VERSION_PATTERN = /^\d+\.\d+\.\d+(-[0-9A-Za-z][0-9A-Za-z.-]{0,80})?$/;

/** Every remote that there is: the areas of CAM, published or not, and those that teams have published. */
export function idsOf({ releases }: Catalogue): RemoteId[] {
  return [...new Set<RemoteId>([...REMOTE_IDS, ...[...releases.keys()].sort()])];
}
