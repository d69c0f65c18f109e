import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Channel, Environment, PlannedMove, RemoteId, RemoteLoad, RemoteManifest, RemoteVital, Ring } from '@cam/contracts/server';

type Json<T> = ColumnType<T, string, string>;

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
  /** Commit of the sources and run of the pipeline, as the team states them. */
  git_commit: string | null;
  builder: string | null;
  /** The key that signed them; null: no key did. */
  key_id: string | null;
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
  channel: Channel;
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

/** The rings and environments of tenants; a tenant without a row is in the last ring and in production. */
export interface RemoteRingTable {
  tenant_id: string;
  ring: Ring;
  environment: Environment;
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
  channel: 'stable' | 'canary';
  canary_percent: number;
  /** The tenant gets signed releases only. */
  signed_only: boolean;
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
  channels: Channel[];
  created_by: string;
  /** Tenant of its creator. */
  made_in: string;
  created_at: ColumnType<Date | string, Date, never>;
  expires_at: ColumnType<Date | string, Date, never>;
  last_used_at: ColumnType<Date | string | null, Date | undefined, Date>;
  revoked_at: ColumnType<Date | string | null, Date | undefined, Date>;
}

/** The keys with which teams sign their releases. */
export interface RemoteSigningKeyTable {
  remote_id: RemoteId;
  key_id: string;
  /** PEM. */
  public_key: string;
  label: string;
  created_by: string;
  created_at: Date | string;
  revoked_at: Date | string | null;
}

/** Removed releases. Their versions cannot be used again for other content. */
export interface RemotePrunedTable {
  remote_id: RemoteId;
  version: string;
  digest: string;
  pruned_by: string;
  pruned_at: Date | string;
}

/** The history of channels. It belongs to no tenant. */
export interface RemoteChannelMoveTable {
  move_number: GeneratedAlways<number>;
  remote_id: RemoteId;
  channel: Channel;
  version: string;
  from_version: string | null;
  moved_by: string;
  moved_at: Date | string;
  reason: string;
  /** The users that got the release; null: all. */
  rollout_ring: ColumnType<Ring | null, Ring | null | undefined, never>;
  rollout_percent: ColumnType<number | null, number | null | undefined, never>;
}

/** The rules of teams for the stable channels of their remotes. */
export interface RemoteDeliveryTable {
  remote_id: RemoteId;
  approval: boolean;
  staging: boolean;
  changed_by: string;
  changed_at: Date | string;
}

/** Moves of channels that wait, and those that are over. They belong to no tenant. */
export interface RemotePlanTable {
  plan_id: string;
  /** Increases with every plan. */
  plan_number: GeneratedAlways<number>;
  remote_id: RemoteId;
  channel: Channel;
  version: string;
  rollout_ring: Ring | null;
  rollout_percent: number | null;
  due_at: Date | string;
  reason: string;
  requested_by: string;
  requested_at: Date | string;
  state: PlannedMove['state'];
  decided_by: string | null;
  decided_at: Date | string | null;
  note: string;
}

/** Times without new releases. */
export interface RemoteFreezeTable {
  freeze_id: string;
  /** Null: all remotes. */
  remote_id: RemoteId | null;
  starts_at: Date | string;
  ends_at: Date | string;
  reason: string;
  created_by: string;
  created_at: Date | string;
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

/** Web vitals of a release over all tenants, by day and time bucket. */
export interface RemoteVitalTable {
  remote_id: string;
  version: string;
  day: ColumnType<Date | string, string, never>;
  metric: RemoteVital['metric'];
  /** Upper bound of the bucket, ms. */
  within_ms: number;
  count: number;
}

/** Errors of a release in the browsers of a tenant. Messages may hold data of the tenant. */
export interface RemoteErrorTable {
  tenant_id: string;
  remote_id: string;
  version: string;
  /** Digest of message and stack. */
  fingerprint: string;
  message: string;
  /** As the browser wrote it. Source maps resolve it when an operator reads it. */
  stack: string;
  count: number;
  first_at: Date | string;
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
  remote_signing_key: RemoteSigningKeyTable;
  remote_pruned: RemotePrunedTable;
  remote_channel_move: RemoteChannelMoveTable;
  remote_delivery: RemoteDeliveryTable;
  remote_plan: RemotePlanTable;
  remote_freeze: RemoteFreezeTable;
  remote_load: RemoteLoadTable;
  remote_health: RemoteHealthTable;
  remote_vital: RemoteVitalTable;
  remote_error: RemoteErrorTable;
  remote_violation: RemoteViolationTable;
}

declare module '../../platform/db/schema' {
  interface Database extends RemotesTables {}
}
