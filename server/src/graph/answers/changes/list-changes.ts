import { sql, type RawBuilder } from 'kysely';
import type { ChangeType } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { matchesAccount } from '../../../platform/http/account-filter';
import { isOneOf } from '../../../platform/db/is-one-of';

export interface ListedChange {
  type: ChangeType;
  /** When the snapshot that first showed the change was taken. */
  at: Date;
  /** The entity, or for a relation its dependent end. */
  uri: string;
  name: string;
  entityType: string;
  accountId: string;
  region: string;
  /** The other end and the kind of a relation; null when an entity itself changed. */
  relation: { kind: string; uri: string; name: string } | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface ChangeFilter {
  /** First and last day (YYYY-MM-DD, UTC), both included; null: no limit. */
  from: string | null;
  until: string | null;
  accountId: string | null;
  type: ChangeType | null;
  /** Part of a name or URI. */
  search: string;
  /** Only entities of this type; absent: all types. */
  entityType?: string;
  /** Only these entities; null: all. */
  uris: readonly string[] | null;
  /** Only changes that widen access. */
  widened?: boolean;
}

export const CHANGE_SORTS = { change_time: 'at', type: 'type', name: 'name', resource_type: 'entity_type', account_id: 'account_id' } as const;
export type ChangeSort = keyof typeof CHANGE_SORTS;

export interface ChangePage {
  sort: ChangeSort;
  ascending: boolean;
  offset: number;
  limit: number;
}

/** Attributes that follow usage and the passing of time. They alone make no change. */
const PASSING = ['lastused', 'keyage'];

/** The number of changes of a type, in total and for each list of entities. */
export interface ChangeCount {
  type: ChangeType;
  count: number;
  ofLists: number[];
}

/** Counts changes by type, regardless of the type filter. Types without changes are left out. */
export async function countChanges(
  tx: Tx,
  tenantId: string,
  filter: ChangeFilter,
  lists: readonly (readonly string[])[] = [],
): Promise<ChangeCount[]> {
  const ofLists = lists.map((uris) => sql`(count(*) filter (where ${isAbout(uris)}))::int`);
  const { rows } = await sql<{ type: ChangeType; count: number; of_lists: number[] }>`
    with ${changes(tenantId, filter)}
    select type, count(*)::int count, array[${sql.join(ofLists)}]::int[] of_lists
    from change where ${matches({ ...filter, type: null })} group by type order by type`.execute(tx);
  return rows.map(({ type, count, of_lists }) => ({ type, count, ofLists: of_lists }));
}

interface ChangeRow {
  type: ChangeType;
  at: Date | string;
  uri: string;
  name: string;
  entity_type: string;
  account_id: string;
  region: string;
  kind: string | null;
  parent_uri: string | null;
  parent_name: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Returns one page of changes. The first snapshot of a source counts as no change, because its history starts there. */
export async function listChanges(tx: Tx, tenantId: string, filter: ChangeFilter, page: ChangePage): Promise<ListedChange[]> {
  const direction = page.ascending ? sql`asc` : sql`desc`;
  const { rows } = await sql<ChangeRow>`
    with ${changes(tenantId, filter)}
    select * from change where ${matches(filter)}
    order by ${sql.ref(CHANGE_SORTS[page.sort])} ${direction}, at desc, type, uri, parent_uri offset ${page.offset} limit ${page.limit}`.execute(tx);
  return rows.map((row) => ({
    type: row.type,
    at: new Date(row.at),
    uri: row.uri,
    name: row.name,
    entityType: row.entity_type,
    accountId: row.account_id,
    region: row.region === '-' ? '' : row.region,
    relation: row.kind === null ? null : { kind: row.kind, uri: row.parent_uri ?? '', name: row.parent_name ?? '' },
    before: row.before,
    after: row.after,
  }));
}

/** Selects everything that snapshots of the period added or removed, as the table `change`. */
function changes(tenantId: string, { from, until }: ChangeFilter): RawBuilder<unknown> {
  const since = from === null ? sql`true` : sql`taken_at >= ${`${from}T00:00:00Z`}::timestamptz`;
  const before = until === null ? sql`true` : sql`taken_at < ${`${until}T00:00:00Z`}::timestamptz + interval '1 day'`;
  const own = sql`tenant_id = ${tenantId} and state <> 'staging'`;
  return sql`
    span as (select snapshot_id, max(taken_at) taken_at from graph_snapshot where ${own} and ${since} and ${before} group by 1),
    first as (select source_uid, min(snapshot_id) snapshot_id from graph_snapshot where ${own} group by source_uid),
    ${sides('entity', 'graph_entity', tenantId)},
    ${sides('edge', 'graph_edge', tenantId)},
    ${sides('policy', 'graph_policy', tenantId)},
    change as materialized (
      select ${kindOf('NODE')} "type", coalesce(n.at, o.at) "at", coalesce(n.uri, o.uri) uri, coalesce(n.name, o.name) "name",
        coalesce(n.type, o.type) entity_type, coalesce(n.account_id, o.account_id) account_id, coalesce(n.region, o.region) region,
        null::text kind, null::text parent_uri, null::text parent_name, ${described('o')} "before", ${described('n')} "after"
      from entity_begun n full join entity_ended o on n.entity_id = o.entity_id and n.at_snapshot = o.at_snapshot
      where case when o.uri is null then not n.is_first and not ${isSameScope('n', tenantId)}
        when n.uri is null then not o.is_first and not ${isSameScope('o', tenantId)} else ${described('o')} is distinct from ${described('n')} end
      union all
      select ${kindOf('EDGE')}, coalesce(n.at, o.at), ${endOf('child_uri', tenantId)}, coalesce(n.kind, o.kind), coalesce(n.parent_uri, o.parent_uri),
        ${nameOf(sql`coalesce(n.parent_uri, o.parent_uri)`, tenantId)}, o.detail, n.detail
      from edge_begun n full join edge_ended o
        on n.source_uid = o.source_uid and n.child_id = o.child_id and n.parent_id = o.parent_id and n.kind = o.kind and n.at_snapshot = o.at_snapshot
      where coalesce(n.child_uri, o.child_uri) is not null and coalesce(n.parent_uri, o.parent_uri) is not null and o.detail is distinct from n.detail
      union all
      select ${kindOf('EDGE')}, coalesce(n.at, o.at), ${endOf('holder_uri', tenantId)}, 'holds', coalesce(n.uri, o.uri), coalesce(n.name, o.name), ${document('o')}, ${document('n')}
      from policy_begun n full join policy_ended o
        on n.source_uid = o.source_uid and n.policy_id = o.policy_id and n.kind = o.kind and n.holder_id = o.holder_id and n.at_snapshot = o.at_snapshot
      where coalesce(n.holder_uri, o.holder_uri) is not null and o.hash is distinct from n.hash
    )`;
}

/**
 * Selects the rows that snapshots of the period began or ended, except the first snapshot of each source. Scopes are kept here: a scope of
 * several sources may pass from one source to a new one without any change.
 */
function sides(name: string, table: 'graph_entity' | 'graph_edge' | 'graph_policy', tenantId: string): RawBuilder<unknown> {
  const side = (column: 'valid_from' | 'valid_to'): RawBuilder<unknown> => sql`
    select r.*, s.snapshot_id at_snapshot, s.taken_at "at", f.source_uid is not null is_first
    from ${sql.table(table)} r join span s on s.snapshot_id = ${sql.ref(`r.${column}`)}
    left join first f on f.source_uid = r.source_uid and f.snapshot_id = s.snapshot_id
    where r.tenant_id = ${tenantId} and ${table === 'graph_entity' ? sql`(f.source_uid is null or r.type = 'SCOPE')` : sql`f.source_uid is null`}`;
  return sql`${sql.raw(`${name}_begun`)} as (${side('valid_from')}), ${sql.raw(`${name}_ended`)} as (${side('valid_to')})`;
}

/**
 * Returns whether an added scope existed before, or a removed one still exists, under another key. Scopes used to be one entity per source
 * before all sources shared one. AWS is left out, because each account lists its own.
 */
function isSameScope(alias: 'n' | 'o', tenantId: string): RawBuilder<boolean> {
  const of = (column: string): RawBuilder<unknown> => sql`${sql.ref(`${alias}.${column}`)}`;
  const [begun, held] =
    alias === 'n'
      ? [sql`r.valid_from < ${of('at_snapshot')}`, sql`r.valid_to >= ${of('at_snapshot')}`]
      : [sql`r.valid_from <= ${of('at_snapshot')}`, sql`r.valid_to > ${of('at_snapshot')}`];
  return sql<boolean>`(${of('type')} = 'SCOPE' and ${of('cloud_type')} <> 'AWS' and exists (
    select 1 from graph_entity r where r.tenant_id = ${tenantId} and r.type = 'SCOPE' and r.native_id = ${of('native_id')}
      and r.cloud_type = ${of('cloud_type')} and r.entity_id <> ${of('entity_id')} and ${begun} and (r.valid_to is null or ${held})))`;
}

function kindOf(prefix: 'NODE' | 'EDGE'): RawBuilder<string> {
  const [there, gone] = prefix === 'NODE' ? [sql`n.uri`, sql`o.uri`] : [sql`n.source_uid`, sql`o.source_uid`];
  return sql`case when ${gone} is null then ${`${prefix}_ADD`}::text when ${there} is null then ${`${prefix}_DEL`}::text else ${`${prefix}_MODIFY`}::text end`;
}

/** The compared attributes of an entity, before and after; null when it did not exist. */
function described(alias: 'n' | 'o'): RawBuilder<unknown> {
  const of = (column: string): RawBuilder<unknown> => sql`${sql.ref(`${alias}.${column}`)}`;
  return sql`(case when ${of('uri')} is not null then
    jsonb_build_object('name', ${of('name')}, 'type', ${of('type')}, 'region', ${of('region')}, 'account', ${of('account_id')}) || (${of('attributes')} - ${PASSING}::text[]) end)`;
}

/** A policy as attached, with the hash of its document. */
function document(alias: 'n' | 'o'): RawBuilder<unknown> {
  const of = (column: string): RawBuilder<unknown> => sql`${sql.ref(`${alias}.${column}`)}`;
  return sql`(case when ${of('hash')} is not null then jsonb_build_object('policy', ${of('name')}, 'kind', ${of('kind')}, 'document', ${of('hash')}) end)`;
}

/** URI, name, type, account and region of the end of a relation. */
function endOf(column: 'child_uri' | 'holder_uri', tenantId: string): RawBuilder<unknown> {
  const uri = sql`coalesce(${sql.ref(`n.${column}`)}, ${sql.ref(`o.${column}`)})`;
  return sql`${uri}, ${nameOf(uri, tenantId)}, split_part(${uri}, ':', 5), split_part(${uri}, ':', 3), split_part(${uri}, ':', 4)`;
}

/** The name of an entity in the graph, or the last part of the URI of one that is gone. */
function nameOf(uri: RawBuilder<unknown>, tenantId: string): RawBuilder<string> {
  return sql<string>`coalesce(
    (select e.name from graph_entity e where e.tenant_id = ${tenantId} and e.uri = ${uri} and e.valid_to is null limit 1),
    replace(regexp_replace(${uri}, '^(?:[^:]*:){5}', ''), '%3A', ':'))`;
}

/** Policies that only take access away. */
const LIMITS = ['boundary', 'scp', 'rcp', 'vpc_endpoint', 'azure_deny_assignment', 'gcp_deny_policy', 'gcp_boundary'];

/** Policies that say nothing about access by themselves. */
const DEFINITIONS = ['azure_role_definition', 'gcp_role'];

/**
 * Selects changes that widen access: a new grant, membership or assumable role, a removed limit, and an entity that became public or privileged or
 * lost its boundary. A new version of a policy counts, because it may give more.
 */
function widensAccess(): RawBuilder<boolean> {
  const policyKind = sql`coalesce("after" ->> 'kind', "before" ->> 'kind', '')`;
  const became = (attribute: string, value: string): RawBuilder<boolean> =>
    sql<boolean>`(coalesce("after" ->> ${sql.lit(attribute)}, '') = ${sql.lit(value)} and coalesce("before" ->> ${sql.lit(attribute)}, '') <> ${sql.lit(value)})`;
  return sql<boolean>`(case
    when type = 'EDGE_ADD' and kind in ('member_of', 'can_become', 'runs_as') then true
    when type in ('EDGE_ADD', 'EDGE_MODIFY') and kind = 'holds' then ${policyKind} not in (${sql.join([...LIMITS, ...DEFINITIONS])})
    when type = 'EDGE_MODIFY' then kind = 'can_become'
    when type = 'EDGE_DEL' and kind = 'holds' then ${policyKind} in (${sql.join(LIMITS)})
    when type = 'NODE_MODIFY' then ${became('public', 'true')} or ${became('privileged', 'true')} or ${became('boundary', 'false')}
    else false end)`;
}

function matches({ accountId, type, search, entityType, uris, widened = false }: ChangeFilter): RawBuilder<boolean> {
  const conditions = [
    accountId === null ? sql<boolean>`true` : matchesAccount(sql`account_id`, accountId),
    type === null ? sql<boolean>`true` : sql<boolean>`type = ${type}`,
    search === ''
      ? sql<boolean>`true`
      : sql<boolean>`position(lower(${search}) in lower(concat_ws(' ', name, uri, parent_name, parent_uri, entity_type))) > 0`,
    entityType === undefined ? sql<boolean>`true` : sql<boolean>`entity_type = ${entityType}`,
    uris === null ? sql<boolean>`true` : isAbout(uris),
    ...(widened ? [widensAccess()] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Returns whether a change concerns one of these entities or a relation of one. */
function isAbout(uris: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${isOneOf('uri', uris)} or ${isOneOf('parent_uri', uris)})`;
}
