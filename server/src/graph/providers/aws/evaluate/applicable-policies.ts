import { reduceStatement } from '../compile/reduce-statement';
import { Bitset } from '../../../engine/bitset';
import type { HeldStatement, Limits, MatchedStatement, ResourceSide } from './access-rule';
import { principalMatches } from './principal-match';
import type { PrincipalClass, Source } from './principal-classes';
import { bothContexts, hasKnownAccessPoints, withoutAccessPoint } from './resource-context';
import type { RequestContext } from '../compile/request-context';
import type { PolicyResource } from './resource-classes';
import type { ResourcePolicy } from './resource-policies';

/** All policies that decide the access of a class of principals to a class of resources. */
export interface ApplicablePolicies {
  statements: readonly HeldStatement<Source>[];
  limits: Limits<Source>;
}

/** The principal's own policies and limits. */
interface PrincipalPolicies extends Pick<PrincipalClass, 'statements' | 'boundary' | 'scps' | 'rcps'> {
  /** Some conditions depend on the resource. */
  dependsOnResource: boolean;
}

/** The actions that a resource policy allows a principal; null where there are none. */
interface Given {
  all: Bitset | null;
  granted: Bitset | null;
}

/** Collects the deciding policies for one class of principals, one class of resources at a time. */
export class PolicyCollector {
  readonly #matched = new Map<string, MatchedStatement<Source>[]>();
  readonly #givenBy = new Map<string, Given>();
  /** Filtered policies by the requested actions. Few statements of a class concern any one resource type. */
  readonly #byActions = new Map<Bitset | null, PrincipalPolicies>();
  readonly #allowed: Bitset | null;

  constructor(readonly principal: PrincipalClass) {
    this.#allowed = unionOf(principal.statements.flatMap(({ statement }) => (statement.effect === 'Allow' ? [statement.actions] : [])));
  }

  /** Reports whether the policies may allow one of the actions on the resource together. If they do not, the evaluation can be skipped. */
  mayAllow(resource: PolicyResource, actions: Bitset): boolean {
    const isOwn = this.#allowed?.intersects(actions) === true;
    const given = resource.policy && this.#given(resource.policy);
    const relation = this.#relationTo(resource);
    if (relation === null || relation === 'same-account') return isOwn || given?.all?.intersects(actions) === true;
    if (relation === 'outside') return given?.all?.intersects(actions) === true;
    return (
      given?.granted?.intersects(actions) === true ||
      (isOwn &&
        given?.all
          ?.copy()
          .and(actions)
          .intersects(this.#allowed as Bitset) === true)
    );
  }

  /**
   * Tells what the resource's own policy changes for the principal: equal texts, equal changes. Null: that depends on the resource, not only on its policy.
   */
  ofPolicy({ policy, restrictsPublic }: PolicyResource): string | null {
    if (!policy || this.#matchedStatements(policy).length === 0) return policy ? 'a policy for others' : '';
    return policy.patterns.every((pattern) => pattern === '*') ? `${String(restrictsPublic)} ${policy.hash}` : null;
  }

  /**
   * Returns the deciding policies for one class of resources.
   * @param governed actions for which the resource policy must delegate to the account first
   * @param relevant the only relevant actions; statements about others are left out. Null means all. Pass the same object for equal sets: it is a cache
   * key
   */
  collect(resource: PolicyResource, delegatedActions: Bitset | null, relevant: Bitset | null = null): ApplicablePolicies {
    const { statements, boundary, scps, rcps, dependsOnResource } = this.#policiesOn(relevant);
    const left = <H extends HeldStatement<Source>>(held: readonly H[]): readonly H[] =>
      dependsOnResource ? underResource(held, resource, this.principal) : held;
    return {
      statements: left(statements),
      limits: {
        boundary: boundary && left(boundary),
        scps: scps.map(left),
        rcps: rcps.map(left),
        resource: this.#side(resource, delegatedActions),
      },
    };
  }

  #policiesOn(relevant: Bitset | null): PrincipalPolicies {
    const known = this.#byActions.get(relevant);
    if (known) return known;
    const { principal } = this;
    const of = (held: readonly HeldStatement<Source>[]): readonly HeldStatement<Source>[] =>
      relevant ? held.filter(({ statement }) => relevant.intersects(statement.actions)) : held;
    // A boundary or level that mentions none of the actions still applies: it allows none of them.
    const statements = of(principal.statements);
    const boundary = principal.boundary && of(principal.boundary);
    const levels = (all: PrincipalClass['scps']): PrincipalClass['scps'] => (relevant ? limitingLevels(all.map(of), relevant) : all);
    const [scps, rcps] = [levels(principal.scps), levels(principal.rcps)];
    const dependsOnResource = [statements, boundary ?? [], ...scps, ...rcps].flat().some(({ statement }) => statement.tests.length > 0);
    const policies = { statements, boundary, scps, rcps, dependsOnResource };
    this.#byActions.set(relevant, policies);
    return policies;
  }

  #relationTo({ example }: PolicyResource): ResourceSide<Source>['relation'] | null {
    const { requester } = this.principal;
    if (!requester) return null;
    if (requester.accountId === null) return 'outside';
    return requester.accountId === example.accountId ? 'same-account' : 'cross-account';
  }

  #side(resource: PolicyResource, delegatedActions: Bitset | null): ResourceSide<Source> | null {
    const relation = this.#relationTo(resource);
    if (relation === null) return null;
    if (relation === 'same-account' && !resource.policy && !delegatedActions) return null;
    // Access points allow by statements of their own. A deny may spare requests through them, so it stays open.
    const directly = hasKnownAccessPoints(resource.example) ? withoutAccessPoint : undefined;
    const applicableStatements = resource.policy ? underResource(this.#matchedStatements(resource.policy), resource, this.principal, directly) : [];
    const isShut = resource.restrictsPublic && relation !== 'same-account' && this.principal.requester?.kind !== 'service';
    return {
      relation,
      statements: isShut ? applicableStatements.filter(({ statement }) => statement.effect === 'Deny') : applicableStatements,
      delegatedActions,
    };
  }

  /** Returns the actions that a resource policy allows the principal somewhere: all of them, and those of grants that suffice by themselves. */
  #given(policy: ResourcePolicy): Given {
    const known = this.#givenBy.get(policy.hash);
    if (known) return known;
    const allows = this.#matchedStatements(policy).filter(({ statement }) => statement.effect === 'Allow');
    const given = {
      all: unionOf(allows.map(({ statement }) => statement.actions)),
      granted: unionOf(allows.flatMap(({ byGrant, statement }) => (byGrant ? [statement.actions] : []))),
    };
    this.#givenBy.set(policy.hash, given);
    return given;
  }

