import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { changedResources, classesOfChangedResources, identitiesOfChanges } from '../../store/changed-rows';
import { atEither, begunWithin, endedWithin, holdsAt, isIn, type Span } from '../../store/validity';

/** Identities whose access may differ, with the profile they share at each end. */
export interface ProfilePair {
  /** Null: they do not exist then. */
  before: string | null;
  after: string | null;
  uris: string[];
}

/** Returns whether identities have another profile at the end, or are there at one end only. */
export function isReplaced({ before, after }: ProfilePair): boolean {
  return before !== after;
}

/** Returns the pairs of profiles of all identities whose access may differ between the ends of a span, by the first URI of each. */
export async function readProfiles(tx: Tx, tenantId: string, span: Span): Promise<ProfilePair[]> {
  const columns = ['tenant_id', 'uri', 'profile_id', 'is_identity', 'valid_from', 'valid_to'];
  const entities = atEither('graph_entity', columns, { tenantId, span, where: isIn('uri', sql`select uri from concerned`) });
  const { rows } = await sql<ProfilePair>`
    with concerned as materialized (${identitiesOfChanges(tenantId, span)})
    select c.before, c.after, array_agg(c.uri order by c.uri collate "C") uris
    from (
      select e.uri, max(e.profile_id) filter (where ${holdsAt('e', tenantId, span.since)}) before,
        max(e.profile_id) filter (where ${holdsAt('e', tenantId, span.until)}) as after
      from ${entities} e where e.is_identity group by e.uri) c
    where c.before is not null or c.after is not null
    group by c.before, c.after order by min(c.uri collate "C")`.execute(tx);
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
 * Compares the access of pairs of profiles, at both ends of the span in one pass. Where a profile stays, only classes of resources on changed paths, edges
 * or entities can differ, and the others are not joined; where another one takes its place, all of them are. Classes that differ are unfolded entirely, and
 * otherwise only resources that changed their class.
 */
export async function readDifferences(
  tx: Tx,
  tenantId: string,
  span: Span,
  profiles: readonly ProfilePair[],
  limit: number,
): Promise<RawDifference[]> {
  const { since, until } = span;
  const isWhole = profiles.some(isReplaced);
  const at = (alias: string) => sql`(${holdsAt(alias, tenantId, since)}) at_since, (${holdsAt(alias, tenantId, until)}) at_until`;
  const either = (alias: string) => sql`(${holdsAt(alias, tenantId, since)} or ${holdsAt(alias, tenantId, until)})`;
  const isCompared = sql`${isIn('a.pclass_id', sql`select distinct pclass_id from path`)} ${isWhole ? sql`` : sql`and a.class_id in (select class_id from candidate)`}`;
  const edge = sql`a.pclass_id, a.class_id, a.read_mode, a.write_mode, a.admin_mode, a.action_set, ${at('a')}`;
  const MODES_AND_SETS = ['r', 'w', 'd', 'sets'];
  const accessAt = (moment: string, suffix: string) => {
    const holds = sql`filter (where ${sql.ref(`p.${moment}`)} and ${sql.ref(`e.${moment}`)})`;
    const named = (name: string) => sql.ref(`${name}${suffix}`);
    return sql`
      max(e.read_mode) ${holds} ${named('r')}, max(e.write_mode) ${holds} ${named('w')}, max(e.admin_mode) ${holds} ${named('d')},
      array_agg(distinct e.action_set order by e.action_set) ${holds} ${named('sets')}, array_agg(distinct p.actor) ${holds} ${named('actors')}`;
  };
  const side = (profile: 'before' | 'after', suffix: string) => sql`
    select p.at, x.class_id, ${sql.join([...MODES_AND_SETS, 'actors'].map((name) => sql`${sql.ref(`x.${name}${suffix}`)} ${sql.ref(name)}`))}
    from pair p join access x on x.profile_id = ${sql.ref(`p.${profile}`)} where ${sql.ref(`x.sets${suffix}`)} is not null`;
  const compared = (alias: string) => sql.join(MODES_AND_SETS.map((name) => sql.ref(`${alias}.${name}`)));
  const resources = (moment: 'since' | 'until') => sql`
    select d.at, d.class_id, k.entity_id, ${sql.join(END_COLUMNS.map((name) => sql.ref(`k.${name}`)))}
    from class d join resource k on k.class_id = d.class_id and ${sql.ref(`k.at_${moment}`)} and (d.differs or k.is_moved)`;
  // The planner cannot estimate the common table expressions: it would look up each row of one in another, or merge them by their place only.
  await sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(tx);
  const { rows } = await sql<RawDifference>`
    with pair as materialized (
        select * from unnest(${profiles.map(({ before }) => before)}::text[], ${profiles.map(({ after }) => after)}::text[])
          with ordinality p (before, after, at)),
      held_path as materialized (
        select p.profile_id, p.pclass_id, p.hops_id, ${at('p')} from graph_profile_class p
        where ${isIn('p.profile_id', sql`select before from pair union select after from pair`)} and ${either('p')}),
      path as materialized (
        select p.profile_id, p.pclass_id, p.at_since, p.at_until, t.actor from held_path p join (
          select t.hops_id, t.hops -> -1 ->> 'uri' actor from graph_hops t
          where t.tenant_id = ${tenantId} and ${isIn('t.hops_id', sql`select hops_id from held_path`)}) t on t.hops_id = p.hops_id),
      changed_path as materialized (
        select pclass_id from path group by profile_id, pclass_id having bool_or(at_since) is distinct from bool_or(at_until)),
      begun as (select * from graph_access a where ${begunWithin('a', tenantId, span)}),
      ended as (select * from graph_access a where ${endedWithin('a', tenantId, span)}),
      candidate as materialized (
        select coalesce(b.class_id, e.class_id) class_id from begun b full join ended e on e.pclass_id = b.pclass_id and e.class_id = b.class_id
          where (b.read_mode, b.write_mode, b.admin_mode, b.action_set) is distinct from (e.read_mode, e.write_mode, e.admin_mode, e.action_set)
            and coalesce(b.pclass_id, e.pclass_id) in (select pclass_id from path)
        union select a.class_id from graph_access a
          where ${isIn('a.pclass_id', sql`select pclass_id from changed_path`)} and ${either('a')}
        union ${classesOfChangedResources(tenantId, span)}),
      edge as (
        select ${edge} from graph_access a
          where a.tenant_id = ${tenantId} and a.valid_to is null and a.valid_from <= ${until} and ${isCompared}
        union all
        select ${edge} from graph_access a
          where a.tenant_id = ${tenantId} and a.valid_to > ${since} and a.valid_from <= ${until} and ${isCompared}),
      access as materialized (
        select p.profile_id, e.class_id, ${accessAt('at_since', '0')}, ${accessAt('at_until', '1')}
        from path p join edge e on e.pclass_id = p.pclass_id group by p.profile_id, e.class_id),
      since as materialized (${side('before', '0')}), until as materialized (${side('after', '1')}),
      class as materialized (
        select at, class_id, (${compared('s')}) is distinct from (${compared('u')}) differs from since s full join until u using (at, class_id)),
      moved as materialized (${changedResources(tenantId, span)}),
      resource as materialized (
        select k.entity_id, k.class_id, ${sql.join(END_COLUMNS.map((name) => sql.ref(`k.${name}`)))}, ${at('k')}, k.uri in (select uri from moved) is_moved
        from graph_entity k
        where k.is_resource and ${either('k')}
          and k.class_id = any(array(
            select class_id from class where differs union select class_id from class where class_id in (${classesOfChangedResources(tenantId, span)}))))
    select f.at::int, ${entityOf('f')} resource, ${accessOf('s')} before, ${accessOf('u')} as after
    from (
      select coalesce(o.at, n.at) at, o.class_id old_class, n.class_id new_class,
        ${sql.join(END_COLUMNS.map((name) => sql`coalesce(${sql.ref(`n.${name}`)}, ${sql.ref(`o.${name}`)}) ${sql.ref(name)}`))}
      from (${resources('since')}) o
        full join (${resources('until')}) n on n.entity_id = o.entity_id and n.at = o.at
        left join since s on s.at = o.at and s.class_id = o.class_id
        left join until u on u.at = n.at and u.class_id = n.class_id
      where (${compared('s')}) is distinct from (${compared('u')})
      order by 1, name, uri limit ${limit}) f
      left join since s on s.at = f.at and s.class_id = f.old_class
      left join until u on u.at = f.at and u.class_id = f.new_class
    order by f.at, f.name, f.uri`.execute(tx);
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_mergejoin', 'on', true)`.execute(tx);
  return rows;
}

function entityOf(alias: string): RawBuilder<RawEntity> {
  return sql`jsonb_build_object(${sql.join(END_COLUMNS.flatMap((name) => [sql.lit(name), sql.ref(`${alias}.${name}`)]))})`;
}

function accessOf(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const modes = sql.join(['r', 'w', 'd'].map(column));
  return sql`case when ${column('class_id')} is not null then
    jsonb_build_object('modes', jsonb_build_array(${modes}), 'sets', to_jsonb(${column('sets')}), 'actors', to_jsonb(${column('actors')})) end`;
}
