import { sql, type RawBuilder } from 'kysely';
import { isOneOf } from '../../platform/db/is-one-of';

/** Returns whether the subject or a resource of a row of `alert` is one of some entities. */
export function isAbout(tenantId: string, uris: Iterable<string>): RawBuilder<boolean> {
  const listed = [...uris];
  return sql<boolean>`
    (${isOneOf('alert.subject_uri', listed)}
      or alert.alert_id in (select o.alert_id from alert_object o where o.tenant_id = ${tenantId} and ${isOneOf('o.object_uri', listed)}))`;
}
