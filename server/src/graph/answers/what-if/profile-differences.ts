import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { changedResources, identitiesOfChanges } from '../../store/changed-rows';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { begunWithin, endedWithin, holdsAt, type Span } from '../../store/validity';

/** Identities whose access may differ, with the profile they share at each end. */
export interface ProfilePair {
  /** Null: they do not exist then. */
  before: string | null;
  after: string | null;
  uris: string[];
}

/** Returns the pairs of profiles of all identities whose access may differ between the ends of a span, by the first URI of each. */
export async function readProfiles(tx: Tx, tenantId: string, span: Span): Promise<ProfilePair[]> {
  const { rows } = await sql<ProfilePair>`
    select o.profile_id before, n.profile_id after, array_agg(c.uri order by c.uri collate "C") uris
    from (${identitiesOfChanges(tenantId, span)}) c
      left join graph_entity o on o.uri = c.uri and o.is_identity and ${holdsAt('o', tenantId, span.since)}
      left join graph_entity n on n.uri = c.uri and n.is_identity and ${holdsAt('n', tenantId, span.until)}
    where o.profile_id is not null or n.profile_id is not null
    group by o.profile_id, n.profile_id order by min(c.uri collate "C")`.execute(tx);
  return rows;
}

export interface RawAccess {
  modes: [number, number, number];
  sets: string[];
  /** Null stands for the identity itself. */
  actors: (string | null)[];
}

/** The access to a resource that differs for all identities of a pair of profiles. */
export interface RawDifference {
  /** The place of the pair of profiles, from 1. */
  at: number;
  resource: RawEntity;
  before: RawAccess | null;
  after: RawAccess | null;
}

export interface RawEntity {
  uri: string;
  type: string;
  name: string;
  account_id: string;
  native_id: string;
  source_uid: string;
}

/** Columns of an entity that describe the end of a pair. */
export const END_COLUMNS = ['uri', 'type', 'name', 'account_id', 'native_id', 'source_uid'] as const satisfies (keyof RawEntity)[];

/**
 * Compares the access of pairs of profiles. Only classes of resources on changed paths, edges or entities can differ for a profile that stays, so that the
 * work does not depend on how much else it reaches; all classes are compared where the profile is another one. Classes that differ are unfolded entirely,
 * and otherwise only resources that changed their class.
 */