  #matchedStatements(policy: ResourcePolicy): MatchedStatement<Source>[] {
    const known = this.#matched.get(policy.hash) ?? matched(policy.statements, this.principal);
    this.#matched.set(policy.hash, known);
    return known;
  }
}

function unionOf(sets: readonly Bitset[]): Bitset | null {
  return sets.length === 0 ? null : Bitset.union(sets);
}

/** Merges levels that allow all requested actions: only their denies limit the result. */
function limitingLevels(levels: PrincipalClass['scps'], relevant: Bitset): PrincipalClass['scps'] {
  const allowing = levels.map((level) => level.find((held) => allowsAll(held, relevant)));
  const limiting = levels.filter((_level, index) => !allowing[index]);
  const denies = levels.flatMap((level, index) => (allowing[index] ? level.filter(({ statement }) => statement.effect === 'Deny') : []));
  const everything = allowing.find(Boolean);
  return everything && denies.length > 0 ? [...limiting, [everything, ...denies]] : limiting;
}

function allowsAll({ statement }: HeldStatement<Source>, relevant: Bitset): boolean {
  const { effect, tests, patterns, negated, widened, actions } = statement;
  const isSure = effect === 'Allow' && tests.length === 0 && !negated && widened.size === 0 && patterns.includes('*');
  return isSure && relevant.copy().andNot(actions).isEmpty;
}

/** Returns the resource policy statements that apply to a class of principals, one per matching principal element. */
export function matched(
  statements: readonly HeldStatement<Source>[],
  { requester, isGroup, context, boundary }: PrincipalClass,
): MatchedStatement<Source>[] {
  if (!requester) return [];
  return statements.flatMap(({ statement, ...held }) => {
    const left = reduceStatement(statement, context);
    if (!left) return [];
    const matches = principalMatches(left, requester, boundary !== null).filter(
      ({ mode }) => !isGroup || mode === 'account' || left.effect === 'Deny',
    );
    return matches.map((match) => ({ ...held, statement: left, match }));
  });
}

function underResource<H extends HeldStatement<Source>>(
  held: readonly H[],
  { context }: PolicyResource,
  principal: PrincipalClass,
  requestOf: (context: RequestContext) => RequestContext = (same) => same,
): readonly H[] {
  const both = bothContexts(context, principal.context);
  const allowing = requestOf(both);
  return held.flatMap((one) => {
    const left = reduceStatement(one.statement, one.statement.effect === 'Allow' ? allowing : both);
    if (!left) return [];
    return [left === one.statement ? one : { ...one, statement: left }];
  });
}
