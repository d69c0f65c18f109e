import { REMOTE_IDS, type Channel, type RemoteId, type RemoteManifest } from '@cam/contracts/server';
import type { Rollout } from './rollout';

/** A published release in the registry. */
export interface StoredRelease {
  id: RemoteId;
  version: string;
  /** Increases over time: a higher number was published later. */
  number: number;
  publishedAt: string;
  publishedBy: string;
  digest: string;
  bytes: number;
  fileCount: number;
  manifest: RemoteManifest;
  /** Modules that it needs from the host, with semver ranges. */
  consumes: Record<string, string>;
  wasStable: boolean;
  /** Operators rolled it back, or it crashes so often that it is no fallback for another release. */
  isUnfit: boolean;
  /** `sha384-<base64>` of each file by path. */
  integrity: Record<string, string>;
  /** Its federation manifest has the digests of all files that its code loads. */
  listsDigests: boolean;
  /** Commit of the sources, as the team states it; null: it does not. */
  commit: string | null;
  /** Run of the pipeline that built it. */
  builder: string | null;
  /** The key that signed it, unless it was revoked since; null: unsigned. */
  keyId: string | null;
}

export interface ChannelPointer {
  version: string;
  etag: string;
  /** Null: all users get the release. */
  rollout: Rollout | null;
}

/** The part of the registry that belongs to no tenant. */
export interface Catalogue {
  /** Newest first. */
  releases: ReadonlyMap<RemoteId, readonly StoredRelease[]>;
  channels: ReadonlyMap<RemoteId, Partial<Record<Channel, ChannelPointer>>>;
  /** Reasons of automatic rollbacks that are the last move of a stable channel. */
  automaticRollbacks: ReadonlyMap<RemoteId, string>;
}

/** A host: its version, and the versions of the modules that it provides. */
export interface HostProvides {
  version: string;
  provides: Record<string, string>;
}

/** A tenant's policy for one remote. */
export interface RemotePolicy {
  enabled: boolean;
  pin: string | null;
  channel: 'stable' | 'canary';
  canaryPercent: number;
  /** The tenant gets signed releases only. */
  signedOnly: boolean;
  reason: string;
}

export const DEFAULT_POLICY: RemotePolicy = { enabled: true, pin: null, channel: 'stable', canaryPercent: 0, signedOnly: false, reason: '' };

/** The folder of hashed files beside the releases' folders; no version has this name. */
export const SHARED_FILES = 'f';

const DIGEST_NAME = /\.[0-9a-f]{12}\.[a-z0-9]+$/;

/** Reports whether a file has a URL without a release. A gate ensures that releases never have different files of such a name. */
export function isShared(path: string): boolean {
  return DIGEST_NAME.test(path);
}

/** The pattern of semantic versions, which also makes them safe as folder names. */
export const VERSION_PATTERN = /^\d+\.\d+\.\d+(-[0-9A-Za-z][0-9A-Za-z.-]{0,80})?$/;

/** Returns the ids of all remotes: CAM's areas, published or not, and those that teams published. */
export function idsOf({ releases }: Catalogue): RemoteId[] {
  return [...new Set<RemoteId>([...REMOTE_IDS, ...[...releases.keys()].sort()])];
}
