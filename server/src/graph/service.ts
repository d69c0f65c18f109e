import type { Context } from '../platform/context';
import type { Tx } from '../platform/db/database';
import { buildSnapshot, type BuildRequest } from './pipeline/build-snapshot';
import type { Catalogue } from './engine/catalogue/catalogue';
import { PairExplainer } from './answers/explain/explain-pair';
import type { Explanation } from './answers/explain/explanation';
import { countChanges, listChanges, type ChangeCount, type ChangeFilter, type ChangePage, type ListedChange } from './answers/changes/list-changes';
import { GraphInventory } from './answers/counts/graph-inventory';
import { LeastPrivilege } from './answers/least-privilege/propose';
import { LinksCache } from './engine/links-cache';
import { offersOf } from './pipeline/dependency-keys';
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
import { clearDue, deleteSourceRows, markDue, readDue } from './store/due-sources';
import { readChangeAuthors, type ChangeAuthor } from './answers/changes/read-change-authors';
import { readEntity, readPresent } from './store/read-presence';
import { readChangedKinds, type EntityKind, type IdentityKind, type ChangedKinds } from './store/read-changed-kinds';
import { readDependents, type GraphSource } from './store/read-sources';
import type { SnapshotResult } from './store/snapshot-writer';
import { Statistics } from './store/statistics';
import { snapshotAt, snapshotDays, spanBetween, type Span } from './store/validity';

export type {
  ChangeFilter,
  DayOfCalls,
  EntityKind,
  EventKind,
  EventPart,
  GraphEvents,
  IdentityKind,
  ListedChange,
  ChangeAuthor,
  StoredEvent,
  SourceFolder,
  ChangedKinds,
};

const RELINK_JOB = 'graph.relink';

/** From the end of a day to that of another (YYYY-MM-DD, UTC); until null: now. */
export interface Days {
  since: string;
  until: string | null;
}

/** The access graph, for other areas. */
export class GraphService {
  readonly #explainer: PairExplainer;
  readonly #links = new LinksCache();
  readonly #statistics: Statistics;
  /** What inventories count. */
  readonly inventory: GraphInventory;
  /** What is left of policies where only what was used stays. */
  readonly leastPrivilege: LeastPrivilege;
  /** The stored events of logs. */
  readonly events = EVENTS;

