import type { ColumnType, GeneratedAlways } from 'kysely';
import type { RemoteId, RemoteLoad, RemoteManifest, Ring } from '@cam/contracts/server';

type Json<T> = ColumnType<T, string, string>;

export type ChannelName = 'stable' | 'canary';

/** Published releases. Rows are immutable except for `was_stable`, and belong to no tenant. */
export interface RemoteReleaseTable {
  remote_id: RemoteId;
  version: string;
  /** Increases with every release of the installation. */
  release_number: GeneratedAlways<number>;
  published_at: ColumnType<Date | string, Date, never>;
  published_by: string;
  digest: string;
  bytes: number;
  file_count: number;
  manifest: Json<RemoteManifest>;
  /** Modules that the release needs from the host, with semver ranges. */
  consumes: Json<Record<string, string>>;
  /** The stable channel pointed at it once: only such releases are fallbacks. */
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
  /** The users that get the release; null: all. */
  rollout_ring: ColumnType<Ring | null, Ring | null | undefined, Ring | null>;
  rollout_percent: ColumnType<number | null, number | null | undefined, number | null>;
  /** The release of all other users. */
  rollout_from: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Tenants that get new releases first; others have no row. */
export interface RemoteRingTable {
  tenant_id: string;
  ring: Ring;
  changed_by: string;
  changed_at: Date | string;
}

/** Modules of hosts that this server served, so that tabs with an earlier host still get a fitting release. */
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

/** The history of policies: user, time and reason. */
export interface RemotePolicyChangeTable extends RemotePolicyTable {
  change_number: GeneratedAlways<number>;
}

/** Publisher tokens by digest; only the holder knows the token. They belong to no tenant. */
export interface RemotePublisherTokenTable {
  token_id: string;
  digest: string;
  remote_id: RemoteId;
  label: string;
  channels: ChannelName[];
  created_by: string;
  /** Tenant of its creator. */
  made_in: string;
  created_at: ColumnType<Date | string, Date, never>;
  expires_at: ColumnType<Date | string, Date, never>;
  last_used_at: ColumnType<Date | string | null, Date | undefined, Date>;
  revoked_at: ColumnType<Date | string | null, Date | undefined, Date>;
}

/** The history of channels. It belongs to no tenant. */
export interface RemoteChannelMoveTable {
  move_number: GeneratedAlways<number>;
  remote_id: RemoteId;
  channel: ChannelName;
  version: string;
  from_version: string | null;
  moved_by: string;
  moved_at: Date | string;
  reason: string;
  /** The users that got the release; null: all. */
  rollout_ring: ColumnType<Ring | null, Ring | null | undefined, never>;
  rollout_percent: ColumnType<number | null, number | null | undefined, never>;
}

/** Counts of loads by outcome, hour and time bucket. */
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

/** The experience of each user with a release, by day, over all tenants. Users appear as digests only. */
export interface RemoteHealthTable {
  remote_id: string;
  version: string;
  day: ColumnType<Date | string, string, never>;
  /** Digest of tenant and e-mail. */
  reporter: string;
  /** It failed at least once. */
  is_troubled: boolean;
}

/** Violations of the page's content security policy by files of a release, by hour. They belong to no tenant and contain no tenant data. */
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
  remote_ring: RemoteRingTable;
  remote_host: RemoteHostTable;
  remote_policy: RemotePolicyTable;
  remote_policy_change: RemotePolicyChangeTable;
  remote_publisher_token: RemotePublisherTokenTable;
  remote_channel_move: RemoteChannelMoveTable;
  remote_load: RemoteLoadTable;
  remote_health: RemoteHealthTable;
  remote_violation: RemoteViolationTable;
}

declare module '../../platform/db/schema' {
  interface Database extends RemotesTables {}
}
