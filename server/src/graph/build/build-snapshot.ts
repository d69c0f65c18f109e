import type { Db, Tx } from '../../db/database';
import { lettersOf } from '../catalogue/action-traits';
import type { Catalogue } from '../catalogue/catalogue';
import { ContextReader, type Incoming } from '../context/context-reader';
import type { Evaluation } from '../evaluation';
import { EVALUATORS } from '../evaluators';
import type { LinksCache } from '../link/links-cache';
import { changedKeys, needsOf, offersOf } from '../link/names';
import { sourceLinks } from '../link/source-links';
import type { LinkChanges, SourceLinks, TenantLinks } from '../link/tenant-links';
import type { Entity } from '../model';
import type { Reference, SourceFacts } from '../source-facts';
import { nodeFinder } from '../store/find-nodes';
import { readFacts } from '../store/read-facts';
import { LINKING, readLinks } from '../store/read-links';
import { readDependents, readSources, saveSource, type GraphSource } from '../store/read-sources';
import { actionSetRows, documentHash, entityPlan, eventRows, evaluationPlans, factPlans } from '../store/snapshot-tables';
import { readHead, SnapshotWriter, type SnapshotResult } from '../store/snapshot-writer';
import { coverageOf, type UsageCoverage } from '../usage/usage-coverage';
import { usageKinds } from '../usage/usage-kinds';
import { inTurns } from './in-turns';
import { writeLinked } from './write-linked';

export interface BuildDependencies {
  db: Db;
  catalogue: Catalogue;
  links: LinksCache;
}

export interface BuildRequest {
  tenantId: string;
  /** What a source says now. Null: no source says anything new. */
  incoming: { source: GraphSource; facts: SourceFacts } | null;
  /** Sources that are to be evaluated anew in any case. */
  evaluateAnew: readonly string[];
  takenAt: Date;
  /** How much is done, 0 to 1. */
  progress: (done: number) => Promise<void>;
  /** Called in the transaction that makes the snapshot the one that counts, for what must change with it. False: overtaken, nothing counts. */
  publish: (tx: Tx, result: SnapshotResult) => Promise<boolean>;
}

/** A source that was evaluated, with what is left to store of it. */
interface Evaluated {
  source: GraphSource;
  entities: readonly Entity[];
  found: Pick<Evaluation, 'classOf' | 'attributes'>;
  links: SourceLinks;
  needs: ReadonlySet<string>;
  /** What a log of it tells; null: nothing new. */
  usage: UsageCoverage | null;
}

/**
 * Makes the next snapshot of a tenant: takes in what a source says, evaluates it and every source that depends on what changed of it, and
 * links all sources. Where another snapshot came in between, it starts over on top of that.
 * @returns null where `publish` said that it was overtaken
 */
export async function buildSnapshot(dependencies: BuildDependencies, request: BuildRequest): Promise<SnapshotResult | null> {
  for (;;) {
    const outcome = await attempt(dependencies, request);
    if (outcome !== 'stale') return outcome;
  }
}

