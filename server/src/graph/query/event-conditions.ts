import { sql, type RawBuilder } from 'kysely';
import { TRAIT_LETTERS } from '../providers/action-traits';
import { matchesAccount } from '../../platform/http/account-filter';
import type { EntityPattern, ForClause, Privilege, Statement, UsageTest } from './ast';
import { entityConditions } from './entity-conditions';
import { accountRelation } from './privilege-conditions';
import { daysBefore, holds, type QueryScope } from './bind-scope';
import { allOf, anyOf, matchesAny, TRUE, type Condition } from './sql-conditions';

type UsageVerb = Extract<NonNullable<Statement['verb']>, { kind: 'usage' }>;

/**
 * Returns whether the entity `i` has the activity that a statement asks for: a matching event or, for "never", none. For privileges joined
 * by `and`, it must have used each.
 */
export function matchesActivity(statement: Statement, scope: QueryScope): Condition {
  const { verb } = statement;
  if (verb?.kind !== 'usage') return TRUE;
  if (verb.test.never) {
    const everDid = asksOfAnything(statement) ? anyOf([did(statement, verb, scope), isCounted(scope)]) : did(statement, verb, scope);
    return allOf([sql<boolean>`not ${everDid}`, isInLog(scope)]);
  }
  return allOf([did(statement, verb, scope), didEach(statement, scope)]);
}

/** Returns the part that no single event decides: `i` used every privilege joined by `and`. */
export function didEach(statement: Statement, scope: QueryScope): Condition {
  const { verb, clauses } = statement;
  if (verb?.kind !== 'usage') return TRUE;
  const conjunctions = clauses.filter(
    (clause): clause is ForClause => clause.kind === 'for' && !clause.negated && clause.anyOf.some((all) => all.length > 1),
  );
  return allOf(
    conjunctions.map((clause) => {
      const others = clauses.filter((other) => other !== clause);
      const didOne = (privilege: Privilege): Condition =>
        did({ ...statement, clauses: [...others, { kind: 'for', negated: false, anyOf: [[privilege]] }] }, verb, scope);
      return anyOf(clause.anyOf.map((all) => allOf(all.map(didOne))));
    }),
  );
}

/** Matches the names that logs use: an identity's own id, its e-mail address, or the role and the session that acted. */
function did(statement: Statement, verb: UsageVerb, scope: QueryScope): Condition {
  const events = sql`from graph_event e ${resourceOf(verb.object, scope)} where ${eventCondition(statement, scope)}`;
  const email = sql`lower(i.attributes ->> 'email')`;
  const comparesAccounts = privilegesOf(statement).some(({ kind }) => kind === 'accounts');
  // A comparison of accounts depends on each actor, so it is evaluated per identity. Otherwise one list of active identities serves all.
  if (comparesAccounts) return sql<boolean>`exists (select 1 ${events} and ${isOf(sql`i`)})`;
  return sql<boolean>`(i.native_id in (select e.identity_id ${events}) or coalesce(${email} in (
    select e.identity_id ${events} union all select e.session ${events} and e.session <> ''), false))`;
}

/** Returns whether the event `e` belongs to the identity. */
function isOf(identity: RawBuilder<unknown>): Condition {
  const email = sql`lower(${identity}.attributes ->> 'email')`;
  return sql<boolean>`(e.identity_id in (${identity}.native_id, ${email}) or (e.session <> '' and e.session = ${email}))`;
}

/** Returns whether neither the resource nor the action is restricted. */
function asksOfAnything({ verb, clauses }: Statement): boolean {
  const object = verb?.object;
  return clauses.length === 0 && (!object || (object.types === null && object.names.length + object.filters.length === 0));
}

/** Returns whether any use was ever recorded. Events expire; usage counts remain. */
function isCounted(scope: QueryScope): Condition {
  const active = sql`select u.identity_id from graph_usage u where ${holds('u', scope)}`;
  return sql<boolean>`(i.native_id in (${active}) or coalesce(i.email_key in (${active}), false))`;
}

/** Returns whether a log covers the identity's source. Without a log, disuse is unknown. */
function isInLog({ tenantId }: QueryScope): Condition {
  return sql<boolean>`i.source_uid = any(array(select s.source_uid from graph_source s where s.tenant_id = ${tenantId} and s.usage is not null))`;
}

/** Joins an event `e` with its resource `r`. When the statement restricts the resource, other events are left out. */
export function resourceOf(object: EntityPattern | null, scope: QueryScope): RawBuilder<unknown> {
  const conditions = object ? entityConditions('r', object, scope) : [];
  const isRestricted = conditions.length > 0;
  return sql`${isRestricted ? sql`cross join` : sql`left join`} lateral (
    select r.* from graph_entity r where ${holds('r', scope)} and r.native_id = e.resource_id and ${allOf(conditions)} order by r.is_resource desc, r.uri limit 1
  ) r ${isRestricted ? sql`` : sql`on true`}`;
}

/** Returns the conditions on an event `e` on `r`. Comparisons of accounts also read the identity `i`. */
export function eventCondition(statement: Statement, scope: QueryScope): Condition {
  const { verb, clauses } = statement;
  const tests = [...(verb?.kind === 'usage' ? [verb.test] : []), ...clauses.flatMap((clause) => (clause.kind === 'usage' ? [clause.test] : []))];
  return allOf([
    sql<boolean>`e.tenant_id = ${scope.tenantId} and e.at <= ${scope.now.toISOString()}`,
    ...(scope.eventsSince === null ? [] : [sql<boolean>`e.at > ${scope.eventsSince.toISOString()}`]),
    ...(scope.accountId === null ? [] : [matchesAccount(sql`e.account_id`, scope.accountId)]),
    ...tests.flatMap((test) => withinTest(test, scope)),
    ...clauses.flatMap((clause) => (clause.kind === 'for' ? [forCondition(clause, scope)] : [])),
  ]);
}

function withinTest({ moreThan, lessThan }: UsageTest, scope: QueryScope): Condition[] {
  return [
    ...(lessThan === null ? [] : [sql<boolean>`e.at > ${daysBefore(scope, lessThan).toISOString()}`]),
    ...(moreThan === null ? [] : [sql<boolean>`e.at < ${daysBefore(scope, moreThan).toISOString()}`]),
  ];
}

function forCondition({ negated, anyOf: alternatives }: ForClause, scope: QueryScope): Condition {
  const condition = anyOf(alternatives.flat().map((privilege) => privilegeCondition(privilege, scope)));
  return negated ? sql<boolean>`not ${condition}` : condition;
}

function privilegeCondition(privilege: Privilege, scope: QueryScope): Condition {
  if (privilege.kind === 'actions') return matchesAny(sql<string>`e.action`, privilege.actions);
  if (privilege.kind === 'types') return anyOf(privilege.types.map((type) => sql<boolean>`position(${TRAIT_LETTERS[type]}::text in e.letters) > 0`));
  // A resource that the graph lacks counts as part of the account whose log recorded the event.
  const places = { account: sql`i.account_id`, type: sql`i.type`, other: sql`coalesce(r.account_id, e.account_id)` };
  return sql<boolean>`coalesce(${anyOf(privilege.relations.map((relation) => accountRelation(relation, scope, places)))}, false)`;
}

function privilegesOf({ clauses }: Statement): Privilege[] {
  return clauses.flatMap((clause) => (clause.kind === 'for' ? clause.anyOf.flat() : []));
}
