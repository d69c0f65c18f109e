import type { ChangeOptions } from '@cam/contracts/server';
import type { Context } from '../platform/context';
import { currentAccountLimit } from '../platform/db/account-limit';
import type { Tx } from '../platform/db/database';
import type { BuildDependencies, BuildResult, SourceImport } from './pipeline/build-snapshot';
import { TenantBuilds, type OthersFollow } from './pipeline/tenant-builds';
import { KnownAccountsCache } from './pipeline/context/known-accounts';
import { trySnapshot, type TrialRequest } from './pipeline/try-snapshot';
import { readChangeOptions } from './answers/what-if/change-options';
import { describeDifference, type Difference } from './answers/what-if/describe-difference';
import { findEditedEntities, type EditedEntity } from './answers/what-if/find-edited-source';
import type { DifferenceLimits } from './answers/what-if/read-difference';
import type { Catalogue } from './engine/catalogue/catalogue';
import { PairExplainer } from './answers/explain/explain-pair';
import type { Explanation } from './answers/explain/explanation';
import { readSharedElements, type Pair } from './answers/explain/read-pair-access';
import type { PathElement } from './answers/explain/shared-elements';
import type { DocumentsBefore } from './answers/breaks/edits-of-cut';
import { readChokePoints, type ChokePoints } from './answers/breaks/read-choke-points';
import { readReviewUnits, readSnapshotTime, readSourceSnapshots, type ReviewUnitWithUse } from './answers/reviews/read-review-units';
import { readGainedReach, readHeldAccess, type HeldAccess, type ResourcesByTier, type WantedAccess } from './answers/requests/held-access';
import { readAccessUnits, type AccessUnits } from './answers/requests/read-access-units';
import { readRequestedAccess, type RequestedAccess } from './answers/requests/read-requested-access';
import { readResourcesOfUnits, type ResourceOfUnit } from './answers/reviews/resources-of-units';
import { readWays, readWaysOfPairs, type PairWays } from './answers/breaks/read-ways';
import { momentOfDay, ProofMaker, type ProofMoment } from './answers/proofs/proof-maker';
import type { ReadTrees } from './answers/proofs/source-trees';
import { TreeCache } from './answers/proofs/tree-cache';
import type { ProofRequest } from './answers/proofs/request';
import { changedBetween, readGraphState, type GraphState } from './store/changed-between';
import { checkSource, type CheckedSource } from './store/check-facts';
import { readManifestsOf, readNewestManifests, type StoredManifest } from './store/manifests';
import type { Proof } from '@cam/checker';
import { peopleOf } from './answers/people/read-people';
import { countChanges, listChanges, type ChangeCount, type ChangeFilter, type ChangePage, type ListedChange } from './answers/changes/list-changes';
import { readSnapshotTimes, type SnapshotTimes } from './answers/changes/snapshot-times';
import { TenantReach, type ReadReach } from './answers/counts/tenant-reach';
import { GraphInventory } from './answers/counts/graph-inventory';
import { LeastPrivilege } from './answers/least-privilege/propose';
import { LinksCache } from './engine/links-cache';
import { offersOf } from './pipeline/dependency-keys';
import { EvaluationThreads } from './pipeline/evaluation-threads';
import { readAccessChanges, type AccessChangePage, type AccessChangeCursor } from './answers/changes/read-access-changes';
import {
  readEntityChanges,
  readRelationChanges,
  type EntityChange,
  type RelationChangePage,
  type RelationCursor,
} from './answers/changes/read-changes';
import { readDocumentsByHash, readPolicyDocuments, type PolicyText } from './store/read-documents';
import { readFacts } from './store/read-facts';
import { readFolders, type SourceFolder } from './store/read-folders';
import { logsBySource } from './answers/counts/read-entities';
import { EVENTS, type GraphEvents } from './store/events';
import type { EventKind } from './store/event-changes';
import { readNamesInLogs, type DayOfCalls, type EventPart, type NamedIdentity, type StoredEvent } from './store/read-events';
import { deleteSourceRows, markDue, readDue } from './store/due-sources';
import { readChangeAuthors, type ChangeAuthor } from './answers/changes/read-change-authors';
import { refuseUnknownDay } from './store/known-day';
import { readEntity, readPresent } from './store/read-presence';
import { readChangedSubjects, type ChangedSubjects } from './store/changed-rows';
import { readChangedKinds, type ChangedKinds } from './store/read-changed-kinds';
import { readDependents, readSources, type GraphSource } from './store/read-sources';
import { TENANT_WIDE } from './store/snapshot-tables';
import { snapshotAt, snapshotDays, spanBetween, type Span } from './store/validity';

