import type { Db, Tx } from '../../platform/db/database';
import { runCooperatively } from '../../platform/async/cooperative-scheduler';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { ContextReader, type Incoming } from './context/context-reader';
import type { LinksCache } from '../engine/links-cache';
import { changedKeys, offersOf } from './dependency-keys';
import type { LinkChanges, TenantLinks } from '../engine/tenant-links';
import { isShared } from '../engine/shared-scopes';
import type { SourceFacts } from '../engine/source-facts';
import { clearDue, markDue } from '../store/due-sources';
import { readFacts } from '../store/read-facts';
import { readLinks } from '../store/read-links';
import { readDependents, readSources, saveSource, type GraphSource } from '../store/read-sources';
import { entityPlan } from '../store/snapshot-tables';
import { readHead, SnapshotWriter, type SnapshotResult } from '../store/snapshot-writer';
import { evaluateSource, type Evaluated } from './evaluate-source';
import { shareScopes } from './share-scopes';
import { writeLinked } from './write-linked';

export interface BuildDependencies {
  db: Db;
  catalogue: Catalogue;
  links: LinksCache;
}

export interface BuildRequest {
  tenantId: string;
  /** The new facts of a source; null: no source has any. */
  incoming: { source: GraphSource; facts: SourceFacts } | null;
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

async function attempt({ db, catalogue, links: cache }: BuildDependencies, request: BuildRequest): Promise<SnapshotResult | null | 'stale'> {
  const { tenantId, incoming, takenAt, evaluating, progress, publish } = request;
  const { base, stored, before } = await db.tenant(tenantId, async (tx) => ({
    base: await readHead(tx, tenantId),
    stored: await readSources(tx, tenantId),
    before: incoming ? offersOf(await readFacts(tx, { tenantId, ...incoming.source })) : new Map<string, string>(),
  }));
  const changed = incoming ? changedKeys(before, offersOf(incoming.facts)) : [];
  const dependents = await db.tenant(tenantId, (tx) => readDependents(tx, tenantId, changed));
  const later = request.evaluateLater ? dependents.filter((uid) => uid !== incoming?.source.sourceUid) : [];
  const again = new Set([...request.evaluateAnew, ...(request.evaluateLater ? [] : dependents)].filter((uid) => uid !== incoming?.source.sourceUid));
  const sources = [...(incoming ? [incoming.source] : []), ...stored.filter(({ sourceUid }) => again.has(sourceUid))];

  const links = await cache.take(tenantId, base, () => db.tenant(tenantId, (tx) => readLinks(tx, tenantId)));
  const writer = await SnapshotWriter.begin(db, tenantId, incoming?.source.sourceUid ?? '', { base, takenAt });
  const arriving: Incoming | null = incoming && { sourceUid: incoming.source.sourceUid, facts: incoming.facts };
  const reader = new ContextReader(db, tenantId, catalogue, [...stored, ...(incoming ? [incoming.source] : [])], arriving);
  try {
    const evaluated: Evaluated[] = [];
    for (const [index, source] of sources.entries()) {
      const part = (done: number): Promise<void> => progress((0.9 * (index + done)) / sources.length);
      evaluated.push(
        await evaluateSource({ db, catalogue, tenantId, reader, writer, arriving, evaluating }, source, links.keyOf.get(source.sourceUid), part),
      );
    }
    const changes = await runCooperatively(relink(links, evaluated, incoming === null), (done) => progress(0.9 + 0.05 * done));
    const reporting = await shareScopes({ db, tenantId, writer }, evaluated);
    for (const { source, entities, found } of evaluated) {
      const counting = entities.filter((entity) => !isShared(entity) || reporting.get(entity.uri) === source.sourceUid);
      await writer.replace(entityPlan(tenantId, source.sourceUid, counting, found, links.profileOf));
    }
    const connected = new Set([...stored, ...sources].map(({ accountId }) => accountId));
    await writeLinked({ db, tenantId, writer }, links, changes, { written: new Set(sources.map(({ sourceUid }) => sourceUid)), connected });
    await progress(1);
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
      return true;
    });
    if (result !== 'stale' && result) cache.put(tenantId, result.snapshotId ?? base, links);
    return result;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

function* relink(links: TenantLinks, evaluated: readonly Evaluated[], allProfiles: boolean): Generator<number, LinkChanges> {
  const changes = yield* links.replace(new Map(evaluated.flatMap(({ source, links: own }) => (own ? [[source.sourceUid, own] as const] : []))));
  for (const { source, key } of evaluated) links.keyOf.set(source.sourceUid, key);
  if (!allProfiles) return changes;
  const refreshed = yield* links.refresh();
  return { profiles: new Map([...changes.profiles, ...refreshed.profiles]) };
}
