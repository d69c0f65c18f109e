import { createHash } from 'node:crypto';
import type { Release, RemoteId, RemoteManifest, RemotesView } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import type { Policy, StoredRelease } from './resolve';

export async function findRelease(tx: Tx, id: RemoteId, version: string): Promise<Release | null> {
  const row = await tx.selectFrom('remote_release').selectAll().where('remote_id', '=', id).where('version', '=', version).executeTakeFirst();
  return row ? toRelease(row) : null;
}

export async function listReleases(tx: Tx, id: RemoteId): Promise<Release[]> {
  const rows = await tx.selectFrom('remote_release').selectAll().where('remote_id', '=', id).orderBy('published_at', 'desc').orderBy('version').execute();
  return rows.map(toRelease);
}

export async function insertRelease(tx: Tx, release: Release, manifest: RemoteManifest, integrity: Record<string, string>): Promise<void> {
  await tx
    .insertInto('remote_release')
    .values({
      remote_id: release.id,
      version: release.version,
      manifest: JSON.stringify(manifest),
      integrity: JSON.stringify(integrity),
      digest: release.digest,
      bytes: release.bytes,
      files: release.files,
      published_by: release.published_by,
    })
    .onConflict((onConflict) => onConflict.doNothing())
    .execute();
}

/** Every release, newest first. */
export async function allReleases(tx: Tx): Promise<StoredRelease[]> {
  const rows = await tx.selectFrom('remote_release').selectAll().orderBy('published_at', 'desc').orderBy('version').execute();
  return rows.map((row) => ({ id: row.remote_id as RemoteId, version: row.version, manifest: row.manifest, integrity: row.integrity, publishedAt: new Date(row.published_at) }));
}

/** The manifest that each remote's stable channel points at. */
export async function currentManifests(tx: Tx): Promise<RemoteManifest[]> {
  const rows = await tx
    .selectFrom('remote_channel as c')
    .innerJoin('remote_release as r', (join) => join.onRef('r.remote_id', '=', 'c.remote_id').onRef('r.version', '=', 'c.version'))
    .select('r.manifest')
    .where('c.channel', '=', 'stable')
    .execute();
  return rows.map((row) => row.manifest);
}

export async function channelsOf(tx: Tx, id: RemoteId): Promise<Record<string, { version: string; etag: string }>> {
  const rows = await tx.selectFrom('remote_channel').selectAll().where('remote_id', '=', id).execute();
  return Object.fromEntries(rows.map(({ channel, version, etag }) => [channel, { version, etag }]));
}

export async function allChannels(tx: Tx): Promise<Map<RemoteId, Record<string, string>>> {
  const rows = await tx.selectFrom('remote_channel').selectAll().execute();
  const channels = new Map<RemoteId, Record<string, string>>();
  for (const { remote_id, channel, version } of rows) channels.set(remote_id as RemoteId, { ...channels.get(remote_id as RemoteId), [channel]: version });
  return channels;
}

export async function saveChannel(tx: Tx, id: RemoteId, channel: string, version: string, previous: string | null, etag: string): Promise<void> {
  await tx
    .insertInto('remote_channel')
    .values({ remote_id: id, channel, version, previous, etag })
    .onConflict((onConflict) => onConflict.columns(['remote_id', 'channel']).doUpdateSet({ version, previous, etag }))
    .execute();
}

export async function policiesOf(tx: Tx, tenantId: string): Promise<Map<RemoteId, Policy & { reason: string }>> {
  const rows = await tx.selectFrom('remote_policy').selectAll().where('tenant_id', '=', tenantId).execute();
  return new Map(
    rows.map((row) => [
      row.remote_id as RemoteId,
      { enabled: row.enabled, pin: row.pin, channel: row.channel as Policy['channel'], canaryPercent: row.canary_percent, reason: row.reason },
    ]),
  );
}

export async function savePolicy(tx: Tx, tenantId: string, id: RemoteId, policy: Policy & { reason: string }, by: string): Promise<void> {
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
    .onConflict((onConflict) => onConflict.columns(['tenant_id', 'remote_id']).doUpdateSet(row))
    .execute();
}

/** Changes whenever anything that a console shows of its remotes changes. */
export function revisionOf(view: RemotesView): string {
  const facts = [view.remotes.map(({ id, version }) => [id, version]), view.off.map(({ id, reason }) => [id, reason]), view.incompatible];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
}

interface ReleaseRow {
  remote_id: string;
  version: string;
  digest: string;
  bytes: number;
  files: number;
  published_by: string;
  published_at: Date | string;
}

function toRelease(row: ReleaseRow): Release {
  return {
    id: row.remote_id as RemoteId,
    version: row.version,
    published_at: new Date(row.published_at).toISOString(),
    published_by: row.published_by,
    bytes: row.bytes,
    files: row.files,
    digest: row.digest,
  };
}
