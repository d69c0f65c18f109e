import type { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import type { KnownKeys } from '../compile/request-context';
import type { BecomingStep } from '../../../engine/evaluation';
import type { Entity } from '../../../engine/model';
import type { Trust, Principal } from '../account-model';
import { accessConditions } from './access-conditions';
import type { HeldStatement } from './access-rule';
import { Asking } from './class-question';
import { conditionsOn } from './effective-access';
import type { PrincipalClass, Source } from './principal-classes';
import { resourceContext } from './resource-context';
import type { ResourcePolicies } from './resource-policies';
import { TrustIndex } from './trust-index';

/** A role that a principal may assume directly, with the conditions; empty where there are none. */
export interface Assumption {
  role: Entity;
  conditions: string[];
  /** The group whose policy allows it, where none of the principal's own policies does. */
  group: BecomingStep['group'];
}

/**
 * Answers which roles a principal may assume directly. The trust policy must accept it. Where the trust policy only delegates to the account, or the
 * role belongs to another account, the principal's policies must also allow sts:AssumeRole. The principal's explicit denies always count.
 * @see IAM User Guide, "Policy evaluation logic" (same account: identity policy or resource policy), "Cross-account policy evaluation logic" (both),
 * "Permissions boundaries"
 */
export class AssumableRoles {
  readonly #index: TrustIndex;
  readonly #assume: number;
  readonly #assuming: Bitset;
  /** Trust policies that name no individual principal: their result is the same for a whole class. */
  readonly #general = new Map<string, Map<Trust, Assumption>>();

  constructor(
    trusts: readonly Trust[],
    catalogue: Catalogue,
    private readonly policies: ResourcePolicies,
    private readonly known: KnownKeys,
  ) {
    this.#index = new TrustIndex(trusts);
    this.#assume = catalogue.ofService('sts').find(({ name }) => name === 'AssumeRole')?.index ?? -1;
    this.#assuming = Bitset.of(catalogue.actions.length, this.#assume < 0 ? [] : [this.#assume]);
  }

  of({ entity }: Principal, pclass: PrincipalClass): Assumption[] {
    if (!pclass.requester || this.#assume < 0) return [];
    const naming = this.#index.naming(pclass.requester);
    const general = [...this.#generalOf(pclass)].flatMap(([trust, assumption]) => (naming.has(trust) ? [] : [assumption]));
    return [...general, ...this.#judge(naming, pclass).values()].filter(({ role }) => role.uri !== entity.uri);
  }

  #generalOf(pclass: PrincipalClass): Map<Trust, Assumption> {
    const known = this.#general.get(pclass.id) ?? this.#judge(this.#index.general, pclass);
    this.#general.set(pclass.id, known);
    return known;
  }

  #judge(trusts: Iterable<Trust>, pclass: PrincipalClass): Map<Trust, Assumption> {
    const asking = new Asking(pclass);
    const found = new Map<Trust, Assumption>();
    for (const trust of trusts) {
      const assumption = this.#assumption(asking, trust.role);
      if (assumption) found.set(trust, assumption);
    }
    return found;
  }

  #assumption(asking: Asking, role: Entity): Assumption | null {
    const { nativeId: arn } = role;
    const { statements, limits } = asking.about(
      { id: '', example: role, policy: this.policies.of(arn), restrictsPublic: false, context: resourceContext(role, this.known) },
      this.#assuming,
      this.#assuming,
    );
    const conditions = accessConditions(statements, limits, this.#assume, arn);
    if (!conditions) return null;
    const isOfGroup = ({ source, statement }: HeldStatement<Source>): boolean => source.holder_type === 'GROUP' && statement.effect === 'Allow';
    const byItself = accessConditions(
      statements.filter((held) => !isOfGroup(held)),
      limits,
      this.#assume,
      arn,
    );
    if (byItself && byItself.length === conditions.length) return { role, conditions: byItself, group: null };
    const allows = statements.filter((held) => isOfGroup(held) && conditionsOn(held, arn));
    const [easiest] = allows.sort((a, b) => a.statement.conditions.length - b.statement.conditions.length);
    return { role, conditions, group: easiest ? groupOf(easiest) : null };
  }
}

function groupOf({ source }: HeldStatement<Source>): Assumption['group'] {
  return { uri: source.holder_uri, type: 'GROUP', name: source.holder_name, accountId: source.holder_uri.split(':')[2] ?? '' };
}
