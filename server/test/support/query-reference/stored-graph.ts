import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../../src/platform/db/database';
import { ACCESS_WITH_GRANTS } from '../../../src/graph/store/grants';
import { PATHS_WITH_HOPS } from '../../../src/graph/store/hops';
import type { GraphTables } from '../../../src/graph/store/tables';

type Rows<T extends keyof GraphTables> = Selectable<GraphTables[T]>[];

/** A tenant's whole graph in memory, for answers by pairs. */
export interface StoredGraph {
  entities: Rows<'graph_entity'>;
  paths: (Rows<'graph_profile_class'>[number] & Pick<Rows<'graph_hops'>[number], 'hops'>)[];
  access: (Rows<'graph_access'>[number] & Pick<Rows<'graph_grants'>[number], 'via'>)[];
  policies: Rows<'graph_policy'>;
  edges: Rows<'graph_edge'>;
  usage: Rows<'graph_usage'>;
  events: Rows<'graph_event'>;
  sources: Rows<'graph_source'>;
  snapshots: Rows<'graph_snapshot'>;
  sets: Map<string, Record<string, string>>;
  accounts: { account_id: string; account_name: string }[];
}

export async function readStoredGraph(tx: Tx, tenantId: string): Promise<StoredGraph> {
  const all = async <T extends keyof GraphTables>(table: T): Promise<Rows<T>> =>
    (await sql<Rows<T>[number]>`select * from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(tx)).rows;
  const sets = await all('graph_action_set');
  const accounts = await sql<StoredGraph['accounts'][number]>`select account_id, account_name from source where tenant_id = ${tenantId}`.execute(tx);
  return {
    entities: await all('graph_entity'),
    paths: await pathsOf(tx, tenantId),
    access: await accessOf(tx, tenantId),
    policies: await all('graph_policy'),
    edges: await all('graph_edge'),
    usage: await all('graph_usage'),
    events: await all('graph_event'),
    sources: await all('graph_source'),
    snapshots: await all('graph_snapshot'),
    sets: new Map(sets.map(({ set_id: id, actions }) => [id, actions])),
    accounts: accounts.rows,
  };
}

async function pathsOf(tx: Tx, tenantId: string): Promise<StoredGraph['paths']> {
  return (await sql<StoredGraph['paths'][number]>`select * from ${PATHS_WITH_HOPS} p where p.tenant_id = ${tenantId}`.execute(tx)).rows;
}

async function accessOf(tx: Tx, tenantId: string): Promise<StoredGraph['access']> {
  return (await sql<StoredGraph['access'][number]>`select * from ${ACCESS_WITH_GRANTS} a where a.tenant_id = ${tenantId}`.execute(tx)).rows;
}

/** The rows of a graph by the values that the reference looks up. */
export interface GraphIndex {
  entitiesById: ReadonlyMap<string, StoredGraph['entities']>;
  entitiesByUri: ReadonlyMap<string, StoredGraph['entities']>;
  accessByPrincipalClass: ReadonlyMap<string, StoredGraph['access']>;
  pathsByProfile: ReadonlyMap<string, StoredGraph['paths']>;
  policiesById: ReadonlyMap<string, StoredGraph['policies']>;
  usageByIdentity: ReadonlyMap<string, StoredGraph['usage']>;
  eventsByIdentity: ReadonlyMap<string, StoredGraph['events']>;
  eventsBySession: ReadonlyMap<string, StoredGraph['events']>;
}

const indexes = new WeakMap<StoredGraph, GraphIndex>();

/** Returns the index of a graph, which is built once. */
export function indexOf(graph: StoredGraph): GraphIndex {
  const known = indexes.get(graph);
  if (known) return known;
  const index = {
    entitiesById: grouped(graph.entities, ({ native_id: id }) => id),
    entitiesByUri: grouped(graph.entities, ({ uri }) => uri),
    accessByPrincipalClass: grouped(graph.access, ({ pclass_id: id }) => id),
    pathsByProfile: grouped(graph.paths, ({ profile_id: id }) => id),
    policiesById: grouped(graph.policies, ({ policy_id: id }) => id),
    usageByIdentity: grouped(graph.usage, ({ identity_id: id }) => id),
    eventsByIdentity: grouped(graph.events, ({ identity_id: id }) => id),
    eventsBySession: grouped(graph.events, ({ session }) => session),
  };
  indexes.set(graph, index);
  return index;
}

export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}

const graphsBySnapshot = new WeakMap<StoredGraph, Map<number | null, StoredGraph>>();

/** Returns the graph as of a snapshot; null: now. Logs and snapshots are the same at any time. */
export function graphAt(graph: StoredGraph, snapshot: number | null): StoredGraph {
  const bySnapshot = graphsBySnapshot.get(graph) ?? new Map<number | null, StoredGraph>();
  graphsBySnapshot.set(graph, bySnapshot);
  const known = bySnapshot.get(snapshot) ?? select(graph, snapshot);
  bySnapshot.set(snapshot, known);
  return known;
}

function select(graph: StoredGraph, snapshot: number | null): StoredGraph {
  const holds = ({ valid_from: from, valid_to: to }: { valid_from: number; valid_to: number | null }): boolean =>
    snapshot === null ? to === null : Number(from) <= snapshot && (to === null || Number(to) > snapshot);
  return {
    ...graph,
    entities: graph.entities.filter(holds),
    paths: graph.paths.filter(holds),
    access: graph.access.filter(holds),
    policies: graph.policies.filter(holds),
    edges: graph.edges.filter(holds),
    usage: graph.usage.filter(holds),
  };
}

/** Returns the last snapshot of a day. */
export function snapshotOfDay({ snapshots }: StoredGraph, day: string): number {
  const then = snapshots.filter(({ state, taken_at: at }) => state !== 'staging' && new Date(at).toISOString().slice(0, 10) <= day);
  return Math.max(0, ...then.map(({ snapshot_id: id }) => Number(id)));
}
