import type { PrunedRelease, RemoteId } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import type { Channels } from './channels';
import { incompatibilities } from './host-compatibility';
import type { HostCatalogue } from './host-catalogue';
import type { Version } from './live-manifests';
import type { Catalogue, HostProvides, StoredRelease } from './release';
import type { ReleaseFolders } from './release-folder';
import type { SourceMaps } from './source-maps';
import { lockChannels, readCatalogue } from './store';

export interface PruneDependencies {
  channels: Channels;
  hosts: HostCatalogue;
  folders: ReleaseFolders;
  maps: SourceMaps;
}

export interface PruneRequest {
  /** Null: all remotes. */
  id: RemoteId | null;
  keep: number;
  isDryRun: boolean;
  by: string;
}

/** Removes old releases that nobody can get. Their versions cannot be used again for other content, because browsers keep files for a year. */
export async function prune(ctx: Context, deps: PruneDependencies, { id, keep, isDryRun, by }: PruneRequest): Promise<PrunedRelease[]> {
  const current = await deps.hosts.current();
  const hosts = [...(await deps.hosts.earlier()), ...(current ? [current] : [])];
  const used = await deps.channels.inUse(await ctx.db.system(readCatalogue));
  const removed = await ctx.db.system(async (tx) => {
    await lockChannels(tx);
    const catalogue = await readCatalogue(tx);
    // A channel may have moved since the pins and plans were read.
    const pointed = [...catalogue.channels].flatMap(([one, pointers]) =>
      Object.values(pointers).flatMap(({ version, rollout }) =>
        [version, ...(rollout ? [rollout.from] : [])].map((at) => ({ id: one, version: at })),
      ),
    );
    const old = unusedReleases(catalogue, [...used, ...pointed], hosts, keep).filter((release) => id === null || release.id === id);
    for (const { id: remote_id, version, digest } of isDryRun ? [] : old) {
      const row = { remote_id, version };
      await tx
        .deleteFrom('remote_file')
        .where((is) => is.and(row))
        .execute();
      await tx
        .deleteFrom('remote_release')
        .where((is) => is.and(row))
        .execute();
      await tx
        .insertInto('remote_pruned')
        .values({ ...row, digest, pruned_by: by, pruned_at: new Date() })
        .onConflict((conflict) => conflict.columns(['remote_id', 'version']).doUpdateSet({ digest, pruned_by: by, pruned_at: new Date() }))
        .execute();
    }
    return old;
  });
  if (!isDryRun && removed.length > 0) {
    ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
    for (const release of removed) {
      await deps.folders.remove(release.id, release.version);
      await deps.maps.remove(release.id, release.version);
      ctx.log.info({ remote: release.id, version: release.version, by }, 'release removed');
    }
  }
  return removed.map((release) => ({ id: release.id, version: release.version, bytes: release.bytes }));
}

/** Returns releases that are older than the newest ones, that nobody uses, and that no console of a known host falls back to. */
export function unusedReleases(
  { releases }: Pick<Catalogue, 'releases'>,
  used: readonly Version[],
  hosts: readonly HostProvides[],
  keep: number,
): StoredRelease[] {
  return [...releases].flatMap(([id, list]) => {
    const needed = new Set(used.filter((one) => one.id === id).map(({ version }) => version));
    // A fallback has a fallback of its own.
    for (const release of list) {
      if (!needed.has(release.version)) continue;
      const earlier = list.filter((one) => one.number < release.number && one.wasStable && !one.isUnfit);
      for (const host of hosts) {
        const fallback = earlier.find((one) => incompatibilities(one.consumes, host).length === 0);
        if (fallback) needed.add(fallback.version);
      }
      if (hosts.length === 0 && earlier[0]) needed.add(earlier[0].version);
    }
    return list.slice(keep).filter(({ version }) => !needed.has(version));
  });
}