export type {
  ChangeFilter,
  DayOfCalls,
  EventKind,
  EventPart,
  GraphEvents,
  ListedChange,
  ChangeAuthor,
  StoredEvent,
  SourceFolder,
  ChangedKinds,
  SnapshotTimes,
};

const RELINK_JOB = 'graph.relink';

/** A span of days (YYYY-MM-DD, UTC), from the end of `since` to the end of `until`; null: until now. */
export interface Days {
  since: string;
  until: string | null;
}

/** The access graph as other areas use it. */
export class GraphService {
  readonly #explainer: PairExplainer;
  readonly #tools: BuildDependencies;
  readonly #builds: TenantBuilds;
  readonly #trees = new TreeCache();
  /** Reads the access of a tenant's profiles, which is kept until the graph changes. */
  readonly readReach: ReadReach;
  /** Counts of the graph for the inventory pages. */
  readonly inventory: GraphInventory;
  /** Proposes policies that keep only the permissions in use. */
  readonly leastPrivilege: LeastPrivilege;
  /** The stored log events. */
  readonly events = EVENTS;

  /** @param evaluationWorker the built file of pipeline/evaluation-worker.ts */
  constructor(
    private readonly ctx: Context,
    readonly catalogue: Catalogue,
    evaluationWorker: URL,
  ) {
    const { evaluate } = new EvaluationThreads(evaluationWorker);
    this.#tools = { db: ctx.db, catalogue, evaluate, links: new LinksCache(), accounts: new KnownAccountsCache() };
    this.#builds = new TenantBuilds(ctx, this.#tools);
    this.#explainer = new PairExplainer(catalogue);
    this.readReach = new TenantReach(this.#tools.links, ctx.events).read;
    this.inventory = new GraphInventory(ctx.db, catalogue, this.readReach);
    this.leastPrivilege = new LeastPrivilege(ctx.db, catalogue);
    ctx.jobs.define(RELINK_JOB, async ({ tenantId }: { tenantId: string }) => {
      if (!(await this.#builds.evaluateDue(tenantId))) await this.followRemoval(tenantId);
    });
  }

  /**
   * Returns the access paths from an identity to a resource, with the statements that grant, deny or limit each. Both may belong to any
   * source.
   * @param asOf day (YYYY-MM-DD, UTC) at whose end the graph is read; null: now
   * @throws 404 when the graph lacks one of the two entities
   */
  explain(tenantId: string, identityUri: string, resourceUri: string, { asOf = null }: { asOf?: string | null } = {}): Promise<Explanation> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      if (asOf !== null) await refuseUnknownDay(tx, tenantId, asOf);
      const snapshotId = asOf === null ? null : await snapshotAt(tx, tenantId, asOf);
      return this.#explainer.explain(tx, { tenantId, snapshotId }, identityUri, resourceUri);
    });
  }

