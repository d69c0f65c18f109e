import { sql, type RawBuilder } from 'kysely';
import type { AccessRow } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import type { EntityPattern, Statement } from './ast';
import { isIdentityType } from './vocabulary';
import { allOf, entityConditions, privilegeCondition, viaCondition } from './sql-conditions';

/** The last row of a page: where the next one goes on. */
export interface Cursor {
  identityName: string;
  identityId: string;
  resourceName: string;
  resourceId: string;
}

export interface Page {
  rows: AccessRow[];
  /** Null: there is no further page. */
  next: Cursor | null;
}

interface RawRow {
  i_name: string | null;
  i_id: string | null;
  i_type: string | null;
  i_uri: string | null;
  i_account: string | null;
  i_account_name: string | null;
  r_name: string | null;
  r_id: string | null;
  r_type: string | null;
  r_uri: string | null;
  r_account: string | null;
  r_account_name: string | null;
  read_mode: number | null;
  write_mode: number | null;
  admin_mode: number | null;
}

/**
 * One page of an answer, in the order of identity and resource by name and id. Identities are walked in key order and each unfolds its
 * own resources, so pairs never exist as a whole and a page costs the same however deep it lies.
 */
export async function runQuery(
  tx: Tx,
  tenantId: string,
  statement: Statement,
  options: { accountId: string | null; limit: number; after: Cursor | null },
): Promise<Page> {
  const { limit, after, accountId } = options;
  const rows = statement.object
    ? await accessRows(tx, tenantId, statement, statement.object, accountId, limit + 1, after)
    : await entityRows(tx, tenantId, statement.subject, accountId, limit + 1, after);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last
      ? { identityName: last.i_name ?? '', identityId: last.i_id ?? '', resourceName: last.r_name ?? '', resourceId: last.r_id ?? '' }
      : null;
  return { rows: shown.map(toRow), next };
}

async function accessRows(
  tx: Tx,
  tenantId: string,
  { subject, via, privileges }: Statement,
  object: EntityPattern,
  accountId: string | null,
  limit: number,
  after: Cursor | null,
): Promise<RawRow[]> {
  const reach = allOf([
    ...entityConditions('r', object),
    ...via.map(viaCondition),
    ...privileges.map(privilegeCondition),
    ...(accountId ? [sql<boolean>`r.account_id = ${accountId}`] : []),
  ]);
  const reached = sql`
    graph_profile_class p
    join graph_access a on a.tenant_id = p.tenant_id and a.pclass_id = p.pclass_id and a.valid_to is null
    join graph_entity r on r.tenant_id = a.tenant_id and r.class_id = a.class_id and r.is_resource and r.valid_to is null
    where p.tenant_id = i.tenant_id and p.profile_id = i.profile_id and p.valid_to is null and ${reach}`;
  const fromIdentity = after ? sql<boolean>`(i.name, i.entity_id) >= (${after.identityName}, ${after.identityId})` : sql<boolean>`true`;
  // Of the identity at which the last page ended, only the resources behind its last one.
  const fromResource = after
    ? sql<boolean>`((i.name, i.entity_id) > (${after.identityName}, ${after.identityId}) or (r.name, r.entity_id) > (${after.resourceName}, ${after.resourceId}))`
    : sql<boolean>`true`;
  const result = await sql<RawRow>`
    select i.name i_name, i.entity_id i_id, i.type i_type, i.uri i_uri, i.account_id i_account, ${accountName('i')} i_account_name,
           x.name r_name, x.entity_id r_id, x.type r_type, x.uri r_uri, x.account_id r_account, ${accountName('x')} r_account_name,
           x.read_mode, x.write_mode, x.admin_mode
    from (
      select i.* from graph_entity i
      where i.tenant_id = ${tenantId} and i.valid_to is null and i.is_identity and ${allOf(entityConditions('i', subject))} and ${fromIdentity}
        and i.profile_id in (${reachingProfiles(tenantId, object, { via, privileges, accountId })})
      order by i.name, i.entity_id limit ${limit + 1}
    ) i
    cross join lateral (
      select r.tenant_id, r.source_uid, r.name, r.entity_id, r.type, r.uri, r.account_id,
             max(case when p.conditional then least(a.read_mode, 1) else a.read_mode end) read_mode,
             max(case when p.conditional then least(a.write_mode, 1) else a.write_mode end) write_mode,
             max(case when p.conditional then least(a.admin_mode, 1) else a.admin_mode end) admin_mode
      from ${reached} and ${fromResource}
      group by r.tenant_id, r.source_uid, r.name, r.entity_id, r.type, r.uri, r.account_id
      order by r.name, r.entity_id limit ${limit}
    ) x
    order by i.name, i.entity_id, x.name, x.entity_id limit ${limit}`.execute(tx);
  return result.rows;
}

