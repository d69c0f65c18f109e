import { sql, type RawBuilder } from 'kysely';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import type { PersonLink } from '../engine/link-people';

/**
 * Returns whether the entity with this alias is an account of a person.
 * @param condition on the person `o`, with `name`, `email` and `person_id`; absent: any person
 */
export function isAccountOfPerson(alias: string, tenantId: string, condition: RawBuilder<boolean> = sql<boolean>`true`): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.uri`)} in (select o.uri from graph_person o where o.tenant_id = ${tenantId} and ${condition})`;
}

/** Replaces the people of a tenant. Only accounts with changes are written. */
export async function replacePeople(tx: Tx, tenantId: string, links: readonly PersonLink[]): Promise<void> {
  const stored = await tx
    .selectFrom('graph_person')
    .select(['uri', 'person_id', 'name', 'email', 'evidence'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const before = new Map(stored.map(({ uri, ...row }) => [uri, textOf({ ...row, personId: row.person_id })]));
  const changed = links.filter((link) => before.get(link.uri) !== textOf(link));
  const kept = new Set(links.map(({ uri }) => uri));
  const outdated = [...[...before.keys()].filter((uri) => !kept.has(uri)), ...changed.map(({ uri }) => uri)];
  for (let start = 0; start < outdated.length; start += CHUNK) {
    await tx
      .deleteFrom('graph_person')
      .where('tenant_id', '=', tenantId)
      .where('uri', 'in', outdated.slice(start, start + CHUNK))
      .execute();
  }
  const rows = changed.map(({ uri, personId, name, email, evidence }) => ({ tenant_id: tenantId, uri, person_id: personId, name, email, evidence }));
  await bulkInsert(tx, 'graph_person', rows as never);
}

/** Entities per statement. */
const CHUNK = 5000;

function textOf({ personId, name, email, evidence }: Omit<PersonLink, 'uri'>): string {
  return JSON.stringify([personId, name, email, evidence]);
}