  constructor(
    private readonly ctx: Context,
    readonly catalogue: Catalogue,
  ) {
    this.#explainer = new PairExplainer(catalogue);
    this.#statistics = new Statistics(ctx.db);
    this.inventory = new GraphInventory(ctx.db, catalogue);
    this.leastPrivilege = new LeastPrivilege(ctx.db, catalogue);
    ctx.jobs.define(RELINK_JOB, ({ tenantId }: { tenantId: string }) => this.#relink(tenantId));
  }

  /**
   * Every way from an identity to a resource, of any source each, with the statements that grant and those that deny or limit. 404 where
   * one of them is not in the graph.
   * @param asOf in the graph at the end of a day (YYYY-MM-DD, UTC); null: now
   */
  explain(tenantId: string, identityUri: string, resourceUri: string, { asOf = null }: { asOf?: string | null } = {}): Promise<Explanation> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const snapshotId = asOf === null ? null : await snapshotAt(tx, tenantId, asOf);
      return this.#explainer.explain(tx, { tenantId, snapshotId }, identityUri, resourceUri);
    });
  }

  /** The last snapshot of a tenant, by its number; 0 where there is none yet. Inside the caller's transaction. */
  newestSnapshot(tx: Tx, tenantId: string): Promise<number> {
    return snapshotAt(tx, tenantId, null);
  }

  /** The first day that the log of each source covers (YYYY-MM-DD, UTC), by its uid; one without a log is left out. Inside the caller's transaction. */
  logsSince(tx: Tx, tenantId: string): Promise<Map<string, string>> {
    return logsBySource(tx, tenantId);
  }

  /** Management groups, folders and organization units that these sources tell of now. Inside the caller's transaction. */
  folders(tx: Tx, tenantId: string, sourceUids: readonly string[]): Promise<SourceFolder[]> {
    return readFolders(tx, tenantId, sourceUids);
  }

  /** The last snapshot of each day (UTC) that has one, the latest day first. Inside the caller's transaction. */
  snapshotDays(tx: Tx, tenantId: string, limit: number): Promise<{ day: string; snapshotId: number }[]> {
    return snapshotDays(tx, tenantId, limit);
  }

  /** Which of these entities were in the graph at a snapshot (null: are in it now), by URI. Inside the caller's transaction. */
  present(tx: Tx, tenantId: string, uris: readonly string[], snapshotId: number | null): Promise<Set<string>> {
    return readPresent(tx, tenantId, uris, snapshotId);
  }

  /** What an entity is that is in the graph now, by its URI; null where there is none. Inside the caller's transaction. */
  entity(tx: Tx, tenantId: string, uri: string): Promise<{ uri: string; name: string; type: string; accountId: string } | null> {
    return readEntity(tx, tenantId, uri);
  }

  /** What a span of snapshots changed, by kinds; null: everything. Inside the caller's transaction. */
  changedKinds(tx: Tx, tenantId: string, span: Span): Promise<ChangedKinds | null> {
    return readChangedKinds(tx, tenantId, span);
  }

  /** What identities are called that logs know by these native ids. Inside the caller's transaction. */
  namesInLogs(tx: Tx, tenantId: string, nativeIds: readonly string[]): Promise<Map<string, NamedIdentity>> {
    return readNamesInLogs(tx, tenantId, nativeIds);
  }

  /** Entities that came, went or changed over a span of days, by URI. */
  entityChanges(tenantId: string, days: Days, page: { limit: number; after: string | null }): Promise<EntityChange[]> {
    return this.#over(tenantId, days, (tx, span) => readEntityChanges(tx, tenantId, span, page));
  }

  /** Memberships and other relations that came, went or changed over a span of days. */
  relationChanges(tenantId: string, days: Days, page: { limit: number; after: RelationCursor | null }): Promise<RelationChangePage> {
    return this.#over(tenantId, days, (tx, span) => readRelationChanges(tx, tenantId, span, page));
  }

  /** Pairs of an identity and a resource whose access, over all ways, became another over a span of days. */
  accessChanges(tenantId: string, days: Days, page: { limit: number; after: AccessChangeCursor | null }): Promise<AccessChangePage> {
    return this.#over(tenantId, days, (tx, span) => readAccessChanges(tx, tenantId, span, page));
  }

  /** One page of what snapshots changed, with who did it where logs tell, and how many changes there are of each type and list of entities. Inside the caller's transaction. */
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

  /** How many changes there are of each type. */
  countChanges(tenantId: string, filter: ChangeFilter): Promise<ChangeCount[]> {
    return this.ctx.db.tenant(tenantId, (tx) => countChanges(tx, tenantId, filter));
  }

  /**
   * Takes in what a source says now, with all that follows from it in other sources: readers see the old graph until the new one is whole.
   * @returns null where `publish` said that the import was overtaken
   */
  replaceSource(request: Omit<BuildRequest, 'evaluateAnew'>): Promise<SnapshotResult | null> {
    return this.#build({ ...request, evaluateAnew: [] });
  }

  /**
   * Removes everything that ever came from a source, in the caller's transaction, and notes what depends on it. Call `followRemoval` once
   * that is committed.
   */
  async removeSource(tx: Tx, tenantId: string, source: GraphSource): Promise<void> {
    const said = offersOf(await readFacts(tx, { tenantId, ...source }));
    const dependents = await readDependents(tx, tenantId, [...said.keys()]);
    await deleteSourceRows(tx, tenantId, source.sourceUid);
    await markDue(
      tx,
      tenantId,
      dependents.filter((uid) => uid !== source.sourceUid),
    );
  }

  /** Queues what a removal left to do. */
  async followRemoval(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(RELINK_JOB, { tenantId }, { onceFor: 'relink' });
  }

  /** Queues again what a crash may have cut off before it was queued. */
  async resume(tenantId: string): Promise<void> {
    const due = await this.ctx.db.tenant(tenantId, (tx) => readDue(tx, tenantId));
    if (due.length > 0) await this.followRemoval(tenantId);
  }

  /** Policy documents by id, of the accounts asked for (none: of all), in the order of the ids; unknown ones are left out. */
  policies(tenantId: string, ids: readonly string[], accountIds: readonly string[]): Promise<PolicyText[]> {
    return this.ctx.db.tenant(tenantId, (tx) => readPolicyDocuments(tx, tenantId, ids, accountIds));
  }

  /** Policy documents as changes name them, of today or of earlier days; those that are not kept are left out. */
  documents(tenantId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    return this.ctx.db.tenant(tenantId, (tx) => readDocumentsByHash(tx, tenantId, hashes));
  }

  #over<R>(tenantId: string, { since, until }: Days, read: (tx: Tx, span: Span) => Promise<R>): Promise<R> {
    return this.ctx.db.tenant(tenantId, async (tx) => read(tx, await spanBetween(tx, tenantId, since, until)));
  }

  async #relink(tenantId: string): Promise<void> {
    const due = await this.ctx.db.tenant(tenantId, (tx) => readDue(tx, tenantId));
    if (due.length === 0) return;
    const result = await this.#build({
      tenantId,
      incoming: null,
      evaluateAnew: due,
      takenAt: new Date(),
      evaluating: async () => undefined,
      progress: async () => undefined,
      publish: async (tx) => {
        await clearDue(tx, tenantId, due);
        return true;
      },
    });
    this.ctx.log.info({ tenantId, written: result?.written, ended: result?.ended }, 'graph linked anew');
    this.ctx.events.publish({ tenantId, kind: 'snapshot' });
  }

  async #build(request: BuildRequest): Promise<SnapshotResult | null> {
    const { db } = this.ctx;
    const result = await buildSnapshot({ db, catalogue: this.catalogue, links: this.#links }, request);
    if (result?.snapshotId) await this.#statistics.noteChanges(result.changed);
    return result;
  }
}
