import { coversResource } from '../compile/compiled-statement';
import type { Catalogue } from '../catalogue/catalogue';
import type { Entity, Principal, Trust } from '../model';
import type { BecomingStep } from '../evaluation';
import type { HeldStatement } from './effective-access';
import type { PrincipalClass, Source } from './principal-classes';
import { trustGrants, type Candidate, type TrustMode } from './trust';
import { TrustIndex } from './trust-index';

/** A role that a principal may assume directly. No conditions: always. */
export interface Assumption {
  role: Entity;
  conditions: string[];
  /** The group whose policy lets it, where none of its own does. */
  group: BecomingStep['group'];
}

/**
 * Answers which roles a principal may assume directly. The trust policy must let it in; where that only delegates to the account, or
 * where the role is of another account, the principal's own policies must allow sts:AssumeRole on the role as well. Its own explicit denies
 * count either way.
 * Source: IAM User Guide, "Policy evaluation logic" (same account: identity policy or resource policy), "Cross-account policy evaluation
 * logic" (both) and "Permissions boundaries".
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
        const needed = ownSide(role.accountId === candidate.accountId ? mode : 'account', role.nativeId, own, boundary);
        return needed ? [{ conditions: [...new Set([...conditions, ...needed.conditions])], group: needed.group }] : [];
      });
      const easiest = ways.sort((a, b) => a.conditions.length - b.conditions.length)[0];
      if (easiest) found.set(trust, { role, ...easiest });
    }
    return found;
  }
}

/** What the principal's own side asks for, in words, and by which group it lets it happen; null where it does not. */
function ownSide(
  mode: TrustMode,
  arn: string,
  own: readonly HeldStatement<Source>[],
  boundary: readonly HeldStatement<Source>[] | null,
): Omit<Assumption, 'role'> | null {
  const denied = denial([...own, ...(boundary ?? [])], arn);
  if (!denied) return null;
  // A boundary's silence limits what an account or a role is trusted with, not a user or a session that the trust policy names.
  const bounded = boundary && (mode === 'account' || mode === 'role') ? easiestAllow(boundary, arn) : null;
  if (bounded === undefined) return null;
  const allowed = mode === 'account' ? easiestAllow(own, arn) : null;
  if (allowed === undefined) return null;
  const conditions = [...(allowed?.statement.conditions ?? []), ...(bounded?.statement.conditions ?? []), ...denied];
  return { conditions, group: allowed ? groupOf(allowed) : null };
}

/** Of those with the fewest conditions one that is the principal's own, else one of a group. Undefined where none allows. */
function easiestAllow(statements: readonly HeldStatement<Source>[], arn: string): HeldStatement<Source> | undefined {
  const allows = statements.filter(({ statement }) => statement.effect === 'Allow' && coversResource(statement, arn));
  const weight = ({ statement, source }: HeldStatement<Source>): number => 2 * statement.conditions.length + (source.holder_type === 'GROUP' ? 1 : 0);
  return allows.sort((a, b) => weight(a) - weight(b))[0];
}

function groupOf({ source }: HeldStatement<Source>): Assumption['group'] {
  if (source.holder_type !== 'GROUP') return null;
  return { uri: source.holder_uri, type: 'GROUP', name: source.holder_name, accountId: source.holder_uri.split(':')[2] ?? '' };
}

/** The conditions that must not hold, of denies that the snapshot does not decide; null where a deny holds in any case. */
function denial(statements: readonly HeldStatement<Source>[], arn: string): string[] | null {
  const denies = statements.filter(({ statement }) => statement.effect === 'Deny' && coversResource(statement, arn));
  if (denies.some(({ statement }) => statement.conditions.length === 0)) return null;
  return denies.map(({ statement }) => `not (${statement.conditions.join(' and ')})`);
}
