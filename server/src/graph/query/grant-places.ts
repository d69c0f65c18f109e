import { sql } from 'kysely';
import { ROLE_GRANT_KINDS } from '../engine/grant-marks';
import type { Text } from './ast';
import { holds, isWithin, valuesOf, type QueryScope } from './bind-scope';
import { allOf, anyOf, column, hasName, matchesAny, textMatches, TRUE, type Condition } from './sql-conditions';

/** Returns whether the hops of a path (`hs`) end in the principal class of a role with one of these names, which the identity may assume. */
export function actsAsRole(names: readonly Text[], scope: QueryScope): Condition {
  const isNamed = matchesAny(sql<string>`(hs.hops -> -1 ->> 'name')`, names);
  return sql<boolean>`coalesce(hs.hops -> -1 ->> 'type' = 'ROLE' and ${isNamed} and ${isWithin(sql`(hs.hops -> -1 ->> 'uri')`, scope)}, false)`;
}

/**
 * Returns whether the edge or path with this alias ends in a principal class of a role with one of these names; null for a limited caller, who must not read
 * the holders of classes.
 */
export function isOfRole(alias: 'a' | 'p', names: readonly Text[], scope: QueryScope): Condition | null {
  if (scope.within !== null) return null;
  return sql<boolean>`${column(alias, 'pclass_id')} = any(${valuesOf(
    sql`select distinct h.pclass_id as value from graph_holder h where ${holds('h', scope)} and h.uri in (
      select w.uri from graph_entity w where ${holds('w', scope)} and w.type = 'ROLE' and ${hasName('w', names)})`,
    scope,
    `classes of roles ${JSON.stringify(names)}`,
    true,
  )})`;
}

/** Returns whether the source of the edge `a` grants a role with one of these names to anybody. */
export function isOfSourceWithRole(names: readonly Text[], scope: QueryScope): Condition {
  return sql<boolean>`a.source_uid = any(${valuesOf(
    sql`select distinct g.source_uid as value from graph_policy g where ${holds('g', scope)} and g.kind in (${ROLE_GRANTS}) and ${matchesAny(sql<string>`g.name`, names)}`,
    scope,
    `sources with roles ${JSON.stringify(names)}`,
    true,
  )})`;
}

/** Returns whether a grant (`v`) of the edge `a` comes from a role with one of these names. */
export function grantsRole(names: readonly Text[], scope: QueryScope): Condition {
  return sql<boolean>`(${matchesAny(sql<string>`(v ->> 'policy_name')`, names)} and ${isRoleGrant(scope)})`;
}

export const ROLE_GRANTS = sql.join(ROLE_GRANT_KINDS);

export function isRoleGrant(scope: QueryScope): Condition {
  return isPolicy(sql<boolean>`g.kind in (${ROLE_GRANTS})`, 'roles', scope);
}

/** Returns whether a grant (`v`) of the edge `a` comes from a policy `g` that meets a condition. The policies are looked up once, not per grant. */
function isPolicy(condition: Condition, key: string, scope: QueryScope): Condition {
  return sql<boolean>`(a.source_uid || ' ' || (v ->> 'policy_id')) = any(${valuesOf(
    sql`select distinct g.source_uid || ' ' || g.policy_id as value from graph_policy g where ${holds('g', scope)} and ${condition}`,
    scope,
    `policies ${key}`,
    true,
  )})`;
}

/** Policies that are attached at a scope of their own. All others count as attached at their account or directory. */
export const AT_A_SCOPE = sql.join(['azure_role_assignment', 'gcp_binding', 'resource']);

/** Returns whether a grant (`v`) of the edge `a` is attached at a scope, given the provider's id or the name in the graph. */
export function isAtScope(names: readonly Text[], scope: QueryScope): Condition {
  return isPolicy(standsAt(names, scope), `at ${JSON.stringify(names)}`, scope);
}

/** Returns whether the source of the edge `a` has any policy at the scope. Grants of other sources need not be read. */
export function isOfSourceAtScope(names: readonly Text[], scope: QueryScope): Condition {
  return sql<boolean>`a.source_uid = any(${valuesOf(
    sql`select distinct g.source_uid as value from graph_policy g where ${holds('g', scope)} and ${standsAt(names, scope)}`,
    scope,
    `sources at ${JSON.stringify(names)}`,
    true,
  )})`;
}

function standsAt(names: readonly Text[], scope: QueryScope): Condition {
  const place = sql<string>`(case when g.kind in (${AT_A_SCOPE}) then g.holder_id else g.account_id end)`;
  const ofAccounts = scope.accounts
    .filter(({ account_name: name }) => names.some((wanted) => textMatches(name, wanted)))
    .map(({ account_id: id }) => id);
  const entities = sql`select w.native_id from graph_entity w where ${holds('w', scope)}`;
  // A grant keeps the id of a place above, which does not exist for a limited caller.
  const exists = scope.within === null ? TRUE : sql<boolean>`(${place} = any(${[...scope.within]}::text[]) or ${place} in (${entities}))`;
  const isNamed = anyOf([
    matchesAny(place, names),
    ...(ofAccounts.length > 0 ? [sql<boolean>`${place} in (${sql.join(ofAccounts)})`] : []),
    sql<boolean>`${place} in (${entities} and ${matchesAny(sql<string>`w.name`, names)})`,
  ]);
  return allOf([exists, isNamed]);
}
