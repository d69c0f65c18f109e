import { sql, type RawBuilder } from 'kysely';
import { ALL_VARIANTS, GRANT_VARIANTS, type GrantVariant } from '../engine/grant-marks';
import type { EntityPattern } from './ast';
import { isAtScope, isRoleGrant } from './grant-places';
import type { QueryScope } from './bind-scope';
import { allOf, anyOf, column, FALSE, matchesAny, TRUE, type Condition } from './sql-conditions';
import { hasUriOf, isOfEntity, stepCondition } from './hop-conditions';

/** Returns whether the hops of a path (`hs`) include all entities in order. */
export function hopsInOrder(entities: readonly EntityPattern[], scope: QueryScope): Condition {
  if (entities.length === 0) return TRUE;
  if (entities.every((entity) => isOfTypes(entity, scope))) return hasStepTypes(entities);
  const behind = (index: number): Condition => {
    const entity = entities[index];
    if (!entity) return TRUE;
    const [step, earlier] = [`s${index}`, `s${index - 1}`];
    const isBehind = index === 0 ? TRUE : sql<boolean>`${column(step, 'n')} > ${column(earlier, 'n')}`;
    return sql<boolean>`exists (select 1 from ${HOP_ROWS} ${sql.ref(step)} where ${isBehind} and ${stepCondition(step, entity, scope)} and ${behind(index + 1)})`;
  };
  // The types alone rule out most paths.
  return allOf([hasStepTypes(entities), behind(0)]);
}

export function isNoHop(entity: EntityPattern, scope: QueryScope): Condition {
  if (isOfTypes(entity, scope)) return sql<boolean>`not ${hasStepTypes([entity])}`;
  return sql<boolean>`not exists (select 1 from ${HOP_ROWS} s where ${stepCondition('s', entity, scope)})`;
}

/** Returns whether a pattern restricts only the type. For a limited caller it also asks whether the entity exists. */
function isOfTypes({ names, filters }: EntityPattern, { within }: QueryScope): boolean {
  return names.length === 0 && filters.length === 0 && within === null;
}

/** Compares the stored hop types of a path, such as `["GROUP", "ROLE"]`. */
function hasStepTypes(entities: readonly EntityPattern[]): Condition {
  const pattern = entities.map(({ types }) => `"(${types?.map((type) => type.toUpperCase()).join('|') ?? '[^"]*'})"`).join('.*');
  return sql<boolean>`(hs.step_types ~ ${pattern})`;
}

const HOP_ROWS = sql`(
  select h.n, h.step ->> 'type' as type, h.step ->> 'name' as name, h.step ->> 'uri' as uri, h.step -> 'conditions' as conditions
  from jsonb_array_elements(hs.hops) with ordinality h(step, n))`;

/**
 * The steps of a grant (`v`) after the hops, in this order: the group that holds it, the role or policy that gives it, and its scope. An
 * Azure, GCP or directory role is both a role and a policy.
 */
const TAIL: readonly { types: readonly string[]; is: (scope: QueryScope) => Condition; type: RawBuilder<unknown>; of: 'holder' | 'policy' }[] = [
  {
    types: ['group', 'federated_group'],
    is: () => sql<boolean>`v ->> 'holder_type' in ('GROUP', 'FEDERATED_GROUP')`,
    type: sql`v ->> 'holder_type'`,
    of: 'holder',
  },
  { types: ['role'], is: isRoleGrant, type: sql`'ROLE'`, of: 'policy' },
  { types: ['policy'], is: () => TRUE, type: sql`'POLICY'`, of: 'policy' },
];

/** Returns whether the grant leads through all entities in order. */
export function tailInOrder(entities: readonly EntityPattern[], scope: QueryScope): Condition {
  const from = (index: number, place: number): Condition => {
    const entity = entities[index];
    if (!entity) return TRUE;
    const here = TAIL.flatMap((_step, at) => (at >= place && mayBe(entity, at) ? [allOf([isAt(entity, at, scope), from(index + 1, at + 1)])] : []));
    const last = index === entities.length - 1 && entity.types?.includes('scope') ? [isScope(entity, scope)] : [];
    return anyOf([...here, ...last]);
  };
  return from(0, 0);
}

