import { sql, type RawBuilder } from 'kysely';
import { begunWithin, endedWithin, holdsAt, type Span } from './validity';

/**
 * URIs of identities whose access may be another at the end of a span, as a query: their profile is another, leads other ways, or the access
 * of a class on one of its ways changed. Each pair whose access is another has its identity here or its resource in `touchedResources`.
 */
export function changedIdentities(tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  const { since, until } = span;
  return sql`
    with way as (
      select p.profile_id from graph_profile_class p where ${endedWithin('p', tenantId, span)}
      union select p.profile_id from graph_profile_class p where ${begunWithin('p', tenantId, span)}
    ), edge as (
      select a.pclass_id from graph_access a where ${endedWithin('a', tenantId, span)}
      union select a.pclass_id from graph_access a where ${begunWithin('a', tenantId, span)}
    ), profile as (
      select profile_id from way
      union select p.profile_id from graph_profile_class p join edge using (pclass_id) where ${holdsAt('p', tenantId, since)}
      union select p.profile_id from graph_profile_class p join edge using (pclass_id) where ${holdsAt('p', tenantId, until)}
    )
    select e.uri from graph_entity e join profile using (profile_id) where ${holdsAt('e', tenantId, since)}
    union select e.uri from graph_entity e join profile using (profile_id) where ${holdsAt('e', tenantId, until)}
    union ${moved('profile_id', tenantId, span)}`;
}

/** URIs of resources that are in another class at the end of a span, or came, or went, as a query. */
export function changedResources(tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  return moved('class_id', tenantId, span);
}

/** Entities that have another value in a column, with those that came and went with one. */
function moved(column: 'profile_id' | 'class_id', tenantId: string, span: Span): RawBuilder<{ uri: string }> {
  const value = sql.ref(column);
  return sql`
    select coalesce(o.uri, n.uri) uri
    from (select entity_id, uri, ${value} from graph_entity o where ${endedWithin('o', tenantId, span)}) o
    full join (select entity_id, uri, ${value} from graph_entity n where ${begunWithin('n', tenantId, span)}) n using (entity_id)
    where o.${value} is distinct from n.${value}`;
}
