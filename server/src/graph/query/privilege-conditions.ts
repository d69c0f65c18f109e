import { sql, type RawBuilder } from 'kysely';
import type { AccessKind } from '../engine/catalogue/action-kinds';
import { TRAIT_LETTERS } from '../providers/action-traits';
import { ACCESS_KINDS } from '../engine/grant-marks';
import type { Clause, ForClause, Privilege } from './ast';
import { valuesOf, type QueryScope } from './bind-scope';
import { allOf, anyOf, FALSE, matchesAny, TRUE, type Condition } from './sql-conditions';
import type { AccountRelation, ActionType } from './vocabulary';

/** Kinds of access that an edge stores. Other action types are found through the action sets. */
const MODES: Partial<Record<ActionType, RawBuilder<number>>> = { read: sql`a.read_mode`, write: sql`a.write_mode`, admin: sql`a.admin_mode` };

/** Returns whether the edge gives one of the privileges or, when negated, something other than all of them. */
export function forCondition({ negated, anyOf: alternatives }: ForClause, scope: QueryScope): Condition {
  const privileges = alternatives.flat();
  if (!negated) return anyOf(privileges.map((privilege) => privilegeCondition(privilege, scope)));
  const ofActions = privileges.filter(({ kind }) => kind !== 'accounts');
  const accounts = privileges.filter(({ kind }) => kind === 'accounts');
  return allOf([
    ...(ofActions.length > 0 ? [hasOther(ofActions, scope)] : []),
    ...accounts.map((privilege) => sql<boolean>`not ${privilegeCondition(privilege, scope)}`),
  ]);
}

function privilegeCondition(privilege: Privilege, scope: QueryScope): Condition {
  if (privilege.kind === 'accounts') return anyOf(privilege.relations.map((relation) => relationCondition(relation, scope)));
  if (privilege.kind === 'actions') return sql<boolean>`a.action_set = any(${setsWith(actionCondition(privilege), [privilege], scope)})`;
  const ofEdge = privilege.types.flatMap((type) => (MODES[type] ? [sql<boolean>`${MODES[type]} > 0`] : []));
  const ofActions = privilege.types.filter((type) => !MODES[type]);
  const some = sql<boolean>`a.action_set = any(${setsWith(actionCondition({ kind: 'types', types: ofActions }), ofActions, scope)})`;
  return anyOf([...ofEdge, ...(ofActions.length > 0 ? [some] : [])]);
}

/** Returns whether the edge gives a privilege by an action of that kind of access. */
export function givesOfKind(privilege: Privilege, kind: AccessKind, scope: QueryScope): Condition {
  if (privilege.kind === 'accounts') return FALSE;
  const ofKind = kind.toLowerCase() as Lowercase<AccessKind>;
  const types = privilege.kind === 'types' ? privilege.types : [];
  const others: Privilege = privilege.kind === 'types' ? { kind: 'types', types: types.filter((type) => !MODES[type]) } : privilege;
  const isOfKind = sql<boolean>`(${actionCondition(others)} and position(${TRAIT_LETTERS[ofKind]}::text in n.letters) > 0)`;
  return anyOf([
    ...(types.includes(ofKind) ? [sql<boolean>`${MODES[ofKind]} > 0`] : []),
    ...(others.kind === 'types' && others.types.length === 0 ? [] : [sql<boolean>`a.action_set = any(${setsWith(isOfKind, [kind, others], scope)})`]),
  ]);
}

/** Returns whether the edge gives something other than all of these privileges. */
function hasOther(privileges: readonly Privilege[], scope: QueryScope): Condition {
  const types = privileges.flatMap((privilege) => (privilege.kind === 'types' ? privilege.types : []));
  const isOfEdge = types.every((type) => MODES[type]) && privileges.every(({ kind }) => kind === 'types');
  const others = Object.entries(MODES).filter(([type]) => !types.some((excluded) => excluded === type));
  if (isOfEdge) return anyOf(others.map(([, mode]) => sql<boolean>`${mode} > 0`));
  return sql<boolean>`a.action_set = any(${setsWith(sql<boolean>`not ${anyOf(privileges.map(actionCondition))}`, { not: privileges }, scope)})`;
}

