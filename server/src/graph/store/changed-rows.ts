import { sql, type RawBuilder } from 'kysely';
import { begunWithin, endedWithin, holdsAt, type Span } from './validity';

/**
 * Selects the URIs of identities whose access may differ at the end of a span: the profile, its paths, or an edge of a principal class on
 * them changed. Every pair with changed access has its identity here or its resource in `changedResources`.
 */
export function changedIdentities(tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  const { since, until } = span;
  return sql`
    with changed_path as (
      select p.profile_id from graph_profile_class p where ${endedWithin('p', tenantId, span)}
      union select p.profile_id from graph_profile_class p where ${begunWithin('p', tenantId, span)}
    ), edge as (
      select a.pclass_id from graph_access a where ${endedWithin('a', tenantId, span)}
      union select a.pclass_id from graph_access a where ${begunWithin('a', tenantId, span)}
    ), profile as (
      select profile_id from changed_path
      union select p.profile_id from graph_profile_class p join edge using (pclass_id) where ${holdsAt('p', tenantId, since)}
      union select p.profile_id from graph_profile_class p join edge using (pclass_id) where ${holdsAt('p', tenantId, until)}
    )
    select e.uri from graph_entity e join profile using (profile_id) where ${holdsAt('e', tenantId, since)}
    union select e.uri from graph_entity e join profile using (profile_id) where ${holdsAt('e', tenantId, until)}
    union ${moved('profile_id', tenantId, span)}`;
}

/** Selects the URIs of resources that were added, removed or moved to another class over a span. */
export function changedResources(tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  return moved('class_id', tenantId, span);
}

/** Selects the URIs of all identities that a pair with changed access may have: those that changed, and those that reach the old or new class of a changed resource. */
export function identitiesOfChanges(tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  const reaching = (snapshot: number): RawBuilder<unknown> => sql`
    select e.uri from graph_entity e
      join graph_profile_class p on p.profile_id = e.profile_id and ${holdsAt('p', tenantId, snapshot)}
      join graph_access a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, snapshot)}
    where ${holdsAt('e', tenantId, snapshot)} and a.class_id in (
      select k.class_id from graph_entity k where ${holdsAt('k', tenantId, snapshot)} and k.class_id is not null and k.uri in (select uri from resource))`;
  return sql`
    with resource as materialized (${changedResources(tenantId, span)}), identity as materialized (${changedIdentities(tenantId, span)})
    select uri from identity union ${reaching(span.since)} union ${reaching(span.until)}`;
}

/** Selects the entities with another value in a column, including added and removed entities. */
function moved(column: 'profile_id' | 'class_id', tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  const value = sql.ref(column);
  return sql`
    select coalesce(o.uri, n.uri) uri
    from (select entity_id, uri, ${value} from graph_entity o where ${endedWithin('o', tenantId, span)}) o
    full join (select entity_id, uri, ${value} from graph_entity n where ${begunWithin('n', tenantId, span)}) n using (entity_id)
    where o.${value} is distinct from n.${value}`;
}
