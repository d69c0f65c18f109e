import { sql } from 'kysely';
import type { Tx } from '../../../server/src/platform/db/database';
import { ACCESS_WITH_GRANTS } from '../../../server/src/graph/store/grants';
import { PATHS_WITH_HOPS } from '../../../server/src/graph/store/hops';

export interface MemoryEntity {
  id: string;
  name: string;
  type: string;
  account: string;
  uri: string;
  native: string;
  email: string;
  created: string;
  source: string;
  acts: boolean;
  profile: string;
  class: string;
}

export interface MemoryPath {
  edgeClass: string;
  hops: { type: string; uri: string }[];
  young: boolean;
}

export interface MemoryEdge {
  class: string;
  source: string;
  modes: readonly [read: number, write: number, admin: number];
  /** Some grant of the edge allows writing. */
  writes: boolean;
  /** Some grant of the edge is not through a group. */
  direct: boolean;
  actions: string;
  young: boolean;
}

/** The current graph of one tenant in maps: a simple program with everything in memory, as the reference. */
export interface MemoryGraph {
  /** Sorted by name, like results. */
  entities: MemoryEntity[];
  byUri: Map<string, MemoryEntity>;
  /** Resources by class, sorted by name. */
  members: Map<string, MemoryEntity[]>;
  /** By profile. */
  paths: Map<string, MemoryPath[]>;
  /** By class of principals. */
  edges: Map<string, MemoryEdge[]>;
  /** Returns the ids of the action sets with an action. */
  setsWith: (action: string) => Set<string>;
  /** Last use: `identity resource` -> ISO 8601. */
  uses: Map<string, string>;
  /** By source: the first day of its log, and the kinds (with types) that the log does not cover. */
  logs: Map<string, { since: string; silent: Set<string> }>;
  /** Members by the provider's id of the group. */
  groups: Map<string, string[]>;
  /** Ids of the connected accounts. */
  connected: Set<string>;
}

/** Reads the graph of a tenant. @param days entries from a snapshot younger than this are `young`, except those of a source's first snapshot */
export async function readMemoryGraph(tx: Tx, tenantId: string, days: number): Promise<MemoryGraph> {
  const entities = await rowsOf<Omit<MemoryEntity, 'acts'> & { acts: boolean; resource: boolean }>(
    tx,
    sql`select entity_id id, name, type, account_id account, uri, native_id native, coalesce(lower(attributes ->> 'email'), '') email,
          coalesce(left(attributes ->> 'created', 10), '') created, source_uid source, is_identity acts, is_resource resource,
          coalesce(profile_id, '') profile, coalesce(class_id, '') as class
        from graph_entity where tenant_id = ${tenantId} and valid_to is null order by name, entity_id`,
  );
  const young = await youngSnapshots(tx, tenantId, days);
  const paths = await rowsOf<{ profile: string; pclass: string; hops: { type: string; uri: string }[]; since: number }>(
    tx,
    sql`select profile_id profile, pclass_id pclass, hops, valid_from since from ${PATHS_WITH_HOPS} p where tenant_id = ${tenantId} and valid_to is null`,
  );
  const edges = await rowsOf<{
    pclass: string;
    class: string;
    source: string;
    r: number;
    w: number;
    a: number;
    writes: boolean;
    direct: boolean;
    actions: string;
    since: number;
  }>(
    tx,
    sql`select pclass_id pclass, class_id as class, source_uid source, read_mode r, write_mode w, admin_mode a,
          jsonb_path_exists(via, '$[*] ? (@.effect == "Allow" && @.kinds[*] == "WRITE")') writes,
          jsonb_path_exists(via, '$[*] ? (@.effect == "Allow" && @.kinds.size() > 0 && @.holder_type != "GROUP")') direct, action_set actions, valid_from since
        from ${ACCESS_WITH_GRANTS} a where tenant_id = ${tenantId} and valid_to is null`,
  );
  const sets = await rowsOf<{ id: string; actions: Record<string, string> }>(
    tx,
    sql`select set_id id, actions from graph_action_set where tenant_id = ${tenantId}`,
  );
  const uses = await rowsOf<Use>(
    tx,
    sql`select identity_id identity, of_account "ofAccount", resource_id resource, source_uid source, action, max(last_at) at from graph_usage
        where tenant_id = ${tenantId} and valid_to is null and count > 0 group by 1, 2, 3, 4, 5`,
  );
  const logs = await rowsOf<{ source: string; usage: { since: string; silent: string[] } }>(
    tx,
    sql`select source_uid source, usage from graph_source where tenant_id = ${tenantId} and usage is not null`,
  );
  const members = await rowsOf<{ child: string; parent: string }>(
    tx,
    sql`select child_id child, parent_id parent from graph_edge where tenant_id = ${tenantId} and valid_to is null and kind = 'member_of'`,
  );
  const connected = await rowsOf<{ id: string }>(tx, sql`select account_id id from source where tenant_id = ${tenantId}`);
  return {
    entities,
    byUri: new Map(entities.map((entity) => [entity.uri, entity])),
    members: grouped(
      entities.filter(({ resource }) => resource),
      (entity) => entity.class,
      (entity) => entity,
    ),
    paths: grouped(
      paths,
      ({ profile }) => profile,
      ({ pclass, hops, since }) => ({ edgeClass: pclass, hops, young: young.has(Number(since)) }),
    ),
    edges: grouped(
      edges,
      ({ pclass }) => pclass,
      ({ r, w, a, since, ...edge }) => ({ ...edge, modes: [r, w, a] as const, young: young.has(Number(since)) }),
    ),
    setsWith: (action) => new Set(sets.filter(({ actions }) => Object.hasOwn(actions, action)).map(({ id }) => id)),
    uses: usesOf(uses),
    logs: new Map(logs.map(({ source, usage }) => [source, { since: usage.since, silent: new Set(usage.silent) }])),
    groups: grouped(
      members,
      ({ parent }) => parent,
      ({ child }) => child,
    ),
    connected: new Set(connected.map(({ id }) => id)),
  };
}

interface Use {
  identity: string;
  ofAccount: boolean;
  resource: string;
  source: string;
  action: string;
  at: string;
}

function usesOf(rows: readonly Use[]): Map<string, string> {
  const uses = new Map<string, string>();
  for (const { identity, ofAccount, resource, source, action, at } of rows) {
    const named = resource !== '' ? [resource] : action.endsWith(':*') ? [`service ${action.split(':')[0]}`] : [];
    for (const on of [...named, ...(ofAccount ? [`source ${source}`] : [])]) {
      const key = `${identity} ${on}`;
      if ((uses.get(key) ?? '') < at) uses.set(key, at);
    }
  }
  return uses;
}

async function youngSnapshots(tx: Tx, tenantId: string, days: number): Promise<Set<number>> {
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`select n.snapshot_id id from graph_snapshot n where n.tenant_id = ${tenantId} and n.taken_at > now() - ${`${days} days`}::interval and exists (
          select 1 from graph_snapshot e where e.tenant_id = n.tenant_id and e.source_uid = n.source_uid and e.snapshot_id < n.snapshot_id and e.state <> 'staging')`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

async function rowsOf<T>(tx: Tx, query: ReturnType<typeof sql>): Promise<T[]> {
  return (await query.execute(tx)).rows as T[];
}

function grouped<T, V>(items: readonly T[], keyOf: (item: T) => string, valueOf: (item: T) => V): Map<string, V[]> {
  const groups = new Map<string, V[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(valueOf(item));
    else groups.set(key, [valueOf(item)]);
  }
  return groups;
}
