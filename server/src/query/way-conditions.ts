import { sql, type RawBuilder } from 'kysely';
import type { AttributeFilter, AttributeTerm, Clause, EntityPattern, ForClause, GrantClause, Privilege, Text, ViaClause } from './ast';
import { compare, entityConditions } from './entity-conditions';
import { holds, type QueryScope } from './query-scope';
import { allOf, anyOf, column, FALSE, isAnything, matches, matchesAny, TRUE, type Condition } from './sql-conditions';
import type { AccountRelation } from './vocabulary';

/**
 * A way from an identity `i` by a principal class that it is or can become (`p`, with the steps) and an access edge of that class (`a`,
 * with the deciding statements) to a class of resources, of which `k` is one.
 */
export function wayConditions(clauses: readonly Clause[], scope: QueryScope): Condition[] {
  const granted = grantCondition(clauses, scope);
  return [
    ...(granted ? [sql<boolean>`exists (select 1 from ${GRANTS} and ${granted} and ${givesOf(clauses)})`] : []),
    ...clauses.flatMap((clause) => {
      if (clause.kind === 'for') return [forCondition(clause, scope)];
      return clause.kind === 'role' ? [roleCondition(clause)] : [];
    }),
  ];
}

/** What a single grant (`v`) of a way must be to lead through what is asked for, and past what is not. Null: any. */
function grantCondition(clauses: readonly Clause[], scope: QueryScope): Condition | null {
  const vias = clauses.filter((clause): clause is ViaClause => clause.kind === 'via');
  if (vias.length === 0) return null;
  const through = vias.filter(({ negated }) => !negated).map(({ entity }) => entity);
  const past = vias.filter(({ negated }) => negated).map(({ entity }) => entity);
  return allOf([throughInOrder(through, scope), ...past.map((entity) => withoutStep(entity, scope))]);
}

/** A grant gives something that is asked for, not the edge by another grant. */
function givesOf(clauses: readonly Clause[]): Condition {
  const types = clauses.flatMap((clause) => (clause.kind === 'for' && !clause.negated ? clause.anyOf.flat() : []));
  const kinds = types.flatMap((privilege) => (privilege.kind === 'types' ? privilege.types.map((type) => type.toUpperCase()) : []));
  return kinds.length === 0 ? TRUE : sql<boolean>`jsonb_exists_any(v -> 'kinds', array[${sql.join(kinds)}]::text[])`;
}

/**
 * How a way gives access of a kind: 0 not, 1 under conditions, 2 always. Where a way is asked for, only what its own grants give counts.
 */
export function modeOfWay(type: 'read' | 'write' | 'admin', clauses: readonly Clause[], scope: QueryScope): RawBuilder<number> {
  const ofEdge = MODES[type] ?? sql<number>`0`;
  const granted = grantCondition(clauses, scope);
  if (!granted) return ofEdge;
  return sql<number>`least(${ofEdge}, coalesce((
    select max(case when jsonb_array_length(v -> 'conditions') = 0 then 2 else 1 end) from ${GRANTS} and ${granted} and jsonb_exists(v -> 'kinds', ${type.toUpperCase()})), 0))`;
}

/** The steps of one grant (`v`) of a way, in order: what is assumed, then the group that gives the policy, then the policy. */
const STEPS = sql`(
  select h.n, h.step ->> 'type' as type, h.step ->> 'name' as name, h.step ->> 'uri' as uri, h.step -> 'conditions' as conditions
  from jsonb_array_elements(p.hops) with ordinality h(step, n)
  union all
  select 100000, v ->> 'holder_type', v ->> 'holder_name', v ->> 'holder_uri', '[]'::jsonb where v ->> 'holder_type' in ('GROUP', 'FEDERATED_GROUP')
  union all
  select 100001, 'POLICY', v ->> 'policy_name', v ->> 'policy_uri', v -> 'conditions'
)`;

/** Grants that give something once everything is taken off that denies or limits. */
const GRANTS = sql`jsonb_array_elements(a.via) v where v ->> 'effect' = 'Allow' and jsonb_array_length(v -> 'kinds') > 0`;

/** The steps of the grant hold all of the entities, one after the other. */
function throughInOrder(entities: readonly EntityPattern[], scope: QueryScope): Condition {
  const behind = (index: number): Condition => {
    const entity = entities[index];
    if (!entity) return TRUE;
    const [step, earlier] = [`s${index}`, `s${index - 1}`];
    const isBehind = index === 0 ? TRUE : sql<boolean>`${column(step, 'n')} > ${column(earlier, 'n')}`;
    return sql<boolean>`exists (select 1 from ${STEPS} ${sql.ref(step)} where ${isBehind} and ${stepCondition(step, entity, scope)} and ${behind(index + 1)})`;
  };
  return behind(0);
}

