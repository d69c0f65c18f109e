import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { readGrants, type Grants } from './read-grants';
import { ago, holdsNow, isRecentUse, UNUSED_DAYS, usageParts, type InventoryScope } from './parts';

/** A user whose privileges are counted. */
export interface PrivilegedUser {
  entity_id: string;
  uri: string;
  profile_id: string;
  /** Old enough to call what it did not use unused. */
  is_old: boolean;
}

/** A use in a log of the last 90 days, by a user itself or in the session of a role. */
export interface PrivilegeUse {
  /** Whoever acted: the user, or a role. */
  uri: string;
  /** The user who acted or started the session; null: unknown. */
  by: string | null;
  account_id: string;
  /** In lower case; `service:*` if the log does not say which. */
  action: string;
  last_at: string;
}

export interface Privileges extends Grants {
  users: readonly PrivilegedUser[];
  uses: readonly PrivilegeUse[];
  /** The principal classes of each acting identity itself, by URI. */
  principals: ReadonlyMap<string, readonly string[]>;
}

/** Reads what users can do and did, as sets that many of them share. */
export async function readPrivileges(tx: Tx, scope: InventoryScope, types: readonly string[]): Promise<Privileges> {
  const users = await readUsers(tx, scope, types);
  const uses = await readAttributedUses(tx, scope, types);
  return { users, uses, ...(await readGrants(tx, scope)), principals: await readPrincipals(tx, scope, uses) };
}

async function readUsers(tx: Tx, scope: InventoryScope, types: readonly string[]): Promise<PrivilegedUser[]> {
  const day = ago(scope, UNUSED_DAYS).slice(0, 10);
  const { rows } = await sql<PrivilegedUser>`
    select i.entity_id, i.uri, i.profile_id, coalesce(left(i.attributes ->> 'created', 10) <= ${day}, true) is_old
    from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.profile_id is not null and i.type in (${sql.join(types)})`.execute(tx);
  return rows;
}

/** Reads the uses by users themselves, those of sessions that they started, and those of sessions that somebody unknown started. */
async function readAttributedUses(tx: Tx, scope: InventoryScope, types: readonly string[]): Promise<PrivilegeUse[]> {
  const { rows } = await sql<PrivilegeUse>`
    with ${usageParts(scope)},
    users as materialized (select distinct i.uri from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.type in (${sql.join(types)})),
    attributed as (
      select n.uri, n.uri as by, u.source_uid, u.action, u.last_at from graph_usage u join names n on n.name = u.identity_id
        where n.uri in (select uri from users) and ${isRecentUse('u', scope)}
      union all
      select s.uri, b.uri, s.source_uid, s.action, s.last_at from sessions s join names b on b.name = s.starter where b.uri in (select uri from users)
      union all
      select s.uri, null, s.source_uid, s.action, s.last_at from sessions s where s.starter is null
    )
    select a.uri, a.by, g.account_id, lower(a.action) action, max(a.last_at) last_at
    from attributed a join graph_source g on g.tenant_id = ${scope.tenantId} and g.source_uid = a.source_uid group by 1, 2, 3, 4`.execute(tx);
  return rows;
}

async function readPrincipals(tx: Tx, scope: InventoryScope, uses: readonly PrivilegeUse[]): Promise<Map<string, string[]>> {
  const uris = [...new Set(uses.map(({ uri }) => uri))];
  const { rows } = await sql<{ uri: string; pclass_id: string }>`
    select distinct h.uri, h.pclass_id from graph_holder h where ${holdsNow('h', scope)} and h.uri = any(${uris}::text[])`.execute(tx);
  return new Map([...groupBy(rows, ({ uri }) => uri)].map(([uri, all]) => [uri, all.map(({ pclass_id: id }) => id)]));
}
