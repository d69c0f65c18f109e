import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { atEither, begunWithin, endedWithin, isIn, type Span } from './validity';

/**
 * Selects the URIs of identities whose access may differ at the end of a span: the profile, its paths, or an edge of a principal class on
 * them changed. Every pair with changed access has its identity here or its resource in `changedResources`.
 */
export function changedIdentities(tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  return sql`
    with profile as materialized (${changedProfiles(tenantId, span)})
    select e.uri from ${atEither('graph_entity', ['uri'], { tenantId, span, where: isIn('profile_id', sql`select profile_id from profile`) })} e
    union ${moved('profile_id', tenantId, span)}`;
}

/** Selects the profiles whose paths, or an edge of a principal class on them, changed. */
function changedProfiles(tenantId: string, span: Span): RawBuilder<{ profile_id: string }> {
  return sql`
    with edge as (
      select a.pclass_id from graph_access a where ${endedWithin('a', tenantId, span)}
      union select a.pclass_id from graph_access a where ${begunWithin('a', tenantId, span)}
    )
    select p.profile_id from graph_profile_class p where ${endedWithin('p', tenantId, span)}
    union select p.profile_id from graph_profile_class p where ${begunWithin('p', tenantId, span)}
    union select p.profile_id from ${atEither('graph_profile_class', ['profile_id'], { tenantId, span, where: isIn('pclass_id', sql`select pclass_id from edge`) })} p`;
}

/** Columns of an entity that the answers about others read. */
const READ_BY_OTHERS = ['name', 'type', 'account_id', 'region', 'native_id', 'email_key', 'is_identity', 'is_resource', 'class_id', 'attributes'];

/** The entities that may be the subject of other rows of an answer about access. */
export interface ChangedSubjects {
  /** Ids of identities whose access may differ, of entities that changed or that a changed edge joins, and of identities that reach or contain one of these. */
  ids: readonly string[];
  /** Entities have other facts, or policies differ, so that the rows of further subjects may differ where a query asks for the way. */
  onTheWay: boolean;
}

/** Returns the subjects of other rows at the end of a span; null: more than a number. */
export async function readChangedSubjects(tx: Tx, tenantId: string, span: Span, most: number): Promise<ChangedSubjects | null> {
  const { until } = span;
  const at = (table: string, column: string, where: RawBuilder<boolean>) => atEither(table, [column], { tenantId, span, where });
  const facts = (alias: string) => sql.join(READ_BY_OTHERS.map((name) => sql.ref(`${alias}.${name}`)));
  const changed = (table: string) => sql`
    select t.* from ${sql.table(table)} t where ${endedWithin('t', tenantId, span)}
    union all select t.* from ${sql.table(table)} t where ${begunWithin('t', tenantId, span)}`;
  const { rows } = await sql<{ ids: string[]; on_the_way: boolean }>`
    with profile as materialized (${changedProfiles(tenantId, span)}),
      entity as materialized (${changed('graph_entity')}),
      altered as materialized (
        select coalesce(o.uri, n.uri) uri, o.class_id old_class, n.class_id new_class
        from (select * from entity where valid_to is not null and valid_to <= ${until}) o
          full join (select * from entity where valid_to is null or valid_to > ${until}) n using (entity_id)
        where (${facts('o')}) is distinct from (${facts('n')})),
      class as materialized (select old_class class_id from altered union select new_class from altered),
      joined as materialized (
        select child_uri uri from (${changed('graph_edge')}) e union select parent_uri from (${changed('graph_edge')}) e
        union select g.parent_uri from ${at('graph_edge', 'parent_uri', isIn('child_uri', sql`select uri from altered`))} g),
      subject as (
        select e.entity_id from ${at('graph_entity', 'entity_id', isIn('profile_id', sql`select profile_id from profile`))} e
        union select entity_id from entity
        union select e.entity_id from ${at('graph_entity', 'entity_id', isIn('uri', sql`select uri from joined`))} e
        union select e.entity_id from (${reaching(sql`select class_id from class`, tenantId, span)}) e
        limit ${most + 1})
    select (select coalesce(array_agg(entity_id), '{}') from subject) ids,
      exists (select 1 from altered) or exists (select 1 from (${changed('graph_policy')}) p) on_the_way`.execute(tx);
  const [{ ids, on_the_way: onTheWay }] = rows as [{ ids: string[]; on_the_way: boolean }];
  return ids.length > most ? null : { ids, onTheWay };
}

/** Selects the URIs of resources that were added, removed or moved to another class over a span. */
export function changedResources(tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  return moved('class_id', tenantId, span);
}

/** Selects the classes of those resources at both ends of the span. */
export function classesOfChangedResources(tenantId: string, span: Span): RawBuilder<{ class_id: string }> {
  return sql`
    select r.class_id from (${changes('class_id', tenantId, span)}) c, lateral (values (c.before), (c.after)) r(class_id) where r.class_id is not null`;
}

/** Selects the URIs of all identities that a pair with changed access may have: those that changed, and those that reach the old or new class of a changed resource. */
export function identitiesOfChanges(tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  return sql`
    with class as materialized (${classesOfChangedResources(tenantId, span)}), identity as materialized (${changedIdentities(tenantId, span)})
    select uri from identity union select e.uri from (${reaching(sql`select class_id from class`, tenantId, span)}) e`;
}

/** Selects the identities with a path and an edge to one of some classes, each of them at either end of the span. */
function reaching(classes: RawBuilder<unknown>, tenantId: string, span: Span): RawBuilder<{ entity_id: string; uri: string }> {
  const at = (table: string, columns: string[], where: RawBuilder<boolean>) => atEither(table, columns, { tenantId, span, where });
  const edges = at('graph_access', ['pclass_id'], isIn('class_id', classes));
  const paths = at('graph_profile_class', ['profile_id'], isIn('pclass_id', sql`select pclass_id from ${edges} a`));
  return sql`select entity_id, uri from ${at('graph_entity', ['entity_id', 'uri'], isIn('profile_id', sql`select profile_id from ${paths} p`))} e`;
}

/** Selects the URIs of entities with another value in a column, including added and removed entities. */
function moved(column: 'profile_id' | 'class_id', tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  return sql`select c.uri from (${changes(column, tenantId, span)}) c`;
}

/** Selects the entities with another value in a column, with both values. */
function changes(
  column: 'profile_id' | 'class_id',
  tenantId: string,
  span: Span,
): RawBuilder<{ uri: string; before: string | null; after: string | null }> {
  const value = sql.ref(column);
  return sql`
    select coalesce(o.uri, n.uri) uri, o.${value} before, n.${value} as after
    from (select entity_id, uri, ${value} from graph_entity o where ${endedWithin('o', tenantId, span)}) o
    full join (select entity_id, uri, ${value} from graph_entity n where ${begunWithin('n', tenantId, span)}) n using (entity_id)
    where o.${value} is distinct from n.${value}`;
}
