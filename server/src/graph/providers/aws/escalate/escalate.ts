import type { Catalogue } from '../../../engine/catalogue/catalogue';
import type { KnownKeys } from '../compile/request-context';
import type { Escalation } from '../../../engine/escalation';
import type { PrincipalClass } from '../evaluate/principal-classes';
import { trustedPrincipals } from '../evaluate/trust';
import { leastConditionalBy } from '../../../engine/least-conditional-edges';
import type { Entity } from '../../../engine/model';
import type { AwsAccount } from '../account-model';
import type { Relation } from '../../../engine/source-facts';
import { AWS_ESCALATIONS, type AwsEscalationRule, type EscalationPart } from './escalation-rules';
import { ClassPermissions, leastConditional, type RequiredConditions } from './class-permissions';

/** An identity that a class can act as through an escalation. */
export interface Takeover {
  target: Entity;
  relation: string;
  conditions: string[];
}

/** The escalations and takeovers open to one class of principals. */
export interface EscalationsOfClass {
  escalations: Escalation[];
  takeovers: Takeover[];
}

/** The account data that the search for escalations needs. */
interface AccountContext {
  account: AwsAccount;
  relations: readonly Relation[];
  catalogue: Catalogue;
  known: KnownKeys;
}

/**
 * Finds the known privilege escalations of an account's principals from their effective permissions. A boundary, deny or organization policy can stop
 * one. An escalation without an existing target does not count.
 */
export class AwsEscalations {
  readonly #users: Entity[];
  readonly #groups: Entity[];
  /** Roles that the account can change, so without the service-linked and reserved ones. */
  readonly #roles: Entity[];
  readonly #policies: Entity[];
  readonly #trusting = new Map<string, Entity[]>();
  /** Resources and the roles that they run as. */
  readonly #running: { resource: Entity; role: Entity }[] = [];

  constructor(private readonly context: AccountContext) {
    const { entities, trusts } = context.account;
    const ofType = (type: string): Entity[] => entities.filter((entity) => entity.type === type);
    this.#users = ofType('USER');
    this.#groups = ofType('GROUP');
    this.#roles = ofType('ROLE').filter(({ nativeId }) => !/:role\/(aws-service-role|aws-reserved)\//.test(nativeId));
    this.#policies = ofType('POLICY').filter(({ attributes }) => attributes.policytype === 'customer' && attributes.attachments !== 0);
    for (const { role, document } of trusts) {
      const services = trustedPrincipals(document.statements).flatMap(({ principal }) => (principal.kind === 'Service' ? [principal.name] : []));
      for (const service of new Set(services)) this.#trusting.set(service, [...(this.#trusting.get(service) ?? []), role]);
    }
    const byId = new Map(entities.map((entity) => [entity.nativeId, entity]));
    for (const { kind, child, parent } of context.relations) {
      const [resource, role] = [byId.get(child.nativeId), byId.get(parent.nativeId)];
      if (kind === 'runs_as' && resource && role) this.#running.push({ resource, role });
    }
  }