function withoutStep(entity: EntityPattern, scope: QueryScope): Condition {
  return sql<boolean>`not exists (select 1 from ${STEPS} s where ${stepCondition('s', entity, scope)})`;
}

function stepCondition(step: string, { types, names, filters }: EntityPattern, scope: QueryScope): Condition {
  const condition = allOf([
    ...(types ? [sql<boolean>`${column(step, 'type')} in (${sql.join(types.map((type) => type.toUpperCase()))})`] : []),
    ...(names.length > 0 ? [matchesAny(column(step, 'name'), names)] : []),
    ...filters.map((filter) => stepFilter(step, filter, scope)),
  ]);
  return sql<boolean>`coalesce(${condition}, false)`;
}

/** Conditions are of the step itself; everything else is asked of the entity that it leads through. */
function stepFilter(step: string, { negated, anyOf: alternatives }: AttributeFilter, scope: QueryScope): Condition {
  const condition = anyOf(
    alternatives.map((all) => allOf(all.map((term) => (term.attribute === 'condition' ? conditionTerm(step, term) : entityTerm(step, term, scope))))),
  );
  return negated ? sql<boolean>`not ${condition}` : condition;
}

/** A condition is kept in words that name its key: whoever asks by the key means any condition on it. */
function conditionTerm(step: string, { operator, values }: AttributeTerm): Condition {
  const words = sql<string>`c.words`;
  const has = (wanted: Text): Condition =>
    isAnything(wanted) ? TRUE : wanted.quoted ? compare(words, 'text', '~', [wanted]) : matches(words, { text: `*${wanted.text}*`, quoted: false });
  const some = sql<boolean>`exists (select 1 from jsonb_array_elements_text(${column(step, 'conditions')}) c(words) where ${anyOf(values.map(has))})`;
  return operator === '!=' ? sql<boolean>`not ${some}` : some;
}

function entityTerm(step: string, term: AttributeTerm, scope: QueryScope): Condition {
  const pattern: EntityPattern = { types: null, names: [], filters: [{ negated: false, anyOf: [[term]] }] };
  return sql<boolean>`(
    select bool_or(${allOf(entityConditions('w', pattern, scope))}) from graph_entity w where ${holds('w', scope)} and w.uri = ${column(step, 'uri')})`;
}

function roleCondition({ names, negated }: GrantClause): Condition {
  return negated ? sql<boolean>`not ${holdsRole(names)}` : holdsRole(names);
}

/** Whether the principal class of a way is that of a role with one of these names, which the identity may assume. */
export function holdsRole(names: readonly Text[]): Condition {
  return sql<boolean>`coalesce(p.hops -> -1 ->> 'type' = 'ROLE' and ${matchesAny(sql<string>`(p.hops -> -1 ->> 'name')`, names)}, false)`;
}

const MODES: Record<string, RawBuilder<number>> = { read: sql`a.read_mode`, write: sql`a.write_mode`, admin: sql`a.admin_mode` };

/** Some privilege that is asked for or, negated, some other one than all of those. */
function forCondition({ negated, anyOf: alternatives }: ForClause, scope: QueryScope): Condition {
  const privileges = alternatives.flat();
  if (!negated) return anyOf(privileges.map((privilege) => privilegeCondition(privilege, scope)));
  const types = privileges.flatMap((privilege) => (privilege.kind === 'types' ? privilege.types : []));
  const others = Object.keys(MODES).filter((type) => !types.some((excluded) => excluded === type));
  const accounts = privileges.filter(({ kind }) => kind === 'accounts');
  return allOf([
    ...(types.length > 0 ? [anyOf(others.map(hasMode))] : []),
    ...accounts.map((privilege) => sql<boolean>`not ${privilegeCondition(privilege, scope)}`),
  ]);
}

export function privilegeCondition(privilege: Privilege, scope: QueryScope): Condition {
  if (privilege.kind === 'accounts') return anyOf(privilege.relations.map((relation) => relationCondition(relation, scope)));
  return privilege.kind === 'types' ? anyOf(privilege.types.map(hasMode)) : FALSE;
}

function hasMode(type: string): Condition {
  return sql<boolean>`${MODES[type] ?? sql`0`} > 0`;
}

function relationCondition(relation: AccountRelation, { accounts }: QueryScope): Condition {
  const isPublic = sql<boolean>`i.type = 'PUBLIC_NODE'`;
  if (relation === 'public') return isPublic;
  if (relation === 'same') return sql<boolean>`(not ${isPublic} and i.account_id = k.account_id)`;
  if (relation === 'cross') return sql<boolean>`(not ${isPublic} and i.account_id <> k.account_id)`;
  const known = accounts.map(({ account_id: id }) => id);
  const isKnown = known.length > 0 ? sql<boolean>`i.account_id in (${sql.join(known)})` : FALSE;
  return sql<boolean>`(not ${isPublic} and ${relation === 'known' ? isKnown : sql`not ${isKnown}`})`;
}
