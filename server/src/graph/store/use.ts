import { sql, type RawBuilder } from 'kysely';
import { UNKNOWN_STARTER } from '../engine/session-starters';
import { holdsAt, type Moment } from './validity';

/**
 * This file alone says whose use a row of usage is. Queries, counts and pages share it. An identity uses what it does itself. Through a role or
 * another identity it uses what the sessions did that it started. The sessions that an unknown user started may be its own.
 */

/** The names of entities with the alias `h` in logs: the native id, the e-mail address, and the unique id of an IAM user. */
const NAMES = sql`cross join lateral (values (h.native_id), (h.email_key), (h.attributes ->> 'userid')) l(name)`;

/**
 * Selects the identities by `uri` with each `name` that logs have for them. A group has the names of its direct members.
 * @param uri only the names of this identity; absent: of all
 */
export function namesInLogs({ tenantId, snapshotId }: Moment, uri?: RawBuilder<unknown>): RawBuilder<unknown> {
  const holds = (alias: string): RawBuilder<boolean> => holdsAt(alias, tenantId, snapshotId);
  const isWanted = (alias: string): RawBuilder<unknown> => (uri === undefined ? sql`true` : sql`${sql.ref(`${alias}.uri`)} = ${uri}`);
  return sql`
    select h.uri, l.name from graph_entity h ${NAMES} where ${holds('h')} and h.is_identity and l.name is not null and ${isWanted('h')}
    union
    select g.uri, coalesce(l.name, m.child_id) from graph_entity g
      join graph_edge m on m.parent_id = g.native_id and ${holds('m')} and m.kind = 'member_of'
      left join (graph_entity h ${NAMES}) on h.native_id = m.child_id and ${holds('h')} and h.is_identity and l.name is not null
      where ${holds('g')} and g.is_identity and g.type in ('GROUP', 'FEDERATED_GROUP') and ${isWanted('g')}`;
}

/**
 * Selects each actor (`acting_uri`) that an identity (`user_uri`) used since a moment: itself, or one whose sessions it started. It starts from the names in
 * the log, which are few beside all identities and their paths.
 * @param since ISO 8601
 */
export function usedActors({ tenantId, snapshotId }: Moment, since: string): RawBuilder<unknown> {
  const holds = (alias: string): RawBuilder<boolean> => holdsAt(alias, tenantId, snapshotId);
  const used = sql`${holds('u')} and u.count > 0 and u.last_at > ${since}`;
  const called = (name: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select n.name, h.uri, h.native_id from logged n join graph_entity h on ${name} = n.name where ${holds('h')} and h.is_identity`;
  return sql`
    with own as materialized (select distinct u.identity_id as name from graph_usage u where ${used}),
    started as materialized (
      select distinct u.identity_id as name, s.key as starter from graph_usage u cross join lateral jsonb_each(u.started_by) s
      where ${used} and s.value ->> 'at' > ${since}),
    logged as materialized (select name from own union select starter from started),
    direct as materialized (
      ${called(sql`h.native_id`)} union ${called(sql`h.email_key`)} union ${called(sql`h.attributes ->> 'userid'`)}),
    owners as materialized (
      select d.name, d.uri from direct d
      union
      select d.name, g.uri from (select name, native_id from direct union select name, name from logged) d
        join graph_edge m on m.child_id = d.native_id and ${holds('m')} and m.kind = 'member_of'
        join graph_entity g on g.native_id = m.parent_id and ${holds('g')} and g.is_identity and g.type in ('GROUP', 'FEDERATED_GROUP'))
    select a.uri as acting_uri, a.uri as user_uri from own o join owners a on a.name = o.name
    union
    select a.uri, b.uri from started o join owners a on a.name = o.name join owners b on b.name = o.starter`;
}

/**
 * Returns the time of the last allowed use in the usage row `u` by the sessions that somebody started; null: none.
 * @param names the names of the starter in logs, as an array
 */
export function startedUse(names: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select max(s.value ->> 'at') from jsonb_each(u.started_by) s where s.key = any(${names}))`;
}

/** Returns the time of the last allowed use in the usage row `u` by sessions of which nobody knows who started them; null: none. */
export function unattributedUse(): RawBuilder<string | null> {
  return sql<string | null>`(case when u.count = 0 then null when u.started_by = '{}' then u.last_at
    else u.started_by -> ${UNKNOWN_STARTER}::text ->> 'at' end)`;
}

/** Returns the time of the last use in sessions of the entity with this table alias of which nobody knows who started them; null: none. */
export function lastUnattributedUse(alias: string, { tenantId, snapshotId }: Moment): RawBuilder<string> {
  const names = ['native_id', 'email_key'].map((column) => sql.ref(`${alias}.${column}`));
  return sql<string>`(select max(${unattributedUse()}) from graph_usage u
    where ${holdsAt('u', tenantId, snapshotId)} and u.identity_id in (${sql.join(names)}))`;
}
