import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Channel, Environment, RemoteId, Ring, RolloutStage } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { AUTOMATIC } from './auto-rollback';
import { isBroken, readHealth } from './health';
import type { Version } from './live-manifests';
import type { Catalogue, ChannelPointer, HostProvides, RemotePolicy, StoredRelease } from './release';
import { rolledBack } from './rollbacks';
import type { RemoteChannelTable } from './tables';

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
  const unfit = await readUnfit(tx);
  const revokedKeys = await tx.selectFrom('remote_signing_key').select(['remote_id', 'key_id']).where('revoked_at', 'is not', null).execute();
  const revoked = new Set(revokedKeys.map(({ remote_id, key_id }) => `${remote_id} ${key_id}`));
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
      isUnfit: unfit.has(`${row.remote_id}@${row.version}`),
      listsDigests: row.lists_digests,
      commit: row.git_commit,
      builder: row.builder,
      keyId: row.key_id !== null && revoked.has(`${row.remote_id} ${row.key_id}`) ? null : row.key_id,
      integrity: integrity.get(`${row.remote_id}@${row.version}`) ?? {},
    };
    const list = releases.get(release.id);
    if (list) list.push(release);
    else releases.set(release.id, [release]);
  }
  const automaticRollbacks = new Map<RemoteId, string>();
  const channels = new Map<RemoteId, Partial<Record<Channel, ChannelPointer>>>();
  for (const row of await tx.selectFrom('remote_channel').selectAll().execute()) {
    channels.set(row.remote_id, { ...channels.get(row.remote_id), [row.channel]: pointerOf(row) });
    if (row.channel === 'stable' && row.moved_by === AUTOMATIC) automaticRollbacks.set(row.remote_id, row.reason);
  }
  return { releases, channels, automaticRollbacks };
}

/** Returns the releases that are no fallbacks, as `id@version`. */
async function readUnfit(tx: Tx): Promise<Set<string>> {
  const releases = await tx.selectFrom('remote_release').select(['remote_id', 'version', 'release_number']).execute();
  const numbers = new Map<RemoteId, { version: string; number: number }[]>();
  for (const { remote_id, version, release_number } of releases)
    numbers.set(remote_id, [...(numbers.get(remote_id) ?? []), { version, number: Number(release_number) }]);
  const moves = await tx.selectFrom('remote_channel_move').selectAll().where('channel', '=', 'stable').orderBy('move_number').execute();
  const stable = moves.map(({ remote_id, version, from_version }) => ({ id: remote_id, version, from: from_version }));
  const broken = (await readHealth(tx)).filter(isBroken).map(({ id, version }) => `${id}@${version}`);
  return new Set([...rolledBack(stable, numbers), ...broken]);
}

export type NewRelease = Omit<StoredRelease, 'number' | 'wasStable' | 'isUnfit' | 'publishedAt'> & {
  publishedAt: Date;
  fileBytes: Record<string, number>;
};

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
      git_commit: release.commit,
      builder: release.builder,
      key_id: release.keyId,
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

/** Returns the digest of a release that was removed; undefined for any other. */
export async function prunedDigest(tx: Tx, { id, version }: Version): Promise<string | undefined> {
  const row = await tx
    .selectFrom('remote_pruned')
    .select('digest')
    .where((is) => is.and({ remote_id: id, version }))
    .executeTakeFirst();
  return row?.digest;
}

export interface ChannelMove {
  id: RemoteId;
  channel: Channel;
  version: string;
  by: string;
  reason: string;
  /** The etag that the caller read; null: any. */
  ifMatch: string | null;
  /** The channel stays where it is if it pointed at this version before, so that a repeated deployment does not undo a rollback. */
  once?: boolean;
  /** The users that get the release; null: all. */
  stage: RolloutStage | null;
}

/** Lets one change of channels happen after the other, so that two of them cannot take the same address. */
export async function lockChannels(tx: Tx): Promise<void> {
  await sql`lock table remote_channel in share row exclusive mode`.execute(tx);
}

/** Reports whether the channel ever pointed at the version. */
export async function hasMoved(tx: Tx, { id, channel, version }: Pick<ChannelMove, 'id' | 'channel' | 'version'>): Promise<boolean> {
  const move = await tx
    .selectFrom('remote_channel_move')
    .select('move_number')
    .where((is) => is.and({ remote_id: id, channel, version }))
    .executeTakeFirst();
  return move !== undefined;
}

