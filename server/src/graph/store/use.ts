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
