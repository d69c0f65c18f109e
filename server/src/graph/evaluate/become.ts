import { Bitset } from '../compile/bitset';
import type { Catalogue } from '../catalogue/catalogue';
import type { Entity, Principal, Trust } from '../model';
import type { ProfileHop } from '../tables';
import { effectiveActions } from './effective-access';
import type { PrincipalClass } from './principal-classes';
import { trustOf } from './trust';

/** A role that a principal may assume directly. */
export interface Assumption {
  role: Entity;
  conditions: string[];
}

/** Longest chain of roles that is followed. AWS sets no limit to chaining; longer ones say nothing new. */
const LONGEST_CHAIN = 5;

/** The roles that a principal of the same account may assume directly. */
export function assumableRoles(principal: Principal, pclass: PrincipalClass, trusts: readonly Trust[], catalogue: Catalogue): Assumption[] {
  const assume = new Bitset(catalogue.actions.length);
  for (const action of catalogue.ofService('sts')) if (action.name === 'AssumeRole') assume.add(action.index);
  return trusts.flatMap(({ role, document }) => {
    if (role.uri === principal.entity.uri) return [];
    const { allows, conditions } = trustOf(document.statements, principal.entity.nativeId, principal.entity.accountId);
    if (allows === 'no') return [];
    const own = effectiveActions(pclass.statements, pclass.boundary, assume, role.nativeId);
    if (!own.always.isEmpty) return [{ role, conditions }];
    if (!own.conditional.isEmpty) return [{ role, conditions: [...conditions, 'under the conditions of its own policy'] }];
    // The trust policy alone lets in whom it names, unless the principal's own policies deny it.
    return allows === 'named' && !isDenied(pclass, assume, role.nativeId) ? [{ role, conditions }] : [];
  });
}

function isDenied({ statements }: PrincipalClass, assume: Bitset, arn: string): boolean {
  const allowAll = { statement: { effect: 'Allow' as const, index: -1, actions: assume, patterns: ['*'], negated: false, hasVariables: false, conditions: [] }, source: null as never };
  const { always } = effectiveActions([...statements, allowAll], null, assume, arn);
  return always.isEmpty;
}

/** Everything that somebody can become from where they stand, breadth first, with the steps: each role once, by its shortest way. */
export function closure(direct: readonly Assumption[], next: (role: Entity) => readonly Assumption[]): { role: Entity; hops: ProfileHop[] }[] {
  const found = new Map<string, { role: Entity; hops: ProfileHop[] }>();
  let frontier = direct.map((step) => ({ role: step.role, hops: [toHop(step)] }));
  for (let depth = 0; depth < LONGEST_CHAIN && frontier.length > 0; depth += 1) {
    const following: typeof frontier = [];
    for (const reached of frontier) {
      if (found.has(reached.role.uri)) continue;
      found.set(reached.role.uri, reached);
      for (const step of next(reached.role)) following.push({ role: step.role, hops: [...reached.hops, toHop(step)] });
    }
    frontier = following;
  }
  return [...found.values()];
}

function toHop({ role, conditions }: Assumption): ProfileHop {
  return { uri: role.uri, type: role.type, name: role.name, relation: 'may assume', conditions };
}
