import { randomUUID } from 'node:crypto';
import type { RemoteId } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { Catalogue, ChannelPointer, HostProvides, RemotePolicy, StoredRelease } from './release';
import type { ChannelName } from './tables';

/** Reads all releases and channels: a few dozen rows, which stay in memory. */
export async function readCatalogue(tx: Tx): Promise<Catalogue> {
  const files = await tx.selectFrom('remote_file').select(['remote_id', 'version', 'path', 'digest']).orderBy('path').execute();
  const integrity = new Map<string, Record<string, string>>();
  for (const file of files) {
    const key = `${file.remote_id}@${file.version}`;
    const digests = integrity.get(key) ?? {};
    digests[file.path] = file.digest;
    integrity.set(key, digests);
  }
  const releases = new Map<RemoteId, StoredRelease[]>();
  const rows = await tx.selectFrom('remote_release').selectAll().orderBy('release_number', 'desc').execute();
  for (const row of rows) {
    const release: StoredRelease = {
      id: row.remote_id,
      version: row.version,
      number: Number(row.release_number),
      publishedAt: new Date(row.published_at).toISOString(),
      publishedBy: row.published_by,
      digest: row.digest,
      bytes: Number(row.bytes),
      fileCount: row.file_count,
      manifest: row.manifest,
      consumes: row.consumes,
      wasStable: row.was_stable,
      listsDigests: row.lists_digests,
      integrity: integrity.get(`${row.remote_id}@${row.version}`) ?? {},
    };
    const list = releases.get(release.id);
    if (list) list.push(release);
    else releases.set(release.id, [release]);
  }
  const channels = new Map<RemoteId, Partial<Record<ChannelName, ChannelPointer>>>();
  for (const row of await tx.selectFrom('remote_channel').selectAll().execute()) {
    channels.set(row.remote_id, { ...channels.get(row.remote_id), [row.channel]: { version: row.version, etag: row.etag } });
  }
  return { releases, channels };
}

export type NewRelease = Omit<StoredRelease, 'number' | 'wasStable' | 'publishedAt'> & { publishedAt: Date; fileBytes: Record<string, number> };

/** @returns false if the version exists; nothing is written then */
export async function insertRelease(tx: Tx, release: NewRelease): Promise<boolean> {
  const result = await tx
    .insertInto('remote_release')
    .values({
      remote_id: release.id,
      version: release.version,
      published_at: release.publishedAt,
      published_by: release.publishedBy,
      digest: release.digest,
      bytes: release.bytes,
      file_count: release.fileCount,
      manifest: JSON.stringify(release.manifest),
      consumes: JSON.stringify(release.consumes),
      lists_digests: release.listsDigests,
    })
    .onConflict((conflict) => conflict.columns(['remote_id', 'version']).doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) return false;
  const files = Object.entries(release.integrity).map(([path, digest]) => ({
    remote_id: release.id,
    version: release.version,
    path,
    digest,
    bytes: release.fileBytes[path] ?? 0,
  }));
  await tx.insertInto('remote_file').values(files).execute();
  return true;
}

export interface ChannelMove {
  id: RemoteId;
  channel: ChannelName;
  version: string;
  by: string;
  reason: string;
  /** The etag that the caller read; null: any. */
  ifMatch: string | null;
}

/** `before`: the channel's version before; null: it was new. */
export type MoveResult = { moved: boolean; pointer: ChannelPointer; before: string | null } | { conflict: ChannelPointer | null };

/** Points a channel at an existing release. If it points there already, nothing changes, including the etag. */
export async function moveChannel(tx: Tx, move: ChannelMove): Promise<MoveResult> {
  const row = await tx
    .selectFrom('remote_channel')
    .select(['version', 'etag'])
    .where('remote_id', '=', move.id)
    .where('channel', '=', move.channel)
    .forUpdate()
    .executeTakeFirst();
  if (move.ifMatch !== null && (row === undefined || (move.ifMatch !== '*' && move.ifMatch !== row.etag))) return { conflict: row ?? null };
  if (row?.version === move.version) return { moved: false, pointer: row, before: row.version };
  const pointer = { version: move.version, etag: randomUUID() };
  const values = { ...pointer, moved_by: move.by, moved_at: new Date(), reason: move.reason };
  if (row) {
    await tx.updateTable('remote_channel').set(values).where('remote_id', '=', move.id).where('channel', '=', move.channel).execute();
  } else {
    const result = await tx
      .insertInto('remote_channel')
      .values({ remote_id: move.id, channel: move.channel, ...values })
      .onConflict((conflict) => conflict.columns(['remote_id', 'channel']).doNothing())
      .executeTakeFirst();
    if (result.numInsertedOrUpdatedRows === 0n) return { conflict: null };
  }
  const { version, moved_by, moved_at, reason } = values;
  await tx
    .insertInto('remote_channel_move')
    .values({ remote_id: move.id, channel: move.channel, version, from_version: row?.version ?? null, moved_by, moved_at, reason })
    .execute();
  if (move.channel === 'stable') {
    await tx.updateTable('remote_release').set({ was_stable: true }).where('remote_id', '=', move.id).where('version', '=', move.version).execute();
  }
  return { moved: true, pointer, before: row?.version ?? null };
}

export async function readPolicies(tx: Tx, tenantId: string): Promise<Map<RemoteId, RemotePolicy>> {
  const rows = await tx.selectFrom('remote_policy').selectAll().where('tenant_id', '=', tenantId).execute();
  return new Map(
    rows.map((row) => [
      row.remote_id,
      { enabled: row.enabled, pin: row.pin, channel: row.channel, canaryPercent: row.canary_percent, reason: row.reason },
    ]),
  );
}

/** Writes a policy and its history entry in one transaction. */
export async function writePolicy(tx: Tx, tenantId: string, id: RemoteId, policy: RemotePolicy, by: string): Promise<void> {
  const row = {
    enabled: policy.enabled,
    pin: policy.pin,
    channel: policy.channel,
    canary_percent: policy.canaryPercent,
    reason: policy.reason,
    changed_by: by,
    changed_at: new Date(),
  };
  await tx
    .insertInto('remote_policy')
    .values({ tenant_id: tenantId, remote_id: id, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'remote_id']).doUpdateSet(row))
    .execute();
  await tx
    .insertInto('remote_policy_change')
    .values({ tenant_id: tenantId, remote_id: id, ...row })
    .execute();
}

export async function rememberHost(tx: Tx, host: HostProvides): Promise<void> {
  const row = { provides: JSON.stringify(host.provides), seen_at: new Date() };
  await tx
    .insertInto('remote_host')
    .values({ version: host.version, ...row })
    .onConflict((conflict) => conflict.column('version').doUpdateSet(row))
    .execute();
}

export async function readHosts(tx: Tx): Promise<Map<string, HostProvides>> {
  const rows = await tx.selectFrom('remote_host').selectAll().execute();
  return new Map(rows.map(({ version, provides }) => [version, { version, provides }]));
}