/** Returns the kinds of access of which a grant must give one; null: the clauses name actions, which only grants list. */
export function requestedKinds(clauses: readonly Clause[]): readonly AccessKind[] | null {
  const privileges = requestedPrivileges(clauses);
  if (privileges.length === 0) return ACCESS_KINDS;
  const types = privileges.flatMap((privilege) => (privilege.kind === 'types' ? privilege.types : []));
  const isOfEdge = privileges.every(({ kind }) => kind === 'types') && types.every((type) => MODES[type]);
  return isOfEdge ? ACCESS_KINDS.filter((kind) => types.some((type) => type.toUpperCase() === kind)) : null;
}

/** Returns whether a grant (`v`) itself gives one of the privileges, rather than another grant of the edge. */
export function givesOf(clauses: readonly Clause[], scope: QueryScope): Condition {
  const privileges = requestedPrivileges(clauses);
  if (privileges.length === 0) return TRUE;
  const kinds = requestedKinds(clauses);
  if (kinds) return sql<boolean>`jsonb_exists_any(v -> 'kinds', array[${sql.join([...kinds])}]::text[])`;
  return sql<boolean>`v ->> 'actions' = any(${setsWith(anyOf(privileges.map(actionCondition)), privileges, scope)})`;
}

/** Returns the privileges of which one is required. Account relations are not privileges. */
export function requestedPrivileges(clauses: readonly Clause[]): Privilege[] {
  return clauses.flatMap((clause) => (clause.kind === 'for' && !clause.negated ? clause.anyOf.flat() : [])).filter(({ kind }) => kind !== 'accounts');
}

/** Returns whether an action `n` (name and letters) belongs to a privilege. */
function actionCondition(privilege: Privilege): Condition {
  if (privilege.kind === 'actions') return matchesAny(sql<string>`n.name`, privilege.actions);
  if (privilege.kind === 'types') return anyOf(privilege.types.map((type) => sql<boolean>`position(${TRAIT_LETTERS[type]}::text in n.letters) > 0`));
  return FALSE;
}

/**
 * Returns the ids of the action sets with an action that meets the condition. They are found once, however many edges are tested.
 * @param key the input of the condition, as a cache key
 */
function setsWith(condition: Condition, key: unknown, scope: QueryScope): RawBuilder<string[]> {
  const sets = sql`
    select s.set_id as value from graph_action_set s
    where s.tenant_id = ${scope.tenantId} and exists (select 1 from jsonb_each_text(s.actions) n(name, letters) where ${condition})`;
  return valuesOf(sets, scope, `sets ${JSON.stringify(key)}`, true);
}

function relationCondition(relation: AccountRelation, scope: QueryScope): Condition {
  return accountRelation(relation, scope, { account: sql`i.account_id`, type: sql`i.type`, other: sql`k.account_id` });
}

/** Compares the account of the actor with that of the resource. */
export function accountRelation(
  relation: AccountRelation,
  { accounts, named }: Pick<QueryScope, 'accounts' | 'named'>,
  { account, type, other }: Record<'account' | 'type' | 'other', RawBuilder<unknown>>,
): Condition {
  const isPublic = sql<boolean>`${type} = 'PUBLIC_NODE'`;
  if (relation === 'public') return isPublic;
  if (relation === 'same') return sql<boolean>`(not ${isPublic} and ${account} = ${other})`;
  if (relation === 'cross') return sql<boolean>`(not ${isPublic} and ${account} <> ${other})`;
  const known = [...accounts.map(({ account_id: id }) => id), ...named];
  const isKnown = known.length > 0 ? sql<boolean>`${account} in (${sql.join(known)})` : FALSE;
  return sql<boolean>`(not ${isPublic} and ${relation === 'known' ? isKnown : sql`not ${isKnown}`})`;
}

/** Returns the kinds of use that prove the use of a privilege. */
export function kindsOfPrivilege(type: ActionType): readonly ('READ' | 'WRITE' | 'ADMIN')[] {
  return KINDS_OF_USE[type];
}

const KINDS_OF_USE: Record<ActionType, readonly ('READ' | 'WRITE' | 'ADMIN')[]> = {
  read: ['READ'],
  write: ['WRITE'],
  admin: ['ADMIN'],
  list: ['READ'],
  tagging: ['WRITE'],
  permissions: ['ADMIN'],
  sensitive: ['READ', 'WRITE', 'ADMIN'],
};
