import { sql, type RawBuilder } from 'kysely';
import { holdsAt, type Moment } from '../store/validity';

/**
 * Returns the beginning of a statement, which names as `joined` the direct memberships of entities and those of the groups above them, with the columns of
 * `graph_edge`. Memberships in groups that the graph lacks are left out.
 * @param uris of the entities
 */
export function withMemberships({ tenantId, snapshotId }: Moment, uris: readonly string[]): RawBuilder<unknown> {
  const isMembership = sql`g.kind = 'member_of' and g.parent_uri is not null and ${holdsAt('g', tenantId, snapshotId)}`;
  return sql`
    with recursive joined as (
      select g.child_uri, g.parent_uri, g.child_id, g.parent_id, g.source_uid from graph_edge g
      where ${isMembership} and g.child_uri = any(${sql.val([...uris])}::text[])
      union
      select g.child_uri, g.parent_uri, g.child_id, g.parent_id, g.source_uid from joined j join graph_edge g on g.child_uri = j.parent_uri and ${isMembership})`;
}
