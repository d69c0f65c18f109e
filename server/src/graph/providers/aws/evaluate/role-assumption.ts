import type { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import type { KnownKeys } from '../compile/request-context';
import type { AssumptionEdge } from '../../../engine/evaluation';
import type { Entity } from '../../../engine/model';
import type { Trust, Principal } from '../account-model';
import { accessConditions } from './access-conditions';
import type { HeldStatement } from './access-rule';
import { PolicyCollector } from './applicable-policies';
import { conditionsOn } from './effective-access';
import type { PrincipalClass, Source } from './principal-classes';
import { resourceContext } from './resource-context';
import type { ResourcePolicies } from './resource-policies';
import { TrustIndex } from './trust-index';

/** A role that a principal may assume directly, with the conditions; empty where there are none. */
export interface AssumableRole {
  role: Entity;
  conditions: string[];
  /** The group whose policy allows it, where none of the principal's own policies does. */
  group: AssumptionEdge['group'];
}

/**
 * Answers which roles a principal may assume directly. The trust policy must accept it. If the trust policy only delegates to the account, or the
 * role belongs to another account, the principal's policies must also allow sts:AssumeRole. The principal's explicit denies always count.
 * @see IAM User Guide, "Policy evaluation logic" (same account: identity policy or resource policy), "Cross-account policy evaluation logic" (both),
 * "Permissions boundaries"
 */
export class AssumableRoles {
  readonly #index: TrustIndex;
  readonly #assume: number;
  readonly #assuming: Bitset;
  /** Trust policies that name no individual principal: their result is the same for a whole class. */
  readonly #general = new Map<string, Map<Trust, AssumableRole>>();

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

  of({ entity }: Principal, pclass: PrincipalClass): AssumableRole[] {
    if (!pclass.requester || this.#assume < 0) return [];
    const naming = this.#index.naming(pclass.requester);
    const general = [...this.#generalOf(pclass)].flatMap(([trust, assumption]) => (naming.has(trust) ? [] : [assumption]));
    return [...general, ...this.#evaluate(naming, pclass).values()].filter(({ role }) => role.uri !== entity.uri);
  }

  #generalOf(pclass: PrincipalClass): Map<Trust, AssumableRole> {
    const known = this.#general.get(pclass.id) ?? this.#evaluate(this.#index.general, pclass);
    this.#general.set(pclass.id, known);
    return known;
  }

  #evaluate(trusts: Iterable<Trust>, pclass: PrincipalClass): Map<Trust, AssumableRole> {
    const collector = new PolicyCollector(pclass);
    const found = new Map<Trust, AssumableRole>();
    for (const trust of trusts) {
      const assumption = this.#assumption(collector, trust.role);
      if (assumption) found.set(trust, assumption);
    }
    return found;
  }

  #assumption(collector: PolicyCollector, role: Entity): AssumableRole | null {
    const { nativeId: arn } = role;
    const { statements, limits } = collector.collect(
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
    if (byItself && (byItself.length === 0) === (conditions.length === 0)) return { role, conditions, group: null };
    const allows = statements.filter((held) => isOfGroup(held) && conditionsOn(held, arn));
    const [first] = allows.sort((a, b) => a.statement.conditions.length - b.statement.conditions.length);
    return { role, conditions, group: first ? groupOf(first) : null };
  }
}

function groupOf({ source }: HeldStatement<Source>): AssumableRole['group'] {
  return { uri: source.holder_uri, type: 'GROUP', name: source.holder_name, accountId: source.holder_uri.split(':')[2] ?? '' };
}
