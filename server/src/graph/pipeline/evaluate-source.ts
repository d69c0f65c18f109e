import type { Db } from '../../platform/db/database';
import { lettersOf } from '../providers/action-traits';
import type { Catalogue } from '../engine/catalogue/catalogue';
import type { ContextReader, Incoming } from './context/context-reader';
import type { Evaluation } from '../engine/evaluation';
import { keepClassIds } from '../engine/keep-class-ids';
import { leastConditionalEdges } from '../engine/least-conditional-edges';
import { needsOf } from './dependency-keys';
import { sourceLinks } from '../engine/source-links';
import type { SourceLinks } from '../engine/tenant-links';
import type { Entity } from '../engine/model';
import { scopesAbove } from '../engine/shared-scopes';
import type { SourceFacts } from '../engine/source-facts';
import { nodeFinder, type FindNode } from '../store/find-nodes';
import { readClasses, readFound } from '../store/read-evaluated';
import { LINKING } from '../store/read-links';
import type { GraphSource } from '../store/read-sources';
import { actionSetsOf, documentHash, eventRows, evaluationPlans, factPlans, grantsOfRows } from '../store/snapshot-tables';
import type { SnapshotChanges } from '../store/snapshot-changes';
import { coverageOf } from '../providers/usage-coverage';
import type { UsageCoverage } from '../engine/usage-coverage';
import { usageKinds } from '../providers/usage-kinds';
import { evaluationKey, PASSING } from './evaluation-key';
import type { EvaluateSource } from './evaluation-threads';

/** An evaluated source, with what remains to be stored. */
export interface Evaluated {
  source: GraphSource;
  entities: readonly Entity[];
  found: Pick<Evaluation, 'classOf' | 'attributes'>;
  /** Native ids of the shared scopes that contain something of the source. */
  above: ReadonlySet<string>;
  /** Null: unchanged. */
  links: SourceLinks | null;
  /** Fingerprint of everything that the evaluation depends on. */
  key: string;
  needs: ReadonlySet<string>;
  /** The log coverage of the source; null: unchanged. */
  usage: UsageCoverage | null;
}

export interface EvaluateTools {
  db: Db;
  catalogue: Catalogue;
  evaluate: EvaluateSource;
  tenantId: string;
  reader: ContextReader;
  writer: SnapshotChanges;
  arriving: Incoming;
  /** The entities of the sources being imported, by native id. */
  arrivingEntities: ReadonlyMap<string, Entity>;
  /** Called with the uid of the source when everything that its evaluation needs has been read. */
  evaluating: (sourceUid: string) => Promise<void>;
}

/**
 * Evaluates one source and stages the results, except its entities, which still need their profiles. When none of its inputs changed, the
 * previous results stay valid.
 * @param lastKey key of the stored evaluation; undefined: unknown
 */
export async function evaluateSource(
  { db, catalogue, evaluate, tenantId, reader, writer, arriving, arrivingEntities, evaluating }: EvaluateTools,
  source: GraphSource,
  lastKey: string | undefined,
  progress: (done: number) => Promise<void>,
): Promise<Evaluated> {
  const { sourceUid } = source;
  const facts = await reader.factsOf(source);
  if (arriving.has(sourceUid)) {
    await writer.addDocuments(new Map(facts.policies.map(({ document }) => [documentHash(document), document])));
    await writer.addEvents(eventRows(tenantId, sourceUid, facts, lettersOf(facts.cloudType, catalogue)));
    for (const plan of factPlans(tenantId, sourceUid, facts, usageKinds(facts.cloudType, catalogue))) await writer.replace(plan);
  }
  const context = await reader.contextOf(source, facts);
  const find = await findEnds(db, tenantId, facts, arrivingEntities);
  const key = evaluationKey(facts, context, find);
  const rest = {
    source,
    entities: facts.entities,
    above: scopesAbove(facts.entities, facts.relations),
    key,
    needs: needsOf(facts),
    usage: coverageOf(facts),
  };
  await evaluating(sourceUid);
  if (key === lastKey) {
    await progress(1);
    return { ...rest, found: await db.tenant(tenantId, (tx) => readFound(tx, tenantId, sourceUid, PASSING)), links: null };
  }
  const found = await evaluate(facts, context, progress);
  const before = await db.tenant(tenantId, (tx) => readClasses(tx, tenantId, sourceUid));
  const evaluation = keepClassIds({ ...found, steps: leastConditionalEdges(found.steps) }, before);
  await writer.addActionSets(actionSetsOf(evaluation.access), lettersOf(facts.cloudType, catalogue));
  for (const plan of evaluationPlans(tenantId, sourceUid, evaluation, facts.policies)) {
    const added = await writer.replace(plan);
    if (plan.table === 'graph_access') await writer.addGrants(grantsOfRows(evaluation.access, added));
  }
  const relations = linking(facts);
  const { classOf, attributes, pclassOf, steps, externalPrincipals } = evaluation;
  return { ...rest, found: { classOf, attributes }, links: sourceLinks({ relations, pclassOf, steps, externalPrincipals }, find) };
}

/** Returns the function that finds the ends of role assumption relations. */
function findEnds(db: Db, tenantId: string, facts: SourceFacts, arriving: ReadonlyMap<string, Entity>): Promise<FindNode> {
  const own = new Map([...arriving, ...facts.entities.map((entity) => [entity.nativeId, entity] as const)]);
  const references = linking(facts).flatMap(({ child, parent }) => [child, parent]);
  return db.tenant(tenantId, (tx) => nodeFinder(tx, tenantId, references, own));
}

export function linking({ relations }: SourceFacts): SourceFacts['relations'] {
  return relations.filter(({ kind }) => LINKING.includes(kind));
}
