import type { RemoteLoad } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import { AUTOMATIC, automaticRollback } from './auto-rollback';
import { countLoads } from './fleet';
import { isBroken, readHealth, recordHealth, type Health } from './health';
import type { Version } from './live-manifests';
import type { Catalogue, StoredRelease } from './release';
import type { ChannelMove } from './store';

export interface LoadReportsDependencies {
  catalogue: () => Promise<Catalogue>;
  moveChannel: (move: ChannelMove) => Promise<unknown>;
}

/** Takes the reports of browsers on their loads, and acts when a release fails often. */
export class LoadReports {
  constructor(
    private readonly ctx: Context,
    private readonly deps: LoadReportsDependencies,
  ) {}

  /** Counts loads that a browser reports; it skips unpublished releases. */
  async count(user: { tenantId: string; email: string }, loads: readonly RemoteLoad[]): Promise<void> {
    const { releases } = await this.deps.catalogue();
    const releaseOf = ({ id, version }: Version): StoredRelease | undefined => releases.get(id)?.find((release) => release.version === version);
    const published = loads.filter((load) => releaseOf(load));
    if (published.length === 0) return;
    await countLoads(this.ctx.db, user.tenantId, published, Date.now());
    const failed = await recordHealth(this.ctx.db, user, published, Date.now());
    if (failed.every((one) => releaseOf(one)?.isUnfit)) return;
    const broken = (await this.ctx.db.system(readHealth)).filter((health) => isBroken(health) && releaseOf(health)?.isUnfit === false);
    if (broken.length === 0) return;
    for (const { id, version, ...counts } of broken)
      this.ctx.log.warn({ remote: id, version, ...counts }, 'release fails too often to be a fallback');
    this.ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
    if (this.ctx.config.autoRollback) await this.#rollBack(broken);
  }

  /** Moves stable channels away from releases that fail often. */
  async #rollBack(broken: readonly Health[]): Promise<void> {
    const catalogue = await this.deps.catalogue();
    const all = await this.ctx.db.system(readHealth);
    for (const release of broken) {
      const rollback = automaticRollback(catalogue, release, all);
      if (!rollback) continue;
      const { id, version, etag, reason } = rollback;
      const move: ChannelMove = { id, channel: 'stable', version, by: AUTOMATIC, reason, ifMatch: etag, stage: null };
      await this.deps
        .moveChannel(move)
        .catch((err: unknown) => this.ctx.log.error({ err, remote: id, version }, 'a release was not rolled back automatically'));
    }
  }
}
