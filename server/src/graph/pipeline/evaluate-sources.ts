import type { Db } from '../../platform/db/database';
import { runCooperatively } from '../../platform/async/cooperative-scheduler';
import { forEachOf } from '../../platform/async/limiter';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { isShared } from '../engine/shared-scopes';
import type { SourceFacts } from '../engine/source-facts';
import type { LinkChanges, TenantLinks } from '../engine/tenant-links';
import { writeMovedHolders, type MovedHolders } from '../store/moved-holders';
import { readSources, type GraphSource } from '../store/read-sources';
import type { SnapshotChanges } from '../store/snapshot-changes';
import { entityPlan } from '../store/snapshot-tables';
import { readHead } from '../store/snapshot-writer';
import { ContextReader } from './context/context-reader';
import type { KnownAccounts } from './context/known-accounts';
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
}

/** Reads the published graph that a snapshot builds on. */
export async function readBase(db: Db, tenantId: string): Promise<Base> {
  return db.tenant(tenantId, async (tx) => ({ base: await readHead(tx, tenantId), stored: await readSources(tx, tenantId) }));
}

export interface EvaluationTools {
  db: Db;
  catalogue: Catalogue;
  evaluate: EvaluateSource;
  tenantId: string;
  /** Changed by the evaluation. */
  links: TenantLinks;
  writer: SnapshotChanges;
  /** The accounts of stored sources that are known already. Those that the evaluation reads are added, and those of incoming sources replaced. */
  known: KnownAccounts;
}

export interface EvaluationRequest {
  incoming: readonly IncomingSource[];
  /** The sources to evaluate, the incoming ones first. */
  sources: readonly GraphSource[];
  /** The sources of the published graph. */
  stored: readonly GraphSource[];
  /** Sources that are not evaluated, in which principals move between classes. */
  moved: ReadonlyMap<string, MovedHolders>;
  /** Makes the links of all identities anew, not only of those that the evaluated sources change. */
  linksAll: boolean;
  /** Called with the uid of each source when its facts are stored and its evaluation starts. */
  evaluating: (sourceUid: string) => Promise<void>;
  /** Reports the progress, 0 to 1. */
  progress: (done: number) => Promise<void>;
}

/** While one source is evaluated, in a thread of its own if it is large, the results of another one are stored. */
const AT_ONCE = 2;

/** Evaluates sources, links all sources of the tenant, and hands every changed row to the writer. It publishes nothing. */
export async function evaluateSources(
  { db, catalogue, evaluate, tenantId, links, writer, known }: EvaluationTools,
  { incoming, sources, stored, moved, linksAll, evaluating, progress }: EvaluationRequest,
): Promise<Evaluated[]> {
  const arriving = new Map(incoming.map(({ source, facts }) => [source.sourceUid, facts]));
  const arrivingEntities = new Map(incoming.flatMap(({ facts }) => facts.entities.map((entity) => [entity.nativeId, entity] as const)));
  const reader = new ContextReader(db, tenantId, catalogue, [...stored, ...incoming.map(({ source }) => source)], arriving, known);
  const tools = { db, catalogue, evaluate, tenantId, reader, writer, arriving, arrivingEntities, evaluating };
  const found = new Map<string, Evaluated>();
  const parts = sources.map(() => 0);
  await forEachOf(sources.entries(), AT_ONCE, async ([index, source]) => {
    const part = (done: number): Promise<void> => {
      parts[index] = done;
      return progress((0.9 * parts.reduce((sum, one) => sum + one, 0)) / sources.length);
    };
    found.set(source.sourceUid, await evaluateSource(tools, source, links.keyOf.get(source.sourceUid), part));
    parts[index] = 1;
  });
  const evaluated = sources.flatMap(({ sourceUid }) => found.get(sourceUid) ?? []);
  for (const rows of moved.values()) await writeMovedHolders(writer, rows);
  const changes = await runCooperatively(relink(links, evaluated, moved, linksAll), (done) => progress(0.9 + 0.05 * done));
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

function* relink(
  links: TenantLinks,
  evaluated: readonly Evaluated[],
  moved: EvaluationRequest['moved'],
  allProfiles: boolean,
): Generator<number, LinkChanges> {
  const changes = yield* links.replace(
    new Map(evaluated.flatMap(({ source, links: own }) => (own ? [[source.sourceUid, own] as const] : []))),
    new Map([...moved].map(([uid, { likeOf }]) => [uid, likeOf])),
  );
  for (const { source, key } of evaluated) links.keyOf.set(source.sourceUid, key);
  // The stored rows of these sources are no longer the result of their last evaluation.
  for (const uid of moved.keys()) links.keyOf.delete(uid);
  if (!allProfiles) return changes;
  const refreshed = yield* links.refresh();
  return { profiles: new Map([...changes.profiles, ...refreshed.profiles]) };
}