/** Returns whether a hop can be such an entity. Hops are identities; policies and scopes belong to the grant. */
export function mayBeHop({ types }: EntityPattern): boolean {
  return types === null || types.some((type) => type !== 'policy' && type !== 'scope');
}

/**
 * Selects the principal classes (`value`) with grants of the names and attributes of all entities, among which are those of every grant that leads through
 * them. Undefined where nothing is kept about it: no entity has either, the question is about the past, or the caller must not read the names of others.
 */
export function classesOfTail(entities: readonly EntityPattern[], scope: QueryScope): RawBuilder<unknown> | undefined {
  if (scope.snapshotId !== null || scope.within !== null) return undefined;
  const sets = entities.filter(({ types }) => !types?.includes('scope')).flatMap((entity) => setsOfEntity(entity, scope));
  return sets.length === 0 ? undefined : sql`${sql.join(sets, sql` intersect `)}`;
}

function setsOfEntity(entity: EntityPattern, scope: QueryScope): RawBuilder<unknown>[] {
  const { names, filters } = entity;
  const places = [...new Set(TAIL.flatMap(({ of }, at) => (mayBe(entity, at) ? [of] : [])))];
  if (places.length === 0) return [];
  const classes = (suffix: '' | '_uri', fits: Condition, key: unknown, isOfGraph: boolean): RawBuilder<unknown> => {
    const select = sql`select distinct c.id as value from graph_named_grant g cross join unnest(g.pclass_ids) c(id)
      where g.tenant_id = ${scope.tenantId} and g.place in (${sql.join(places.map((place) => place + suffix))}) and ${fits}`;
    return scope.shared ? scope.shared.of(select, `classes of grants ${JSON.stringify([places, suffix, key])}`, isOfGraph) : select;
  };
  return [
    ...(names.length > 0 ? [classes('', matchesAny(sql<string>`g.name`, names), names, true)] : []),
    ...filters.filter(isOfEntity).map((filter) => classes('_uri', hasUriOf(sql`g.name`, filter, scope), filter, false)),
  ];
}

/** Returns the grant variants that can lead through all entities in order. */
export function variantsInOrder(entities: readonly EntityPattern[]): readonly number[] {
  if (entities.some(({ types }) => types?.includes('scope'))) return ALL_VARIANTS;
  return GRANT_VARIANTS.flatMap((sort, index) => (leads(sort, entities, 0, 0) ? [index] : []));
}

/** Returns whether every grant of those variants does. */
export function areDecidedByVariant(entities: readonly EntityPattern[], scope: QueryScope): boolean {
  return entities.every((entity) => isOfTypes(entity, scope) && !entity.types?.includes('scope'));
}

/** Checks the places of `TAIL` for a grant of a known variant. */
function leads(sort: GrantVariant, entities: readonly EntityPattern[], index: number, place: number): boolean {
  const entity = entities[index];
  if (!entity) return true;
  const isThere = [sort.holder !== null && (entity.types?.includes(sort.holder.toLowerCase()) ?? true), sort.isRole, true];
  return TAIL.some((_step, at) => at >= place && mayBe(entity, at) && isThere[at] && leads(sort, entities, index + 1, at + 1));
}

export function isNoTail(entity: EntityPattern, scope: QueryScope): Condition {
  return sql<boolean>`not ${tailInOrder([entity], scope)}`;
}

function mayBe({ types }: EntityPattern, at: number): boolean {
  return types === null || TAIL[at]?.types.some((type) => types.includes(type)) === true;
}

function isAt(entity: EntityPattern, at: number, scope: QueryScope): Condition {
  const step = TAIL[at];
  if (!step) return FALSE;
  const conditions = step.of === 'policy' ? sql`v -> 'conditions'` : sql`'[]'::jsonb`;
  return allOf([
    step.is(scope),
    sql<boolean>`exists (
      select 1 from (select ${step.type} as type, v ->> ${sql.lit(`${step.of}_name`)} as name, v ->> ${sql.lit(`${step.of}_uri`)} as uri, ${conditions} as conditions) s
      where ${stepCondition('s', entity, scope)})`,
  ]);
}

/** Scopes match by name and id here. Their other attributes apply to the reached resource. */
function isScope({ names }: EntityPattern, scope: QueryScope): Condition {
  return isAtScope(names.length > 0 ? names : [{ text: '*', quoted: false }], scope);
}
