import { sql, type RawBuilder } from 'kysely';
import type { AccessRow } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import type { Expression, Statement } from './ast';
import { branchesOf, objectConditions, subjectConditions, waysOf, type Branch } from './plan';
import { holds, type QueryScope } from './query-scope';
import { usageOfResource, usageOfWay, usesOfWay } from './usage-conditions';
import { modeOfWay, wayConditions } from './way-conditions';
import { allOf, anyOf, TRUE, type Condition } from './sql-conditions';

/** The last row of a page, where the next one goes on: identity by name and id, resource by type, class, name and id. */
export interface Cursor {
  identity: [name: string, id: string];
  resourceClass: [type: string, id: string];
  resource: [name: string, id: string];
}

export interface Page {
  rows: AccessRow[];
  /** Null: there is no further page. */
  next: Cursor | null;
}

interface RawRow {
  i_name: string;
  i_id: string;
  i_type: string;
  i_uri: string;
  i_account: string;
  i_acts: boolean;
  class_id: string;
  r_name: string;
  r_id: string;
  r_type: string;
  r_uri: string;
  r_account: string;
  read_mode: number;
  write_mode: number;
  admin_mode: number;
}

/**
 * One page of an answer, in the order of the identities and, of each, of the types, classes and names of its resources. Identities are
 * walked in key order, each unfolds its classes and each class its resources, every step limited to the page: pairs never exist as a whole,
 * and a page costs the same however deep it lies.
 */
export async function runQuery(
  tx: Tx,
  scope: QueryScope,
  expression: Expression,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<Page> {
  // One row more than the page tells whether there is a further one.
  const branches = branchesOf(expression, scope).map((branch) => branchRows(branch, scope, limit + 1, after));
  const [only] = branches;
  const { rows } = await (branches.length === 1 && only ? only : merged(branches, limit + 1)).execute(tx);
  const shown = rows.slice(0, limit);
  const names = new Map(scope.accounts.map(({ account_id: id, account_name: name }) => [id, name]));
  return { rows: shown.map((row) => toRow(row, names)), next: rows.length > limit ? cursorOf(shown.at(-1)) : null };
}

const ROW_KEY = sql`i_name, i_id, r_type, class_id, r_name, r_id`;

/** The same pair out of several statements is one row, with all that they grant. */
function merged(branches: readonly RawBuilder<RawRow>[], limit: number): RawBuilder<RawRow> {
  const all = sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  );
  return sql<RawRow>`
    select ${ROW_KEY}, i_type, i_uri, i_account, i_acts, r_uri, r_account, max(read_mode) read_mode, max(write_mode) write_mode, max(admin_mode) admin_mode
    from (${all}) b group by ${ROW_KEY}, i_type, i_uri, i_account, i_acts, r_uri, r_account order by ${ROW_KEY} limit ${limit}`;
}

function branchRows(branch: Branch, scope: QueryScope, limit: number, after: Cursor | null): RawBuilder<RawRow> {
  const { verb } = branch.statement;
  return verb?.kind === 'access' ? accessRows(branch, verb, scope, limit, after) : entityRows(branch, scope, limit, after);
}

/** The identity at which the last page ended may have resources left: all steps but the last one go on at the cursor itself. */
function accessRows(
  { statement, restrictions }: Branch,
  { object }: Extract<NonNullable<Statement['verb']>, { kind: 'access' }>,
  scope: QueryScope,
  limit: number,
  after: Cursor | null,
): RawBuilder<RawRow> {
  const [identity, resourceClass, resource] = after
    ? [sql`(${sql.join(after.identity)})`, sql`(${sql.join(after.resourceClass)})`, sql`(${sql.join(after.resource)})`]
    : [];
  const fromIdentity = identity ? sql<boolean>`(i.name, i.entity_id) >= ${identity}` : TRUE;
  const fromClass = identity ? sql<boolean>`((i.name, i.entity_id) > ${identity} or (k.type, a.class_id) >= ${resourceClass})` : TRUE;
  const fromResource = identity
    ? sql<boolean>`((c.i_name, c.i_id) > ${identity} or (c.r_type, c.class_id) > ${resourceClass} or (r.name, r.entity_id) > ${resource})`
    : TRUE;
  const used = usesOfRow(statement, scope);
  const given = used ? sql`r.read_mode, r.write_mode, r.admin_mode` : sql`c.read_mode, c.write_mode, c.admin_mode`;
  return sql<RawRow>`
    select c.i_name, c.i_id, c.i_type, c.i_uri, c.i_account, true i_acts, c.class_id, r.name r_name, r.entity_id r_id, c.r_type, r.uri r_uri, r.account_id r_account,
           ${given}
    from (
      select i.name i_name, i.entity_id i_id, i.type i_type, i.uri i_uri, i.account_id i_account, w.r_type, w.class_id, w.read_mode, w.write_mode, w.admin_mode
      from (
        select i.* from graph_entity i
        where ${holds('i', scope)} and ${allOf([...subjectConditions(statement, scope), ...restrictions])} and ${fromIdentity}
        order by i.name, i.entity_id limit ${limit + 1}
      ) i
      cross join lateral (
        select k.type r_type, a.class_id, ${mode('read', statement, scope)}, ${mode('write', statement, scope)}, ${mode('admin', statement, scope)}
        from ${waysOf(object, statement.clauses, scope)} and ${fromClass}
        group by k.type, a.class_id order by k.type, a.class_id limit ${limit + 1}
      ) w
      order by i.name, i.entity_id, w.r_type, w.class_id limit ${limit + 1}
    ) c
    cross join lateral (
      select r.name, r.entity_id, r.uri, r.account_id ${used ? sql`, m.*` : sql``} from graph_entity r ${used ?? sql``}
      where r.class_id = c.class_id and ${allOf(objectConditions('r', object, scope))} and ${fromResource} ${used ? sql`and m.read_mode is not null` : sql``}
      order by r.name, r.entity_id limit ${limit}
    ) r
    order by c.i_name, c.i_id, c.r_type, c.class_id, r.name, r.entity_id limit ${limit}`;
}

