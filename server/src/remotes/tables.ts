import type { ColumnType, Generated } from 'kysely';
import type { RemoteManifest } from '@cam/contracts/server';

type Json<T> = ColumnType<T, string, string>;

/** An immutable release; its files lie in the data folder under /<remote>/<version>/. */
export interface RemoteReleaseTable {
  remote_id: string;
  version: string;
  manifest: Json<RemoteManifest>;
  integrity: Json<Record<string, string>>;
  digest: string;
  bytes: number;
  files: number;
  published_by: string;
  published_at: Generated<Date>;
}

export interface RemoteChannelTable {
  remote_id: string;
  channel: string;
  version: string;
  previous: string | null;
  etag: string;
}

/** How one tenant gets a remote. */
export interface RemotePolicyTable {
  tenant_id: string;
  remote_id: string;
  enabled: boolean;
  pin: string | null;
  channel: string;
  canary_percent: number;
  reason: string;
  changed_by: string;
  changed_at: Date | string;
}

export interface RemotesTables {
  remote_release: RemoteReleaseTable;
  remote_channel: RemoteChannelTable;
  remote_policy: RemotePolicyTable;
}
