import { coversResource } from '../compile/compiled-statement';
import type { Catalogue } from '../catalogue/catalogue';
import type { Entity, Principal, Trust } from '../model';
import type { ProfileHop } from '../tables';
import type { HeldStatement } from './effective-access';
import type { PrincipalClass, Source } from './principal-classes';
import { trustGrants, type Candidate, type TrustMode } from './trust';
import { TrustIndex } from './trust-index';

/** A role that a principal may assume directly. No conditions: always. */
export interface Assumption {
  role: Entity;
  conditions: string[];
}

/**
 * Answers which roles a principal of the same account may assume directly. The trust policy must let it in; where that only delegates
 * to the account, the principal's own policies must allow sts:AssumeRole on the role as well. Its own explicit denies count either way.
 * Source: IAM User Guide, "Policy evaluation logic" (same account: identity policy or resource policy) and "Permissions boundaries".
 */
export class AssumableRoles {
  readonly #index: TrustIndex;
  readonly #assume: number;
  /** Of policies that name nobody by itself: the same for all principals of a class. */
  readonly #general = new Map<string, Map<Trust, Assumption>>();

  constructor(trusts: readonly Trust[], catalogue: Catalogue) {
    this.#index = new TrustIndex(trusts);
    this.#assume = catalogue.ofService('sts').find(({ name }) => name === 'AssumeRole')?.index ?? -1;
  }

  of({ entity }: Principal, pclass: PrincipalClass): Assumption[] {
    const candidate = { arn: entity.nativeId, type: entity.type, name: entity.name, accountId: entity.accountId };
    const naming = this.#index.naming(candidate);
    const general = [...this.#generalOf(candidate, pclass)].flatMap(([trust, assumption]) => (naming.has(trust) ? [] : [assumption]));
    return [...general, ...this.#judge(naming, candidate, pclass).values()].filter(({ role }) => role.uri !== entity.uri);
  }

  #generalOf(candidate: Candidate, pclass: PrincipalClass): Map<Trust, Assumption> {
    const known = this.#general.get(pclass.id) ?? this.#judge(this.#index.general, candidate, pclass);
    this.#general.set(pclass.id, known);
    return known;
  }

  #judge(trusts: Iterable<Trust>, candidate: Candidate, pclass: PrincipalClass): Map<Trust, Assumption> {
    const aboutAssuming = ({ statement }: HeldStatement<Source>): boolean => statement.actions.has(this.#assume);
    const own = pclass.statements.filter(aboutAssuming);
    const boundary = pclass.boundary?.filter(aboutAssuming) ?? null;
    const found = new Map<Trust, Assumption>();
    for (const trust of trusts) {
      const { role, document } = trust;
      const ways = trustGrants(document.statements, candidate).flatMap(({ mode, conditions }) => {
        const needed = ownSide(mode, role.nativeId, own, boundary);
        return needed ? [[...conditions, ...needed]] : [];
      });
      const easiest = ways.sort((a, b) => a.length - b.length)[0];
      if (easiest) found.set(trust, { role, conditions: [...new Set(easiest)] });
    }
    return found;
  }
}

/** What the principal's own side asks for, in words; null where it does not let it happen. */
function ownSide(
  mode: TrustMode,
  arn: string,
  own: readonly HeldStatement<Source>[],
  boundary: readonly HeldStatement<Source>[] | null,
): string[] | null {
  const denied = denial([...own, ...(boundary ?? [])], arn);
  if (!denied) return null;
  // A boundary's silence limits what an account or a role is trusted with, not a user or a session that the trust policy names.
  const bounded = boundary && (mode === 'account' || mode === 'role') ? allowance(boundary, arn) : [];
  const allowed = mode === 'account' ? allowance(own, arn) : [];
  return bounded && allowed ? [...allowed, ...bounded, ...denied] : null;
}

/** The conditions of the easiest allow; null where there is none. */
function allowance(statements: readonly HeldStatement<Source>[], arn: string): string[] | null {
  const allows = statements.filter(({ statement }) => statement.effect === 'Allow' && coversResource(statement, arn));
  const easiest = allows.sort((a, b) => a.statement.conditions.length - b.statement.conditions.length)[0];
  return easiest ? [...easiest.statement.conditions] : null;
}

/** The conditions that must not hold, of denies that the snapshot does not decide; null where a deny holds in any case. */
function denial(statements: readonly HeldStatement<Source>[], arn: string): string[] | null {
  const denies = statements.filter(({ statement }) => statement.effect === 'Deny' && coversResource(statement, arn));
  if (denies.some(({ statement }) => statement.conditions.length === 0)) return null;
  return denies.map(({ statement }) => `not (${statement.conditions.join(' and ')})`);
}

/**
 * Everything that somebody can become from where they stand, breadth first, with the steps: each role once, by its shortest way
 * without conditions, or where there is none by its shortest way at all.
 */
export function closure(direct: readonly Assumption[], next: (role: Entity) => readonly Assumption[]): { role: Entity; hops: ProfileHop[] }[] {
  const always = shortestWays(direct, next, ({ conditions }) => conditions.length === 0);
  const possible = shortestWays(direct, next, () => true);
  return [...possible.values()].map((way) => always.get(way.role.uri) ?? way);
}

type Way = { role: Entity; hops: ProfileHop[] };

function shortestWays(
  direct: readonly Assumption[],
  next: (role: Entity) => readonly Assumption[],
  counts: (step: Assumption) => boolean,
): Map<string, Way> {
  const found = new Map<string, Way>();
  let frontier: Way[] = direct.filter(counts).map((step) => ({ role: step.role, hops: [toHop(step)] }));
  while (frontier.length > 0) {
    const following: Way[] = [];
    for (const reached of frontier) {
      if (found.has(reached.role.uri)) continue;
      found.set(reached.role.uri, reached);
      for (const step of next(reached.role)) {
        if (counts(step) && !found.has(step.role.uri)) following.push({ role: step.role, hops: [...reached.hops, toHop(step)] });
      }
    }
    frontier = following;
  }
  return found;
}

function toHop({ role, conditions }: Assumption): ProfileHop {
  return { uri: role.uri, type: role.type, name: role.name, relation: 'may assume', conditions };
}