async function entityRows(
  tx: Tx,
  tenantId: string,
  subject: EntityPattern,
  accountId: string | null,
  limit: number,
  after: Cursor | null,
): Promise<RawRow[]> {
  const asIdentity = subject.types === null || subject.types.every(isIdentityType);
  const prefix = asIdentity ? 'i' : 'r';
  const name = (what: string): RawBuilder<unknown> => sql.ref(`${prefix}_${what}`);
  const [afterName, afterId] = asIdentity ? [after?.identityName, after?.identityId] : [after?.resourceName, after?.resourceId];
  const result = await sql<RawRow>`
    select e.name ${name('name')}, e.entity_id ${name('id')}, e.type ${name('type')}, e.uri ${name('uri')}, e.account_id ${name('account')}, ${accountName('e')} ${name('account_name')}
    from graph_entity e
    where e.tenant_id = ${tenantId} and e.valid_to is null
      and ${subject.types === null ? sql<boolean>`e.is_identity` : sql<boolean>`true`}
      and ${allOf(entityConditions('e', subject))}
      and ${accountId ? sql<boolean>`e.account_id = ${accountId}` : sql<boolean>`true`}
      and ${after ? sql<boolean>`(e.name, e.entity_id) > (${afterName}, ${afterId})` : sql<boolean>`true`}
    order by e.name, e.entity_id limit ${limit}`.execute(tx);
  return result.rows;
}

function accountName(alias: string): RawBuilder<string> {
  const [source, tenant] = [sql.ref(`${alias}.source_uid`), sql.ref(`${alias}.tenant_id`)];
  return sql<string>`(select s.account_name from source s where s.tenant_id = ${tenant} and s.uid = ${source})`;
}

function toRow(raw: RawRow): AccessRow {
  const modes = [raw.read_mode, raw.write_mode, raw.admin_mode];
  const hasAccess = modes.some((mode) => (mode ?? 0) > 0);
  return {
    identity: raw.i_name ?? '',
    identity_type: raw.i_type ?? '',
    identity_uri: raw.i_uri ?? '',
    identityAccountID: raw.i_account ?? '',
    identity_account_name: raw.i_account_name ?? '',
    resource: raw.r_name ?? '',
    resource_type: raw.r_type ?? '',
    resource_uri: raw.r_uri ?? '',
    resourceAccountID: raw.r_account ?? '',
    resource_account_name: raw.r_account_name ?? '',
    actions_str: hasAccess
      ? ['R', 'W', 'A'].map((letter, index) => ((modes[index] ?? 0) > 0 ? letter : '-')).join('') + (modes.includes(2) ? '' : 'C')
      : '',
  };
}

/**
 * Profiles with access to something that the object pattern means. It speaks of classes alone and hangs on no outer row, so the database
 * works it out once, whatever the number of identities.
 */
function reachingProfiles(
  tenantId: string,
  object: EntityPattern,
  { via, privileges, accountId }: Pick<Statement, 'via' | 'privileges'> & { accountId: string | null },
): RawBuilder<unknown> {
  return sql`
    select p.profile_id from graph_profile_class p
    join graph_access a on a.tenant_id = p.tenant_id and a.pclass_id = p.pclass_id and a.valid_to is null
    where p.tenant_id = ${tenantId} and p.valid_to is null and ${allOf([...via.map(viaCondition), ...privileges.map(privilegeCondition)])}
      and a.class_id in (
        select r.class_id from graph_entity r
        where r.tenant_id = ${tenantId} and r.valid_to is null and r.is_resource and ${allOf(entityConditions('r', object))}
          and ${accountId ? sql<boolean>`r.account_id = ${accountId}` : sql<boolean>`true`}
      )`;
}

/** The distinct entities that a query is about: its identities, or the entities of an inventory query. */
export async function subjectsOf(tx: Tx, tenantId: string, statement: Statement, accountId: string | null): Promise<SubjectRow[]> {
  const { subject, object, via, privileges } = statement;
  const reach = object
    ? sql<boolean>`i.profile_id in (${reachingProfiles(tenantId, object, { via, privileges, accountId: null })})`
    : sql<boolean>`true`;
  const result = await sql<SubjectRow>`
    select i.uri, i.name, i.type, i.account_id, i.region, coalesce(${accountName('i')}, i.account_id) account_name from graph_entity i
    where i.tenant_id = ${tenantId} and i.valid_to is null and ${object || subject.types === null ? sql<boolean>`i.is_identity` : sql<boolean>`true`}
      and ${allOf(entityConditions('i', subject))} and ${accountId ? sql<boolean>`i.account_id = ${accountId}` : sql<boolean>`true`} and ${reach}
    order by i.name, i.entity_id`.execute(tx);
  return result.rows;
}

export interface SubjectRow {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  account_name: string;
  region: string;
}