/** `before`: the channel's version before; null: it was new. */
export type MoveResult =
  | { moved: boolean; pointer: ChannelPointer; before: string | null }
  | { conflict: { version: string; etag: string } | null }
  | { withoutBefore: true };

function pointerOf(
  row: Pick<Selectable<RemoteChannelTable>, 'version' | 'etag' | 'rollout_ring' | 'rollout_percent' | 'rollout_from'>,
): ChannelPointer {
  const { version, etag, rollout_ring: ring, rollout_percent: percent, rollout_from: from } = row;
  return { version, etag, rollout: ring !== null && percent !== null && from !== null ? { ring, percent, from } : null };
}

/** Points a channel at an existing release. If it points there already, nothing changes, including the etag. */
export async function moveChannel(tx: Tx, move: ChannelMove): Promise<MoveResult> {
  const row = await tx
    .selectFrom('remote_channel')
    .select(['version', 'etag', 'rollout_ring', 'rollout_percent', 'rollout_from'])
    .where('remote_id', '=', move.id)
    .where('channel', '=', move.channel)
    .forUpdate()
    .executeTakeFirst();
  if (move.ifMatch !== null && (row === undefined || (move.ifMatch !== '*' && move.ifMatch !== row.etag))) return { conflict: row ?? null };
  const now = row ? pointerOf(row) : null;
  if (now && ((now.version === move.version && isSameStage(now.rollout, move.stage)) || (move.once && (await hasMoved(tx, move)))))
    return { moved: false, pointer: now, before: now.version };
  // During a rollout, the other users still have the release before it.
  const from = now?.rollout?.from ?? now?.version ?? null;
  if (move.stage && from === null) return { withoutBefore: true };
  const rollout = move.stage && from !== null && from !== move.version ? { ...move.stage, from } : null;
  const pointer = { version: move.version, etag: randomUUID(), rollout };
  const stage = { rollout_ring: rollout?.ring ?? null, rollout_percent: rollout?.percent ?? null };
  const moved = { version: move.version, moved_by: move.by, moved_at: new Date(), reason: move.reason, ...stage };
  const values = { ...moved, etag: pointer.etag, rollout_from: rollout?.from ?? null };
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
  await tx
    .insertInto('remote_channel_move')
    .values({ remote_id: move.id, channel: move.channel, from_version: row?.version ?? null, ...moved })
    .execute();
  if (move.channel === 'stable' && !rollout) {
    await tx.updateTable('remote_release').set({ was_stable: true }).where('remote_id', '=', move.id).where('version', '=', move.version).execute();
  }
  return { moved: true, pointer, before: row?.version ?? null };
}

function isSameStage(one: RolloutStage | null, other: RolloutStage | null): boolean {
  return one?.ring === other?.ring && one?.percent === other?.percent;
}

/** The place of a tenant in the order of releases. */
export interface TenantPlace {
  ring: Ring;
  environment: Environment;
}

/** Returns the ring and the environment of a tenant. */
export async function readPlace(tx: Tx, tenantId: string): Promise<TenantPlace> {
  const row = await tx.selectFrom('remote_ring').select(['ring', 'environment']).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row ?? { ring: 'all', environment: 'production' };
}

export async function writePlace(tx: Tx, tenantId: string, place: TenantPlace, by: string): Promise<void> {
  const row = { ...place, changed_by: by, changed_at: new Date() };
  await tx
    .insertInto('remote_ring')
    .values({ tenant_id: tenantId, ...row })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
    .execute();
}

export async function readPolicies(tx: Tx, tenantId: string): Promise<Map<RemoteId, RemotePolicy>> {
  const rows = await tx.selectFrom('remote_policy').selectAll().where('tenant_id', '=', tenantId).execute();
  return new Map(
    rows.map((row) => [
      row.remote_id,
      {
        enabled: row.enabled,
        pin: row.pin,
        channel: row.channel,
        canaryPercent: row.canary_percent,
        signedOnly: row.signed_only,
        reason: row.reason,
      },
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
    signed_only: policy.signedOnly,
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

/** Returns the known hosts by version, the last seen one last. */
export async function readHosts(tx: Tx): Promise<Map<string, HostProvides>> {
  const rows = await tx.selectFrom('remote_host').selectAll().orderBy('seen_at').execute();
  return new Map(rows.map(({ version, provides }) => [version, { version, provides }]));
}
