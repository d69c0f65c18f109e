import { sql, type RawBuilder } from 'kysely';
import { isOneOf } from '../../platform/db/is-one-of';
import { matchesAccount } from '../../platform/http/account-filter';
import type { RawRow } from './access-row';
import type { Statement } from './ast';
import type { AccessCursor } from './cursor';
import { identityConditions, branchConditions, verbConditions, pathsOf, type Branch } from './plan';
import { holds, type QueryScope } from './bind-scope';
import { allOf, TRUE, type Condition } from './sql-conditions';
import { usageOfResource, usageOfHops, usageOfPath, usesOfPath } from './usage-conditions';
import { modeOfPath, hopRoutes, pathConditions } from './path-conditions';
import { objectConditions } from './paths-to';

/** Returns the statement that selects one branch's rows in answer order, starting after the cursor. */
export function branchRows(branch: Branch, scope: QueryScope, limit: number, after: AccessCursor | null): RawBuilder<RawRow> {
  const { verb } = branch.statement;
  return verb?.kind === 'access' ? accessRows(branch, verb, scope, limit, after) : entityRows(branch, scope, limit, after);
}

/** The last identity of a page may have more resources. So every level but the innermost resumes at the cursor itself, not after it. */
function accessRows(
  branch: Branch,
  { object }: Extract<NonNullable<Statement['verb']>, { kind: 'access' }>,
  scope: QueryScope,
  limit: number,
  after: AccessCursor | null,
): RawBuilder<RawRow> {
  const { statement } = branch;
  const [identity, resourceClass, resource] = after
    ? [sql`(${sql.join(after.identity)})`, sql`(${sql.join(after.resourceClass)})`, sql`(${sql.join(after.resource)})`]
    : [];
  const fromIdentity = identity ? sql<boolean>`(i.name, i.entity_id) >= ${identity}` : TRUE;
  const fromClass = identity ? sql<boolean>`((i.name, i.entity_id) > ${identity} or (k.type, a.class_id) >= ${resourceClass})` : TRUE;
  const fromResource = identity
    ? sql<boolean>`((c.i_name, c.i_id) > ${identity} or (c.r_type, c.class_id) > ${resourceClass} or (r.name, r.entity_id) > ${resource})`
    : TRUE;
  const isOfUse = asksForUse(statement);
  const given = isOfUse ? sql`r.read_mode, r.write_mode, r.admin_mode` : sql`c.read_mode, c.write_mode, c.admin_mode`;
  const fits = sql<boolean>`r.class_id = c.class_id and ${allOf(objectConditions('r', object, scope))} and ${fromResource}`;
  const members = isOfUse
    ? sql`select r.name, r.entity_id, r.uri, r.account_id, ${usedBy(statement, scope, sql`c.class_id`, sql`join graph_entity r on ${fits}`)}
        group by r.name, r.entity_id, r.uri, r.account_id order by r.name, r.entity_id limit ${limit}`
    : sql`select r.name, r.entity_id, r.uri, r.account_id from graph_entity r where ${fits} order by r.name, r.entity_id limit ${limit}`;
  return sql<RawRow>`
    select c.i_name, c.i_id, c.i_type, c.i_uri, c.i_account, true i_acts, c.class_id, r.name r_name, r.entity_id r_id, c.r_type, r.uri r_uri, r.account_id r_account,
           ${given}
    from (
      select i.name i_name, i.entity_id i_id, i.type i_type, i.uri i_uri, i.account_id i_account, w.r_type, w.class_id, w.read_mode, w.write_mode, w.admin_mode
      from (
        select i.* from ${subjects(statement, scope, fromIdentity)} i
        where ${allOf(scope.window === null ? branchConditions(branch, scope) : [...verbConditions(statement, scope), ...branch.restrictions])}
        order by i.name, i.entity_id limit ${limit + 1}
      ) i
      cross join lateral (
        select k.type r_type, a.class_id, ${mode('read', statement, scope)}, ${mode('write', statement, scope)}, ${mode('admin', statement, scope)}
        from ${pathsOf(object, statement.clauses, scope, { page: { fromHere: fromClass, limit: limit + 1 } })}
        group by k.type, a.class_id order by k.type, a.class_id limit ${limit + 1}
      ) w
      order by i.name, i.entity_id, w.r_type, w.class_id limit ${limit + 1}
    ) c
    cross join lateral (${members}) r
    order by c.i_name, c.i_id, c.r_type, c.class_id, r.name, r.entity_id limit ${limit}`;
}

