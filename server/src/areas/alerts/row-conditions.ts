import { sql, type RawBuilder } from 'kysely';

/** Returns whether a row has one of some ids of alerts. As one parameter, any number of ids makes the same statement. */
export function isListed(alertIds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`alert_id in (select jsonb_array_elements_text(${JSON.stringify(alertIds)}::jsonb))`;
}

/** Returns whether the subject or a resource of a row of `alert` is one of some entities. */
export function isAbout(tenantId: string, uris: Iterable<string>): RawBuilder<boolean> {
  const listed = sql`(select jsonb_array_elements_text(${JSON.stringify([...uris])}::jsonb))`;
  return sql<boolean>`
    (alert.subject_uri in ${listed}
      or alert.alert_id in (select o.alert_id from alert_object o where o.tenant_id = ${tenantId} and o.object_uri in ${listed}))`;
}
