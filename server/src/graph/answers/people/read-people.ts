import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { matchesAccount } from '../../../platform/http/account-filter';
import { isOneOf } from '../../../platform/db/is-one-of';
import type { PersonLink, UserAccount } from '../../engine/link-people';
import { toEntity } from '../../store/read-facts';
import { holdsAt } from '../../store/validity';

/** A person with the accounts. */
export interface StoredPerson extends Pick<PersonLink, 'personId' | 'name' | 'email'> {
  accounts: (UserAccount & Pick<PersonLink, 'evidence'>)[];
}

interface PeopleFilter {
  /** Null: all accounts. */
  accountId: string | null;
  /** Part of the name or the e-mail address, in any case. */
  search: string;
}

/** Returns a page of people by name, and their number. With an account filter, those with an account there. */
export async function listPeople(
  tx: Tx,
  tenantId: string,
  { accountId, search, limit, offset }: PeopleFilter & { limit: number; offset: number },
): Promise<{ people: StoredPerson[]; total: number }> {
  const wanted = search.trim().toLowerCase();
  const isFound = wanted === '' ? sql`true` : sql`(position(${wanted} in lower(o.name)) > 0 or position(${wanted} in o.email) > 0)`;
  const isThere = accountId === null ? sql`true` : matchesAccount(sql`e.account_id`, accountId);
  const { rows } = await sql<{ person_id: string; total: number }>`
    select o.person_id, (count(*) over ())::int total from graph_person o
      join graph_entity e on e.uri = o.uri and ${holdsAt('e', tenantId, null)}
    where o.tenant_id = ${tenantId} and ${isFound} and ${isThere}
    group by o.person_id order by min(lower(o.name)), o.person_id limit ${limit} offset ${offset}`.execute(tx);
  const people = await readPeople(
    tx,
    tenantId,
    rows.map(({ person_id: id }) => id),
  );
  return { people, total: rows[0]?.total ?? 0 };
}

/** Returns people with their current accounts, in the order of the ids. */
export async function readPeople(tx: Tx, tenantId: string, ids: readonly string[]): Promise<StoredPerson[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Parameters<typeof toEntity>[0] & { person_id: string; person_name: string; person_email: string; evidence: string[] }>`
    select e.*, o.person_id, o.name person_name, o.email person_email, o.evidence from graph_person o
      join graph_entity e on e.uri = o.uri and ${holdsAt('e', tenantId, null)}
    where o.tenant_id = ${tenantId} and o.person_id in (${sql.join([...ids])}) order by e.cloud_type, e.account_id, e.name, e.uri`.execute(tx);
  const found = new Map<string, StoredPerson>();
  for (const row of rows) {
    const person = found.get(row.person_id) ?? { personId: row.person_id, name: row.person_name, email: row.person_email, accounts: [] };
    found.set(row.person_id, person);
    person.accounts.push({ ...toEntity(row), evidence: row.evidence });
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Returns the person whose account an entity is; null: unknown. */
export async function personOf(tx: Tx, tenantId: string, uri: string): Promise<{ person_id: string; name: string } | null> {
  const row = await tx
    .selectFrom('graph_person')
    .select(['person_id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('uri', '=', uri)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the ids of the people whose accounts these entities are, by URI. Entities that are nobody's account are left out. */
export async function peopleOf(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('graph_person')
    .select(['uri', 'person_id'])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf('uri', uris))
    .execute();
  return new Map(rows.map(({ uri, person_id: id }) => [uri, id]));
}

/** Returns whether the e-mail address of a person names this person only. Two people may have the address of one team. */
export async function isOnlyAddress(tx: Tx, tenantId: string, { personId, email }: Pick<StoredPerson, 'personId' | 'email'>): Promise<boolean> {
  if (email === '') return false;
  const other = await tx
    .selectFrom('graph_person')
    .select('uri')
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('person_id', '<>', personId)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