  /**
   * Makes a proof of what the graph says, which the checker accepts.
   * @param asOf day (YYYY-MM-DD, UTC) at whose end the graph is read; null: now
   * @throws ProofFailed if the checker refuses it, and what `ProofMaker.make` throws
   */
  proof(tenantId: string, request: ProofRequest, { asOf = null }: { asOf?: string | null } = {}): Promise<Proof> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const moment = asOf === null ? undefined : await momentOfDay(tx, tenantId, asOf);
      // A limited caller reads parts of sources only, and finds the others missing.
      return (await this.proofMaker(tx, tenantId, moment, currentAccountLimit() ? undefined : this.#trees)).make(request);
    });
  }

  /**
   * Returns the moment that proofs about a day (YYYY-MM-DD, UTC) are about. Runs inside the caller's transaction.
   * @throws 422 for a day of which nothing is known
   */
  proofMomentOf(tx: Tx, tenantId: string, day: string): Promise<ProofMoment> {
    return momentOfDay(tx, tenantId, day);
  }

  /**
   * Opens a maker of proofs of one snapshot, inside the caller's transaction.
   * @param known keeps the sources that are read, for other transactions that read the same snapshot
   */
  proofMaker(tx: Tx, tenantId: string, moment?: ProofMoment, known?: ReadTrees): Promise<ProofMaker> {
    return ProofMaker.open(tx, this.catalogue, tenantId, moment, known);
  }

  /** Returns the manifests of a snapshot; null: the newest of each source. */
  manifests(tenantId: string, snapshotId: number | null): Promise<StoredManifest[]> {
    return this.ctx.db.tenant(tenantId, (tx) =>
      snapshotId === null ? readNewestManifests(tx, tenantId) : readManifestsOf(tx, tenantId, snapshotId),
    );
  }

  /** Returns the sources of the graph. */
  graphSources(tenantId: string): Promise<GraphSource[]> {
    return this.ctx.db.tenant(tenantId, (tx) => readSources(tx, tenantId));
  }

  /** Compares the stored facts of a source with the manifest of its last import. Runs inside the caller's transaction. */
  checkSource(tx: Tx, tenantId: string, source: GraphSource): Promise<CheckedSource> {
    return checkSource(tx, tenantId, source);
  }

  /** Returns the state of the graph, for `changedBetween`. Runs inside the caller's transaction. */
  state(tx: Tx, tenantId: string): Promise<GraphState> {
    return readGraphState(tx, tenantId);
  }

  /**
   * Returns the URIs of the entities that changed between two states: each pair with changed access, or changed paths, has its identity or its resource here. Null: too
   * many, or not known. Runs inside the caller's transaction.
   */
  changedBetween(tx: Tx, tenantId: string, states: { before: GraphState; now: GraphState }): Promise<ReadonlySet<string> | null> {
    return changedBetween(tx, tenantId, states);
  }

  /**
   * Returns the elements that lie on every stored access path of each pair. The graph stores the shortest path to each principal class. Runs inside the
   * caller's transaction.
   */
  sharedElements(tx: Tx, tenantId: string, pairs: readonly Pair[]): Promise<PathElement[][]> {
    return readSharedElements(tx, tenantId, pairs);
  }

  /**
   * Returns the ways of access of a pair, with what a change can remove of each. Runs inside the caller's transaction, also in that of a trial.
   * @param before the documents that the trial changed
   */
  waysOfAccess(tx: Tx, tenantId: string, pair: Pair, before?: DocumentsBefore): Promise<PairWays> {
    return readWays(tx, tenantId, pair, before);
  }

  /** Returns the ways of all pairs of a set. Runs inside the caller's transaction, also in that of a trial. */
  waysOfPairs(tx: Tx, tenantId: string, pairs: readonly Pair[], before?: DocumentsBefore): Promise<PairWays> {
    return readWaysOfPairs(tx, tenantId, pairs, before);
  }

  /** Returns the elements that end the most access to crown jewels alone, by what the graph stores. Runs inside the caller's transaction. */
  chokePoints(tx: Tx, tenantId: string): Promise<ChokePoints> {
    return readChokePoints(tx, tenantId);
  }

  /**
   * Returns what can be taken away from identities, with its use since a time (ISO 8601). Runs inside the caller's transaction.
   */
  reviewUnits(tx: Tx, tenantId: string, uris: readonly string[], since: string): Promise<ReviewUnitWithUse[]> {
    return readReviewUnits(tx, tenantId, uris, since);
  }

  /** Returns what exists and would give an access, as `readAccessUnits` does. Runs inside the caller's transaction. */
  accessUnits(tx: Tx, tenantId: string, pair: Pair, wanted: WantedAccess, chosen?: string): Promise<AccessUnits | null> {
    return readAccessUnits(tx, tenantId, pair, wanted, chosen);
  }

  /** Returns the present access of pairs with the units that give it. Runs inside the caller's transaction. */
  requestedAccess(tx: Tx, tenantId: string, pairs: readonly Pair[]): Promise<(pair: Pair) => RequestedAccess> {
    return readRequestedAccess(tx, tenantId, pairs);
  }

  /**
   * Returns the access of a pair now, and what else the identity gains over a span, by tier. Runs inside the caller's transaction, also in that of a trial.
   */
  async gainedBeside(tx: Tx, tenantId: string, span: Span, pair: Pair): Promise<{ held: HeldAccess; besides: ResourcesByTier }> {
    const held = (await readHeldAccess(tx, tenantId, [pair]))(pair);
    return { held, besides: await readGainedReach(tx, tenantId, span, { identityUri: pair.identityUri, exceptUri: pair.resourceUri }) };
  }

  /** Returns the most important resource of each review unit of identities at a snapshot, as `readResourcesOfUnits` does. */
  resourcesOfUnits(tx: Tx, tenantId: string, snapshotId: number, uris: readonly string[]): Promise<Map<string, ResourceOfUnit>> {
    return readResourcesOfUnits(tx, { tenantId, snapshotId }, uris);
  }

  /** Returns the newest snapshot of each of these sources, by uid. Removed sources are left out. Runs inside the caller's transaction. */
  sourceSnapshots(tx: Tx, tenantId: string, uids: readonly string[]): Promise<Map<string, number>> {
    return readSourceSnapshots(tx, tenantId, uids);
  }

  /** Returns the time of a snapshot, ISO 8601; null: there is none. Runs inside the caller's transaction. */
  snapshotTime(tx: Tx, tenantId: string, snapshotId: number): Promise<string | null> {
    return readSnapshotTime(tx, tenantId, snapshotId);
  }

  /** Returns the ids of the people whose accounts these entities are, by URI. Runs inside the caller's transaction. */
  peopleOf(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, string>> {
    return peopleOf(tx, tenantId, uris);
  }

  /** Returns the number of a tenant's newest snapshot; 0 before the first. Runs inside the caller's transaction. */
  newestSnapshot(tx: Tx, tenantId: string): Promise<number> {
    return snapshotAt(tx, tenantId, null);
  }

  /**
   * Returns the first day (YYYY-MM-DD, UTC) that each source's log covers, by source uid. Sources without a log are left out. Runs inside
   * the caller's transaction.
   */
  logsSince(tx: Tx, tenantId: string): Promise<Map<string, string>> {
    return logsBySource(tx, tenantId);
  }

  /** Returns the management groups, folders and organizational units that these sources list now. Runs inside the caller's transaction. */
  folders(tx: Tx, tenantId: string, sourceUids: readonly string[]): Promise<SourceFolder[]> {
    return readFolders(tx, tenantId, sourceUids);
  }

  /** Returns the last snapshot of each day (UTC) that has one, newest day first. Runs inside the caller's transaction. */
  snapshotDays(tx: Tx, tenantId: string, limit: number): Promise<{ day: string; snapshotId: number }[]> {
    return snapshotDays(tx, tenantId, limit);
  }

  /** Returns the time of each account's last snapshot up to the end of a day. Runs inside the caller's transaction. */
  snapshotTimes(tx: Tx, tenantId: string, day: string): Promise<SnapshotTimes> {
    return readSnapshotTimes(tx, tenantId, day);
  }

  /** Returns the URIs of those entities that exist at a snapshot (null: now). Runs inside the caller's transaction. */
  present(tx: Tx, tenantId: string, uris: readonly string[], snapshotId: number | null): Promise<Set<string>> {
    return readPresent(tx, tenantId, uris, snapshotId);
  }

  /** Returns the entity that holds a URI now; null when there is none. Runs inside the caller's transaction. */
  entity(tx: Tx, tenantId: string, uri: string): Promise<{ uri: string; name: string; type: string; accountId: string } | null> {
    return readEntity(tx, tenantId, uri);
  }

  /**
   * Returns the kinds of entities and access that a span of snapshots changed; null: everything may have changed. Runs inside the caller's
   * transaction.
   */
  changedKinds(tx: Tx, tenantId: string, span: Span): Promise<ChangedKinds | null> {
    return readChangedKinds(tx, tenantId, span);
  }

  /**
   * Returns the entities that may be the subject of other rows of an answer about access at the end of a span; null: more than a number. Runs inside the
   * caller's transaction.
   */
  changedSubjects(tx: Tx, tenantId: string, span: Span, most: number): Promise<ChangedSubjects | null> {
    return readChangedSubjects(tx, tenantId, span, most);
  }

  /** Returns the entities that logs name by these native ids. Runs inside the caller's transaction. */
  namesInLogs(tx: Tx, tenantId: string, nativeIds: readonly string[]): Promise<Map<string, NamedIdentity>> {
    return readNamesInLogs(tx, tenantId, nativeIds);
  }

  /** Returns the entities added, removed or modified over a span of days, by URI. */
  entityChanges(tenantId: string, days: Days, page: { limit: number; after: string | null }): Promise<EntityChange[]> {
    return this.#over(tenantId, days, (tx, span) => readEntityChanges(tx, tenantId, span, page));
  }

  /** Returns the memberships and other relations added, removed or modified over a span of days. */
  relationChanges(tenantId: string, days: Days, page: { limit: number; after: RelationCursor | null }): Promise<RelationChangePage> {
    return this.#over(tenantId, days, (tx, span) => readRelationChanges(tx, tenantId, span, page));
  }

  /** Returns the pairs of identity and resource whose effective access changed over a span of days. */
  accessChanges(tenantId: string, days: Days, page: { limit: number; after: AccessChangeCursor | null }): Promise<AccessChangePage> {
    return this.#over(tenantId, days, (tx, span) => readAccessChanges(tx, tenantId, span, page));
  }

  /**
   * Returns one page of changes with their authors as logs name them, and the number of changes by type and by list of entities. Runs
   * inside the caller's transaction.
   */
  async listChanges(
    tx: Tx,
    tenantId: string,
    filter: ChangeFilter,
    page: ChangePage,
    lists: readonly (readonly string[])[],
  ): Promise<{ rows: (ListedChange & { makers: ChangeAuthor[] })[]; counts: ChangeCount[] }> {
    const rows = await listChanges(tx, tenantId, filter, page);
    const makers = await readChangeAuthors(tx, tenantId, rows);
    return { rows: rows.map((row, n) => ({ ...row, makers: makers[n] ?? [] })), counts: await countChanges(tx, tenantId, filter, lists) };
  }

  /** Counts the changes of each type. */
  countChanges(tenantId: string, filter: ChangeFilter): Promise<ChangeCount[]> {
    return this.ctx.db.tenant(tenantId, (tx) => countChanges(tx, tenantId, filter));
  }

  /**
   * Imports the current facts of a source and re-evaluates every source that depends on them. Readers see the old graph until the new
   * snapshot is complete. Imports that wait for the same tenant are built together.
   * @param othersFollow decides whether dependent sources are left to a later import
   * @returns null when `publish` reports that a newer import overtook this one
   */
  replaceSource(tenantId: string, one: SourceImport, othersFollow: OthersFollow): Promise<BuildResult | null> {
    return this.#builds.import(tenantId, one, othersFollow);
  }

  /** Announces an import whose facts are read now, for which a build may wait. Call the result after `replaceSource`, or when the import does not come. */
  announceImport(tenantId: string): () => void {
    return this.#builds.announce(tenantId);
  }

  /**
   * Removes everything that a source ever contributed and marks its dependents for re-evaluation, in the caller's transaction. Call
   * `followRemoval` after the commit.
   */
  async removeSource(tx: Tx, tenantId: string, source: GraphSource): Promise<void> {
    const said = offersOf(await readFacts(tx, { tenantId, ...source }));
    const dependents = await readDependents(tx, tenantId, [...said.keys()]);
    await deleteSourceRows(tx, tenantId, source.sourceUid);
    const left = dependents.filter((uid) => uid !== source.sourceUid);
    // The tenant is linked anew even if no source depends on the removed one.
    await markDue(tx, tenantId, [TENANT_WIDE, ...left]);
  }

  /**
   * Reads the graph that an import of these facts would give, without importing them. `read` runs in a transaction in which the graph is that one, and
   * which rolls back afterwards.
   * @returns null while the graph is being changed
   * @throws TrialTooLarge
   */
  tryImport<R>(request: TrialRequest, read: (tx: Tx, span: Span) => Promise<R>): Promise<R | null> {
    return trySnapshot(this.#tools, request, read);
  }

  /** Compares the access of all identities at both ends of a span. Runs inside the caller's transaction. */
  describeDifference(tx: Tx, tenantId: string, span: Span, limits: DifferenceLimits & { since: string }): Promise<Difference> {
    return describeDifference(tx, tenantId, span, limits);
  }

  /** Returns the current entities with these native ids. Runs inside the caller's transaction. */
  editedEntities(tx: Tx, tenantId: string, nativeIds: readonly string[]): Promise<EditedEntity[]> {
    return findEditedEntities(tx, tenantId, nativeIds);
  }

  /**
   * Returns what a change can edit about an entity.
   * @throws ApiError 404 if the graph has no such entity
   */
  changeOptions(tenantId: string, uri: string): Promise<ChangeOptions> {
    return this.ctx.db.tenant(tenantId, (tx) => readChangeOptions(tx, tenantId, uri));
  }

  /** Queues the re-evaluation that a removal requires. */
  async followRemoval(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(RELINK_JOB, { tenantId }, { singletonKey: 'relink' });
  }

  /** Queues the re-evaluation that removals and batches of imports left to do, if there is any. */
  async resume(tenantId: string): Promise<void> {
    if (await this.isDue(tenantId)) await this.followRemoval(tenantId);
  }

  /** Returns whether sources wait to be evaluated again. */
  async isDue(tenantId: string): Promise<boolean> {
    return (await this.ctx.db.tenant(tenantId, (tx) => readDue(tx, tenantId))).length > 0;
  }

  /** Returns policy documents in the order of the ids, from the given accounts (none: all accounts). Unknown ids are left out. */
  policies(tenantId: string, ids: readonly string[], accountIds: readonly string[]): Promise<PolicyText[]> {
    return this.ctx.db.tenant(tenantId, (tx) => readPolicyDocuments(tx, tenantId, ids, accountIds));
  }

  /** Returns current and historical policy documents by the hashes that changes name. Documents no longer stored are left out. */
  documents(tenantId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    return this.ctx.db.tenant(tenantId, (tx) => readDocumentsByHash(tx, tenantId, hashes));
  }

  #over<R>(tenantId: string, { since, until }: Days, read: (tx: Tx, span: Span) => Promise<R>): Promise<R> {
    return this.ctx.db.tenant(tenantId, async (tx) => read(tx, await spanBetween(tx, tenantId, since, until)));
  }
}