async function attempt({ db, catalogue, links: cache }: BuildDependencies, request: BuildRequest): Promise<SnapshotResult | null | 'stale'> {
  const { tenantId, incoming, takenAt, progress, publish } = request;
  const { base, stored, before } = await db.tenant(tenantId, async (tx) => ({
    base: await readHead(tx, tenantId),
    stored: await readSources(tx, tenantId),
    before: incoming ? offersOf(await readFacts(tx, { tenantId, ...incoming.source })) : new Map<string, string>(),
  }));
  const changed = incoming ? changedKeys(before, offersOf(incoming.facts)) : [];
  const dependents = await db.tenant(tenantId, (tx) => readDependents(tx, tenantId, changed));
  const again = new Set([...request.evaluateAnew, ...dependents].filter((uid) => uid !== incoming?.source.sourceUid));
  const sources = [...(incoming ? [incoming.source] : []), ...stored.filter(({ sourceUid }) => again.has(sourceUid))];

  const links = await cache.take(tenantId, base, () => db.tenant(tenantId, (tx) => readLinks(tx, tenantId)));
  const writer = await SnapshotWriter.begin(db, tenantId, incoming?.source.sourceUid ?? '', { base, takenAt });
  const arriving: Incoming | null = incoming && { sourceUid: incoming.source.sourceUid, facts: incoming.facts };
  const reader = new ContextReader(db, tenantId, catalogue, [...stored, ...(incoming ? [incoming.source] : [])], arriving);
  try {
    const evaluated: Evaluated[] = [];
    for (const [index, source] of sources.entries()) {
      const part = (done: number): Promise<void> => progress((0.9 * (index + done)) / sources.length);
      evaluated.push(await evaluateSource({ db, catalogue, tenantId, reader, writer, arriving }, source, part));
    }
    const changes = relink(links, evaluated, incoming === null);
    for (const { source, entities, found } of evaluated)
      await writer.replace(entityPlan(tenantId, source.sourceUid, entities, found, links.profileOf));
    const connected = new Set([...stored, ...sources].map(({ accountId }) => accountId));
    await writeLinked({ db, tenantId, writer }, links, changes, { written: new Set(sources.map(({ sourceUid }) => sourceUid)), connected });
    await progress(1);
    const result = await writer.publish(async (tx, outcome) => {
      for (const { source, needs, usage } of evaluated) await saveSource(tx, tenantId, source, { needs, usage });
      return publish(tx, outcome);
    });
    if (result !== 'stale' && result) cache.put(tenantId, result.snapshotId ?? base, links);
    return result;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

function relink(links: TenantLinks, evaluated: readonly Evaluated[], everybody: boolean): LinkChanges {
  const changes = links.replace(new Map(evaluated.map(({ source, links: own }) => [source.sourceUid, own])));
  return everybody ? { profiles: new Map([...changes.profiles, ...links.refresh().profiles]) } : changes;
}

interface EvaluateTools {
  db: Db;
  catalogue: Catalogue;
  tenantId: string;
  reader: ContextReader;
  writer: SnapshotWriter;
  arriving: Incoming | null;
}

/** Evaluates one source and stages what it gives, all but its entities: those wait for their profiles. */
async function evaluateSource(
  { db, catalogue, tenantId, reader, writer, arriving }: EvaluateTools,
  source: GraphSource,
  progress: (done: number) => Promise<void>,
): Promise<Evaluated> {
  const facts = await reader.factsOf(source);
  const isNew = arriving?.sourceUid === source.sourceUid;
  const evaluation = await inTurns(EVALUATORS[facts.cloudType](facts, await reader.contextOf(facts)), progress);
  if (isNew) {
    await writer.addDocuments(new Map(facts.policies.map(({ document }) => [documentHash(document), document])));
    await writer.addEvents(eventRows(tenantId, source.sourceUid, facts));
    for (const plan of factPlans(tenantId, source.sourceUid, facts, usageKinds(facts.cloudType, catalogue))) await writer.replace(plan);
  }
  await writer.addActionSets(actionSetRows(tenantId, evaluation.access, lettersOf(facts.cloudType, catalogue)));
  for (const plan of evaluationPlans(tenantId, source.sourceUid, evaluation)) await writer.replace(plan);
  const relations = facts.relations.filter(({ kind }) => LINKING.includes(kind));
  const listed = [...(arriving?.facts.entities ?? []), ...facts.entities];
  const references: Reference[] = relations.flatMap(({ child, parent }) => [child, parent]);
  const own = new Map(listed.map((entity) => [entity.nativeId, entity]));
  const find = await db.tenant(tenantId, (tx) => nodeFinder(tx, tenantId, references, own));
  const { classOf, attributes, pclassOf, steps, outsiders } = evaluation;
  return {
    source,
    entities: facts.entities,
    found: { classOf, attributes },
    links: sourceLinks({ relations, pclassOf, steps, outsiders }, find),
    needs: needsOf(facts),
    usage: coverageOf(facts),
  };
}