/**
 * What the ways of an identity give that lead to the very resource `r` and were used as is asked for; without anything asked of use, all
 * resources of a class are had alike.
 */
function usesOfRow(statement: Statement, scope: QueryScope): RawBuilder<unknown> | null {
  const { clauses } = statement;
  if (!clauses.some(({ kind }) => kind === 'usage')) return null;
  return sql`cross join lateral (
    select ${mode('read', statement, scope)}, ${mode('write', statement, scope)}, ${mode('admin', statement, scope)}
    from graph_entity i
    join graph_profile_class p on p.profile_id = i.profile_id and ${holds('p', scope)}
    ${usesOfWay(clauses, scope)}
    join graph_access a on a.pclass_id = p.pclass_id and a.class_id = r.class_id and ${holds('a', scope)}
    cross join lateral (select r.type, r.account_id) k
    where i.entity_id = c.i_id and ${holds('i', scope)} and ${allOf(wayConditions(clauses, scope))} and ${usageOfWay(clauses, scope)} and ${usageOfResource('r', clauses, scope)}
  ) m`;
}

/** A grant without conditions on a way with conditions holds under conditions only. */
function mode(type: 'read' | 'write' | 'admin', { clauses }: Statement, scope: QueryScope): RawBuilder<number> {
  const granted = modeOfWay(type, clauses, scope);
  return sql`max(case when p.conditional then least(${granted}, 1) else ${granted} end) ${sql.ref(`${type}_mode`)}`;
}

/** Identities or resources by themselves, with the account filter on them. */
function entityRows({ statement, restrictions }: Branch, scope: QueryScope, limit: number, after: Cursor | null): RawBuilder<RawRow> {
  return sql<RawRow>`
    select i.name i_name, i.entity_id i_id, i.type i_type, i.uri i_uri, i.account_id i_account, i.is_identity i_acts,
           '' class_id, '' r_name, '' r_id, '' r_type, '' r_uri, '' r_account, 0 read_mode, 0 write_mode, 0 admin_mode
    from graph_entity i
    where ${holds('i', scope)} and ${allOf([...subjectConditions(statement, scope), ...restrictions])} and ${ofAccount(scope)}
      and ${after ? sql<boolean>`(i.name, i.entity_id) > (${sql.join(after.identity)})` : TRUE}
    order by i.name, i.entity_id limit ${limit}`;
}

function ofAccount({ accountId }: QueryScope): Condition {
  return accountId === null ? TRUE : sql<boolean>`i.account_id = ${accountId}`;
}

function cursorOf(row: RawRow | undefined): Cursor | null {
  return row ? { identity: [row.i_name, row.i_id], resourceClass: [row.r_type, row.class_id], resource: [row.r_name, row.r_id] } : null;
}

/** An entity that cannot act stands in the columns of resources. */
function toRow(raw: RawRow, accountNames: ReadonlyMap<string, string>): AccessRow {
  const first = { name: raw.i_name, type: raw.i_type, uri: raw.i_uri, account: raw.i_account };
  const nothing = { name: '', type: '', uri: '', account: '' };
  const identity = raw.i_acts ? first : nothing;
  const resource = raw.i_acts ? { name: raw.r_name, type: raw.r_type, uri: raw.r_uri, account: raw.r_account } : first;
  return {
    identity: identity.name,
    identity_type: identity.type,
    identity_uri: identity.uri,
    identityAccountID: identity.account,
    identity_account_name: accountNames.get(identity.account) ?? '',
    resource: resource.name,
    resource_type: resource.type,
    resource_uri: resource.uri,
    resourceAccountID: resource.account,
    resource_account_name: accountNames.get(resource.account) ?? '',
    actions_str: actionsWord([raw.read_mode, raw.write_mode, raw.admin_mode]),
  };
}

/** "RWA" with "-" for what is not granted, then "C" where nothing is without conditions; empty where it is no access. */
function actionsWord(modes: readonly number[]): string {
  if (modes.every((granted) => granted === 0)) return '';
  const letters = ['R', 'W', 'A'].map((letter, index) => ((modes[index] ?? 0) > 0 ? letter : '-')).join('');
  return modes.includes(2) ? letters : `${letters}C`;
}

/** An entity that a query is about. */
export interface SubjectRow {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  account_name: string;
  region: string;
}

/**
 * The distinct entities that a query is about: its identities, or the entities of an inventory query. The account filter is as in its
 * rows: on what is reached, and on the entity itself where nothing is.
 */
export async function subjectsOf(tx: Tx, scope: QueryScope, expression: Expression): Promise<SubjectRow[]> {
  const isSubject = anyOf(
    branchesOf(expression, scope).map(({ statement, restrictions }) =>
      allOf([...subjectConditions(statement, scope), ...restrictions, ...(statement.verb ? [] : [ofAccount(scope)])]),
    ),
  );
  const { rows } = await sql<Omit<SubjectRow, 'account_name'>>`
    select i.uri, i.name, i.type, i.account_id, i.region from graph_entity i
    where ${holds('i', scope)} and ${isSubject} order by i.name, i.entity_id`.execute(tx);
  const names = new Map(scope.accounts.map(({ account_id: id, account_name: name }) => [id, name]));
  return rows.map((row) => ({ ...row, account_name: names.get(row.account_id) ?? row.account_id }));
}
