import type { Db } from '../../platform/db/database';
import { runCooperatively } from '../../platform/async/cooperative-scheduler';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { isShared } from '../engine/shared-scopes';
import type { SourceFacts } from '../engine/source-facts';
import type { LinkChanges, TenantLinks } from '../engine/tenant-links';
import { readFacts } from '../store/read-facts';
import { readDependents, readSources, type GraphSource } from '../store/read-sources';
import type { SnapshotChanges } from '../store/snapshot-changes';
import { entityPlan } from '../store/snapshot-tables';
import { readHead } from '../store/snapshot-writer';
import { ContextReader, type Incoming } from './context/context-reader';
import { changedKeys, offersOf } from './dependency-keys';
import { evaluateSource, type Evaluated } from './evaluate-source';
import type { EvaluateSource } from './evaluation-threads';
import { shareScopes } from './share-scopes';
import { writeLinked } from './write-linked';

/** A source with new facts. */
export interface IncomingSource {
  source: GraphSource;
  facts: SourceFacts;
  /** SHA-256 of the bundle that the facts come from, in hexadecimal digits; left out where there is none. */
  bundleSha256?: string;
}

/** The published graph that a snapshot builds on. */
export interface Base {
  /** Number of the newest snapshot. */
  base: number;
  stored: GraphSource[];
  /** Uids of the sources that depend on what the incoming facts change, perhaps with the incoming source itself. */
  dependents: string[];
}

/** Reads what a snapshot with these new facts builds on. */
export async function readBase(db: Db, tenantId: string, incoming: IncomingSource | null): Promise<Base> {
  const { base, stored, before } = await db.tenant(tenantId, async (tx) => ({
    base: await readHead(tx, tenantId),
    stored: await readSources(tx, tenantId),
    before: incoming ? offersOf(await readFacts(tx, { tenantId, ...incoming.source })) : new Map<string, string>(),
  }));
  const changed = incoming ? changedKeys(before, offersOf(incoming.facts)) : [];
  return { base, stored, dependents: await db.tenant(tenantId, (tx) => readDependents(tx, tenantId, changed)) };
}

export interface EvaluationTools {
  db: Db;
  catalogue: Catalogue;
  evaluate: EvaluateSource;
  tenantId: string;
  /** Changed by the evaluation. */
  links: TenantLinks;
  writer: SnapshotChanges;
}

export interface EvaluationRequest {
  incoming: IncomingSource | null;
  /** The sources to evaluate, the incoming one first. */
  sources: readonly GraphSource[];
  /** The sources of the published graph. */
  stored: readonly GraphSource[];
  /** Called for each source when its facts are stored and its evaluation starts. */
  evaluating: () => Promise<void>;
  /** Reports the progress, 0 to 1. */
  progress: (done: number) => Promise<void>;
}

/** Evaluates sources, links all sources of the tenant, and hands every changed row to the writer. It publishes nothing. */
export async function evaluateSources(
  { db, catalogue, evaluate, tenantId, links, writer }: EvaluationTools,
  { incoming, sources, stored, evaluating, progress }: EvaluationRequest,
): Promise<Evaluated[]> {
  const arriving: Incoming | null = incoming && { sourceUid: incoming.source.sourceUid, facts: incoming.facts };
  const reader = new ContextReader(db, tenantId, catalogue, [...stored, ...(incoming ? [incoming.source] : [])], arriving);
  const evaluated: Evaluated[] = [];
  for (const [index, source] of sources.entries()) {
    const part = (done: number): Promise<void> => progress((0.9 * (index + done)) / sources.length);
    evaluated.push(
      await evaluateSource(
        { db, catalogue, evaluate, tenantId, reader, writer, arriving, evaluating },
        source,
        links.keyOf.get(source.sourceUid),
        part,
      ),
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
  return evaluated;
}

function* relink(links: TenantLinks, evaluated: readonly Evaluated[], allProfiles: boolean): Generator<number, LinkChanges> {
  const changes = yield* links.replace(new Map(evaluated.flatMap(({ source, links: own }) => (own ? [[source.sourceUid, own] as const] : []))));
  for (const { source, key } of evaluated) links.keyOf.set(source.sourceUid, key);
  if (!allProfiles) return changes;
  const refreshed = yield* links.refresh();
  return { profiles: new Map([...changes.profiles, ...refreshed.profiles]) };
}
