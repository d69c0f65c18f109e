import { underContext } from '../compile/under-context';
import { Bitset } from '../compile/bitset';
import type { HeldStatement, Limits, ReachingStatement, ResourceSide } from './access-rule';
import { principalMatches } from './principal-match';
import type { PrincipalClass, Source } from './principal-classes';
import { bothContexts } from './resource-context';
import type { ResourceClass } from './resource-classes';
import type { ResourcePolicy } from './resource-policies';

/** Everything that has a say when a class of principals asks for a class of resources. */
export interface Question {
  statements: readonly HeldStatement<Source>[];
  limits: Limits<Source>;
}

/** Puts together who has a say, for one class of principals and one class of resources after the other. */
export class Asking {
  readonly #reaching = new Map<string, ReachingStatement<Source>[]>();
  /** Something about the resource decides some of the principal's own conditions. */
  readonly #asksOfResource: boolean;
  readonly #allowed: Bitset | null;

  constructor(readonly principal: PrincipalClass) {
    const { statements, boundary, scps, rcps } = principal;
    const [first, ...others] = statements.flatMap(({ statement }) => (statement.effect === 'Allow' ? [statement.actions] : []));
    this.#allowed = first ? others.reduce((all, actions) => all.or(actions), Bitset.empty(first.size).or(first)) : null;
    this.#asksOfResource = [statements, boundary ?? [], ...scps, ...rcps].flat().some(({ statement }) => statement.tests.length > 0);
  }

  /** Whether some policy may allow one of the actions on the resource; else it need not be asked about. */
  mayReach({ policy }: ResourceClass, actions: Bitset): boolean {
    return (
      this.#allowed?.intersects(actions) === true ||
      policy?.statements.some(({ statement }) => statement.effect === 'Allow' && statement.actions.intersects(actions)) === true
    );
  }

  /** @param governed of all actions on the resource, those that its policy has to hand to the account first */
  about(resource: ResourceClass, governed: Bitset | null): Question {
    const { principal } = this;
    const left = <H extends HeldStatement<Source>>(held: readonly H[]): readonly H[] =>
      this.#asksOfResource ? underResource(held, resource, principal) : held;
    return {
      statements: left(principal.statements),
      limits: {
        boundary: principal.boundary && left(principal.boundary),
        scps: principal.scps.map(left),
        rcps: principal.rcps.map(left),
        resource: this.#side(resource, governed),
      },
    };
  }

  #side(resource: ResourceClass, governed: Bitset | null): ResourceSide<Source> | null {
    const { requester } = this.principal;
    if (!requester) return null;
    const relation = requester.accountId === null ? 'outside' : requester.accountId === resource.example.accountId ? 'same-account' : 'cross-account';
    if (relation === 'same-account' && !resource.policy && !governed) return null;
    const reaching = resource.policy ? underResource(this.#reachingOf(resource.policy), resource, this.principal) : [];
    const isShut = resource.restrictsPublic && relation !== 'same-account' && requester.kind !== 'service';
    return { relation, statements: isShut ? reaching.filter(({ statement }) => statement.effect === 'Deny') : reaching, governed };
  }

  #reachingOf(policy: ResourcePolicy): ReachingStatement<Source>[] {
    const known = this.#reaching.get(policy.hash) ?? reaching(policy.statements, this.principal);
    this.#reaching.set(policy.hash, known);
    return known;
  }
}

/** The statements of a resource's policy that speak of a class of principals, once for each way that they reach it. */
export function reaching(statements: readonly HeldStatement<Source>[], { requester, isGroup, context }: PrincipalClass): ReachingStatement<Source>[] {
  if (!requester) return [];
  return statements.flatMap(({ statement, source }) => {
    const left = underContext(statement, context);
    if (!left) return [];
    const matches = principalMatches(left, requester).filter(({ mode }) => !isGroup || mode === 'account' || left.effect === 'Deny');
    return matches.map((match) => ({ statement: left, source, match }));
  });
}

function underResource<H extends HeldStatement<Source>>(held: readonly H[], { context }: ResourceClass, principal: PrincipalClass): readonly H[] {
  const both = bothContexts(context, principal.context);
  return held.flatMap((one) => {
    const left = underContext(one.statement, both);
    if (!left) return [];
    return [left === one.statement ? one : { ...one, statement: left }];
  });
}
