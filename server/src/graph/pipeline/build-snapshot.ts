import type { Db, Tx } from '../../platform/db/database';
import type { Catalogue } from '../engine/catalogue/catalogue';
import type { LinksCache } from '../engine/links-cache';
import { clearDue, markDue } from '../store/due-sources';
import { writeManifest } from '../store/manifests';
import { readLinks } from '../store/read-links';
import { saveSource } from '../store/read-sources';
import { SnapshotWriter, type SnapshotResult } from '../store/snapshot-writer';
import type { EvaluateSource } from './evaluation-threads';
import { evaluateSources, readBase, type IncomingSource } from './evaluate-sources';

export interface BuildDependencies {
  db: Db;
  catalogue: Catalogue;
  evaluate: EvaluateSource;
  links: LinksCache;
}

export interface BuildRequest {
  tenantId: string;
  /** The new facts of a source; null: no source has any. */
  incoming: IncomingSource | null;
  /** Sources to evaluate again in any case. */
  evaluateAnew: readonly string[];
  /** Marks the sources that depend on the changes as due, instead of evaluating them now. */
  evaluateLater: boolean;
  takenAt: Date;
  /** Called for each source when its facts are stored and its evaluation starts. */
  evaluating: () => Promise<void>;
  /** Reports the progress, 0 to 1. */
  progress: (done: number) => Promise<void>;
  /**
   * Called in the transaction that publishes the snapshot, for changes that belong to it. False: a newer import overtook this one, so
   * nothing is published.
   */
  publish: (tx: Tx, result: SnapshotResult) => Promise<boolean>;
}

/**
 * Builds the next snapshot of a tenant: stores the facts of a source, evaluates it and every source that depends on its changes, and links
 * all sources. When another snapshot is published meanwhile, it starts again on top of that one.
 * @returns null when `publish` reports that a newer import overtook this one
 */
export async function buildSnapshot(dependencies: BuildDependencies, request: BuildRequest): Promise<SnapshotResult | null> {
  for (;;) {
    const outcome = await attempt(dependencies, request);
    if (outcome !== 'stale') return outcome;
  }
}

async function attempt(
  { db, catalogue, evaluate, links: cache }: BuildDependencies,
  request: BuildRequest,
): Promise<SnapshotResult | null | 'stale'> {
  const { tenantId, incoming, takenAt, evaluating, progress, publish } = request;
  const { base, stored, dependents } = await readBase(db, tenantId, incoming);
  const later = request.evaluateLater ? dependents.filter((uid) => uid !== incoming?.source.sourceUid) : [];
  const again = new Set([...request.evaluateAnew, ...(request.evaluateLater ? [] : dependents)].filter((uid) => uid !== incoming?.source.sourceUid));
  const sources = [...(incoming ? [incoming.source] : []), ...stored.filter(({ sourceUid }) => again.has(sourceUid))];

  const links = await cache.take(tenantId, base, () => db.tenant(tenantId, (tx) => readLinks(tx, tenantId)));
  const writer = await SnapshotWriter.begin(db, tenantId, incoming?.source.sourceUid ?? '', { base, takenAt });
  try {
    const evaluated = await evaluateSources(
      { db, catalogue, evaluate, tenantId, links, writer },
      { incoming, sources, stored, evaluating, progress },
    );
    const result = await writer.publish(async (tx, outcome) => {
      // The transaction discards an overtaken build, so its sources stay due.
      if (!(await publish(tx, outcome))) return false;
      for (const { source, needs, usage } of evaluated) await saveSource(tx, tenantId, source, { needs, usage });
      await clearDue(
        tx,
        tenantId,
        sources.map(({ sourceUid }) => sourceUid),
      );
      await markDue(tx, tenantId, later);
      if (incoming) await writeManifest(tx, tenantId, { ...incoming, snapshotId: outcome.snapshotId ?? base, takenAt, catalogue });
      return true;
    });
    if (result !== 'stale' && result) cache.put(tenantId, result.snapshotId ?? base, links);
    return result;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
