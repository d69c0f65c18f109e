import type { ColumnType, GeneratedAlways } from 'kysely';
import type { RemoteId, RemoteLoad, RemoteManifest } from '@cam/contracts/server';

type Json<T> = ColumnType<T, string, string>;

export type ChannelName = 'stable' | 'canary';

/** Immutable: rows are added and never changed, but for `was_stable`. Belongs to no tenant. */
export interface RemoteReleaseTable {
  remote_id: RemoteId;
  version: string;
  /** Grows with every release of the installation: the order in which releases came. */
  release_number: GeneratedAlways<number>;
  published_at: ColumnType<Date | string, Date, never>;
  published_by: string;
  digest: string;
  bytes: number;
  file_count: number;
  manifest: Json<RemoteManifest>;
  /** What the release takes from the host: module and semver range. */
  consumes: Json<Record<string, string>>;
  /** Whether the stable channel ever pointed here: only such a release is fallen back to. */
  was_stable: ColumnType<boolean, boolean | undefined, boolean>;
  lists_digests: boolean;
}

export interface RemoteFileTable {
  remote_id: RemoteId;
  version: string;
  path: string;
  digest: string;
  bytes: number;
}

export interface RemoteChannelTable {
  remote_id: RemoteId;
  channel: ChannelName;
  version: string;
  etag: string;
  moved_by: string;
  moved_at: Date | string;
  reason: string;
}

/** What hosts that were served here provide, so that a tab of last week still gets what fits it. */
export interface RemoteHostTable {
  version: string;
  provides: Json<Record<string, string>>;
  seen_at: Date | string;
}

export interface RemotePolicyTable {
  tenant_id: string;
  remote_id: RemoteId;
  enabled: boolean;
  pin: string | null;
  channel: ChannelName;
  canary_percent: number;
  reason: string;
  changed_by: string;
  changed_at: Date | string;
}

/** Every policy that ever held: who set it, when and why. */
export interface RemotePolicyChangeTable extends RemotePolicyTable {
  change_number: GeneratedAlways<number>;
}

/** By its digest: the token itself is known to its holder alone. Belongs to no tenant. */
export interface RemotePublisherTokenTable {
  token_id: string;
  digest: string;
  remote_id: RemoteId;
  label: string;
  channels: ChannelName[];
  created_by: string;
  /** Tenant of whoever made it. */
  made_in: string;
  created_at: ColumnType<Date | string, Date, never>;
  expires_at: ColumnType<Date | string, Date, never>;
  last_used_at: ColumnType<Date | string | null, Date | undefined, Date>;
  revoked_at: ColumnType<Date | string | null, Date | undefined, Date>;
}

/** Every release that a channel ever pointed at. Belongs to no tenant. */
export interface RemoteChannelMoveTable {
  move_number: GeneratedAlways<number>;
  remote_id: RemoteId;
  channel: ChannelName;
  version: string;
  from_version: string | null;
  moved_by: string;
  moved_at: Date | string;
  reason: string;
}

/** How often loading a release ended how, by hour and by the bucket of its time. */
export interface RemoteLoadTable {
  tenant_id: string;
  remote_id: RemoteId;
  version: string;
  hour: Date | string;
  outcome: RemoteLoad['outcome'];
  /** Upper bound of the bucket, ms. */
  within_ms: number;
  count: number;
}

/** What the policy of the page kept files of a release from doing, by hour. Belongs to no tenant and holds nothing of any. */
export interface RemoteViolationTable {
  /** Empty: the console itself. */
  remote_id: string;
  version: string;
  hour: Date | string;
  directive: string;
  blocked: string;
  source: string;
  count: number;
  last_at: Date | string;
}

export interface RemotesTables {
  remote_release: RemoteReleaseTable;
  remote_file: RemoteFileTable;
  remote_channel: RemoteChannelTable;
  remote_host: RemoteHostTable;
  remote_policy: RemotePolicyTable;
  remote_policy_change: RemotePolicyChangeTable;
  remote_publisher_token: RemotePublisherTokenTable;
  remote_channel_move: RemoteChannelMoveTable;
  remote_load: RemoteLoadTable;
  remote_violation: RemoteViolationTable;
}

declare module '../../platform/db/schema' {
  interface Database extends RemotesTables {}
}