/** Selects candidate subjects from the cursor on. With a window, the limit applies, so the subject conditions apply here too. */
function subjects(statement: Statement, scope: QueryScope, fromHere: Condition): RawBuilder<unknown> {
  const { window } = scope;
  const all = sql`select i.* from graph_entity i where ${holds('i', scope)} and ${isWanted(scope)} and ${fromHere}`;
  if (window === null) return sql`(${all})`;
  return sql`(${all} and ${allOf(identityConditions(statement, scope))} order by i.name, i.entity_id limit ${window})`;
}

/**
 * Returns the access modes to the single resource `r`, counting only paths that match the usage test. Null without a usage test: all
 * resources of a class then share their modes.
 */
export function usesOfRow(statement: Statement, scope: QueryScope): RawBuilder<unknown> | null {
  return asksForUse(statement) ? sql`cross join lateral (select ${usedBy(statement, scope, sql`r.class_id`, sql``)}) m` : null;
}

function asksForUse({ clauses }: Statement): boolean {
  return clauses.some(({ kind }) => kind === 'usage');
}

/** Selects the access modes for all resources `r` of a class. Usage is looked up once per path, however many resources there are. */
function usedBy(statement: Statement, scope: QueryScope, classId: RawBuilder<unknown>, resources: RawBuilder<unknown>): RawBuilder<unknown> {
  const { clauses } = statement;
  return sql`${mode('read', statement, scope)}, ${mode('write', statement, scope)}, ${mode('admin', statement, scope)}
    from graph_entity i
    join graph_profile_class p on p.profile_id = i.profile_id and ${holds('p', scope)}
    join graph_access a on a.pclass_id = p.pclass_id and a.class_id = ${classId} and ${holds('a', scope)}
    ${hopRoutes(clauses, scope)} ${usesOfPath(clauses, scope)} ${resources}
    cross join lateral (select r.type, r.account_id) k
    where i.entity_id = c.i_id and ${holds('i', scope)} and ${allOf(pathConditions(clauses, scope))}
      and ${allOf([usageOfHops(clauses, scope), usageOfPath(clauses, scope), usageOfResource('r', clauses)])}`;
}

/** Combines the modes of all paths. An unconditional grant at the end of a conditional path is conditional. */
export function mode(type: 'read' | 'write' | 'admin', { clauses }: Statement, scope: QueryScope): RawBuilder<number> {
  const granted = modeOfPath(type, clauses, scope);
  return sql`max(case when p.conditional then least(${granted}, 1) else ${granted} end) ${sql.ref(`${type}_mode`)}`;
}

/** Selects identities or resources without access, within the account filter. */
function entityRows(branch: Branch, scope: QueryScope, limit: number, after: AccessCursor | null): RawBuilder<RawRow> {
  return sql<RawRow>`
    select i.name i_name, i.entity_id i_id, i.type i_type, i.uri i_uri, i.account_id i_account, i.is_identity i_acts,
           '' class_id, '' r_name, '' r_id, '' r_type, '' r_uri, '' r_account, 0 read_mode, 0 write_mode, 0 admin_mode
    from graph_entity i
    where ${holds('i', scope)} and ${isWanted(scope)} and ${allOf(branchConditions(branch, scope))} and ${ofAccount(scope)}
      and ${after ? sql<boolean>`(i.name, i.entity_id) > (${sql.join(after.identity)})` : TRUE}
    order by i.name, i.entity_id limit ${limit}`;
}

function isWanted({ among }: QueryScope): Condition {
  return among === null ? TRUE : isOneOf('i.entity_id', among);
}

export function ofAccount({ accountId }: QueryScope): Condition {
  return accountId === null ? TRUE : matchesAccount(sql`i.account_id`, accountId);
}