  /** @param members identities of the class */
  of(pclass: PrincipalClass, members: readonly Entity[]): EscalationsOfClass {
    const permissions = new ClassPermissions(pclass, this.context.catalogue, this.context.account.accountId, this.context.known);
    const found = AWS_ESCALATIONS.flatMap((rule) => this.#find(rule, permissions, pclass, members));
    return {
      escalations: found.map(({ rule: { name, reason }, needed }) => ({ name, reason, conditional: needed.length > 0 })),
      // A principal with full access gains nothing from a takeover.
      takeovers: holdsEverything(pclass)
        ? []
        : leastConditionalBy(
            found.flatMap(({ takeovers }) => takeovers),
            ({ relation, target }) => `${relation} ${target.uri}`,
          ),
    };
  }

  #find(
    rule: AwsEscalationRule,
    permissions: ClassPermissions,
    pclass: PrincipalClass,
    members: readonly Entity[],
  ): { rule: AwsEscalationRule; needed: string[]; takeovers: Takeover[] }[] {
    if (rule.parts.some(({ anyOf }) => !anyOf.some((action) => permissions.mayAllow(action)))) return [];
    if (rule.passesTo !== undefined && !permissions.mayAllow('iam:PassRole')) return [];
    const parts = rule.parts.map((part) => this.#part(part, permissions, pclass, members));
    const passed = rule.passesTo === undefined ? null : this.#passable(rule.passesTo, permissions);
    const needs = [
      ...parts.map((targets) => leastConditional(targets.map(({ needed }) => needed))),
      ...(passed ? [leastConditional(passed.map(({ needed }) => needed))] : []),
    ];
    const needed = allOf(needs);
    if (!needed) return [];
    return [{ rule, needed, takeovers: this.#takeovers(rule, parts, passed, permissions) }];
  }

  #takeovers(rule: AwsEscalationRule, parts: readonly Target[][], passed: readonly Target[] | null, permissions: ClassPermissions): Takeover[] {
    const { takeoverRelation: relation } = rule;
    if (relation === undefined) return [];
    if (rule.runsOn !== undefined) return this.#runningAs(rule, relation, permissions);
    const launching = passed ? (allOf(parts.map((targets) => leastConditional(targets.map(({ needed }) => needed)))) ?? []) : [];
    return (passed ?? parts[0] ?? []).flatMap(({ entity, needed }) =>
      entity && needed ? [{ target: entity, relation, conditions: [...new Set([...launching, ...needed])] }] : [],
    );
  }

  /** Returns takeovers of roles that existing resources already run as. */
  #runningAs({ parts, runsOn }: AwsEscalationRule, relation: string, permissions: ClassPermissions): Takeover[] {
    return this.#running.flatMap(({ resource, role }) => {
      if (resource.type !== runsOn) return [];
      const conditions = allOf(parts.map(({ anyOf }) => leastConditional(anyOf.map((action) => permissions.on(action, resource)))));
      return conditions ? [{ target: role, relation, conditions }] : [];
    });
  }

  /** Returns the targets on which the class may take one step of an escalation, with the conditions. */
  #part({ anyOf, on }: EscalationPart, permissions: ClassPermissions, pclass: PrincipalClass, members: readonly Entity[]): Target[] {
    const held = anyOf.filter((action) => permissions.mayAllow(action));
    if (on === 'anything') return [{ entity: null, needed: leastConditional(held.map((action) => permissions.onAnyResource(action))) }];
    return this.#targets(on, pclass, members).flatMap((entity) => {
      const needed = leastConditional(held.map((action) => permissions.on(action, entity)));
      return needed ? [{ entity, needed }] : [];
    });
  }

  #targets(on: EscalationPart['on'], pclass: PrincipalClass, members: readonly Entity[]): readonly Entity[] {
    if (on === 'user') return this.#users;
    if (on === 'group') return this.#groups;
    if (on === 'role') return this.#roles;
    if (on === 'customer policy') return this.#policies;
    if (on === 'own boundary') return pclass.boundary ? members : [];
    const [only, ...others] = members;
    return others.length > 0 ? this.#users : this.#users.filter(({ uri }) => uri !== only?.uri);
  }

  #passable(service: string, permissions: ClassPermissions): Target[] {
    const passing = permissions.withKeys({ 'iam:passedtoservice': service });
    return (this.#trusting.get(service) ?? []).flatMap((role) => {
      const needed = passing.on('iam:PassRole', role);
      return needed ? [{ entity: role, needed }] : [];
    });
  }
}

/** A target of one step of an escalation; the entity is null where the snapshot does not list it. */
interface Target {
  entity: Entity | null;
  needed: RequiredConditions;
}

/** Returns the conditions of all steps together; null where one step is not allowed. */
function allOf(needs: readonly RequiredConditions[]): RequiredConditions {
  const all: string[] = [];
  for (const needed of needs) {
    if (!needed) return null;
    all.push(...needed);
  }
  return [...new Set(all)];
}

function holdsEverything({ statements, boundary, scps }: PrincipalClass): boolean {
  if (boundary !== null || statements.some(({ statement }) => statement.effect === 'Deny')) return false;
  const isFull = ({ statement }: PrincipalClass['statements'][number]): boolean =>
    statement.effect === 'Allow' &&
    statement.tests.length === 0 &&
    !statement.negated &&
    statement.patterns.includes('*') &&
    statement.actions.isFull;
  return statements.some(isFull) && scps.every((level) => level.some(isFull));
}