export async function readDifferences(
  tx: Tx,
  tenantId: string,
  span: Span,
  profiles: readonly ProfilePair[],
  limit: number,
): Promise<RawDifference[]> {
  const { since, until } = span;
  const path = (alias: string, snapshot: number) => holdsAt(alias, tenantId, snapshot);
  const changed = (alias: string) => sql`((${endedWithin(alias, tenantId, span)}) or (${begunWithin(alias, tenantId, span)}))`;
  const cells = (snapshot: number) => sql`
    select p.profile_id, a.class_id from changed_path p join graph_access a on a.pclass_id = p.pclass_id and ${path('a', snapshot)}
    union select p.profile_id, a.class_id from changed_edge a
      join graph_profile_class p on p.pclass_id = a.pclass_id and p.profile_id in (select profile_id from compared) and ${path('p', snapshot)}
    union select p.profile_id, a.class_id from moved a
      join graph_profile_class p on p.pclass_id = a.pclass_id and p.profile_id in (select profile_id from compared) and ${path('p', snapshot)}
    union select p.profile_id, a.class_id from replaced r
      join graph_profile_class p on p.profile_id = r.profile_id and ${path('p', snapshot)}
      join graph_access a on a.pclass_id = p.pclass_id and ${path('a', snapshot)}`;
  const accessAt = (snapshot: number) => sql`
    select c.profile_id, c.class_id, max(a.read_mode) r, max(a.write_mode) w, max(a.admin_mode) d,
      array_agg(distinct a.action_set order by a.action_set) sets, array_agg(distinct p.hops -> -1 ->> 'uri') actors
    from cell c join ${PATHS_WITH_HOPS} p on p.profile_id = c.profile_id and ${path('p', snapshot)}
      join graph_access a on a.pclass_id = p.pclass_id and a.class_id = c.class_id and ${path('a', snapshot)}
    group by c.profile_id, c.class_id`;
  const resources = (snapshot: number) => sql`
    select d.at, k.entity_id, k.class_id, ${sql.join(END_COLUMNS.map((name) => sql.ref(`k.${name}`)))}
    from compared_class d join graph_entity k on k.class_id = d.class_id and k.is_resource and ${path('k', snapshot)}
    where d.differs or k.uri in (select uri from changed_resource)`;
  const isDifferent = sql`(s.r, s.w, s.d, s.sets) is distinct from (u.r, u.w, u.d, u.sets)`;
  const { rows } = await sql<RawDifference>`
    with pair as materialized (
        select * from unnest(${profiles.map(({ before }) => before)}::text[], ${profiles.map(({ after }) => after)}::text[]) with ordinality p (before, after, at)),
      compared as materialized (select before profile_id from pair where before is not null union select after from pair where after is not null),
      replaced as materialized (
        select before profile_id from pair where before is not null and before is distinct from after
        union select after from pair where after is not null and before is distinct from after),
      changed_path as materialized (
        select distinct p.profile_id, p.pclass_id from graph_profile_class p
        where p.profile_id in (select profile_id from compared) and ${changed('p')}),
      changed_edge as materialized (select distinct a.pclass_id, a.class_id from graph_access a where ${changed('a')}),
      changed_resource as materialized (${changedResources(tenantId, span)}),
      moved as materialized (
        select distinct a.pclass_id, a.class_id from graph_entity k join changed_resource t on t.uri = k.uri
          join graph_access a on a.class_id = k.class_id and (${path('a', since)} or ${path('a', until)})
        where (${path('k', since)} or ${path('k', until)})),
      cell as materialized (${cells(since)} union ${cells(until)}),
      since as materialized (${accessAt(since)}), until as materialized (${accessAt(until)}),
      compared_class as materialized (
        select distinct p.at, c.class_id, ${isDifferent} differs
        from pair p join cell c on c.profile_id in (p.before, p.after)
          left join since s on s.profile_id = p.before and s.class_id = c.class_id
          left join until u on u.profile_id = p.after and u.class_id = c.class_id
        where s.class_id is not null or u.class_id is not null)
    select p.at::int, ${entityOf('n', 'o')} resource, ${accessOf('s')} before, ${accessOf('u')} after
    from (${resources(since)}) o
      full join (${resources(until)}) n on n.entity_id = o.entity_id and n.at = o.at
      join pair p on p.at = coalesce(o.at, n.at)
      left join since s on s.profile_id = p.before and s.class_id = o.class_id
      left join until u on u.profile_id = p.after and u.class_id = n.class_id
    where ${isDifferent}
    order by p.at, coalesce(n.name, o.name), coalesce(n.uri, o.uri) limit ${limit}`.execute(tx);
  return rows;
}

/** Selects the entity of the first of two rows that there is. */
function entityOf(alias: string, other: string): RawBuilder<RawEntity> {
  const fields = (from: string) => sql.join(END_COLUMNS.flatMap((name) => [sql.lit(name), sql.ref(`${from}.${name}`)]));
  return sql`case when ${sql.ref(`${alias}.uri`)} is null then jsonb_build_object(${fields(other)}) else jsonb_build_object(${fields(alias)}) end`;
}

function accessOf(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const modes = sql.join(['r', 'w', 'd'].map(column));
  return sql`case when ${column('class_id')} is not null then
    jsonb_build_object('modes', jsonb_build_array(${modes}), 'sets', to_jsonb(${column('sets')}), 'actors', to_jsonb(${column('actors')})) end`;
}
