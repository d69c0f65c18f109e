import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../../src/platform/db/database';
import type { GraphTables } from '../../../src/graph/store/tables';

type Rows<T extends keyof GraphTables> = Selectable<GraphTables[T]>[];

/** A tenant's whole graph in memory, for answers by pairs. */
export interface StoredGraph {
  entities: Rows<'graph_entity'>;
  ways: Rows<'graph_profile_class'>;
  access: Rows<'graph_access'>;
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
    ways: await all('graph_profile_class'),
    access: await all('graph_access'),
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

/** Returns the graph as of a snapshot; null: now. Logs and snapshots are the same at any time. */
export function graphAt(graph: StoredGraph, snapshot: number | null): StoredGraph {
  const holds = ({ valid_from: from, valid_to: to }: { valid_from: number; valid_to: number | null }): boolean =>
    snapshot === null ? to === null : Number(from) <= snapshot && (to === null || Number(to) > snapshot);
  return {
    ...graph,
    entities: graph.entities.filter(holds),
    ways: graph.ways.filter(holds),
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
