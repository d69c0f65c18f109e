import { Bitset } from '../../../engine/bitset';
import type { AllowedActions } from '../../../engine/access-row';
import { escalationsOf, type Escalation } from '../../../engine/escalation';
import type { AssumptionEdge } from '../../../engine/evaluation';
import type { Entity } from '../../../engine/model';
import type { SourceFacts } from '../../../engine/source-facts';
import type { AzureAccount } from '../evaluate/account';
import { decidingAssignments } from '../evaluate/effective-access';
import { ASSIGNS_IDENTITY, AZURE_ESCALATIONS, FEDERATES_IDENTITY, MAKES_COMPUTE, RUNS_CODE } from './escalation-rules';
import type { PrincipalClass } from '../evaluate/principal-classes';
import type { ResourceClass } from '../evaluate/resource-classes';

/** A managed identity that a class may act as. */
interface IdentityTakeover {
  identity: Entity;
  relation: string;
  conditions: string[];
  group: AssumptionEdge['group'];
  /** The class also needs compute to assign the identity to. */
  needsCompute: boolean;
}

/** Collects, during evaluation, the privilege escalations of each class and the managed identities that it can act as. */
export class AzureEscalations {
  readonly steps: AssumptionEdge[] = [];
  /** Names of the actions in escalation rules, by number. */
  readonly #watched = new Map<number, string>();
  readonly #watchedBits: Bitset;
  readonly #held = new Map<PrincipalClass, Map<string, 'always' | 'conditional'>>();
  readonly #takeovers = new Map<PrincipalClass, IdentityTakeover[]>();
  /** Identities that a resource runs as, by its URI. */
  readonly #identitiesOf = new Map<string, Entity[]>();

  constructor(
    { entities, relations }: SourceFacts,
    private readonly account: AzureAccount,
  ) {
    const { actions } = account;
    const names = [...AZURE_ESCALATIONS.flatMap(({ parts }) => parts.flat()), ...Object.values(RUNS_CODE).flat()];
    for (const name of names) {
      for (const plane of ['control', 'data'] as const) {
        const index = actions.indexOf(name, plane);
        if (index >= 0) this.#watched.set(index, name);
      }
    }
    this.#watchedBits = Bitset.of(actions.size, [...this.#watched.keys()]);
    const identities = new Map(entities.filter(({ isIdentity }) => isIdentity).map((entity) => [entity.nativeId.toLowerCase(), entity]));
    for (const { kind, child, parent } of relations) {
      const identity = kind === 'runs_as' ? identities.get(parent.nativeId.toLowerCase()) : undefined;
      if (identity && child.uri !== undefined) this.#identitiesOf.set(child.uri, [...(this.#identitiesOf.get(child.uri) ?? []), identity]);
    }
  }

  /** Records the access of one class of principals to one class of resources. */
  record(principal: PrincipalClass, resource: ResourceClass, { always, conditional }: AllowedActions): void {
    if (!always.intersects(this.#watchedBits) && !conditional.intersects(this.#watchedBits)) return;
    const held = this.#held.get(principal) ?? new Map<string, 'always' | 'conditional'>();
    this.#held.set(principal, held);
    for (const [index, name] of this.#watched) {
      if (always.has(index)) held.set(name, 'always');
      else if (conditional.has(index) && !held.has(name)) held.set(name, 'conditional');
    }
    this.#recordIdentities(principal, resource, { always, conditional });
  }

  /** Returns the escalations of a class. Call it once, after all access of the class has been recorded. */
  of(principal: PrincipalClass): Escalation[] {
    const held = this.#held.get(principal);
    if (!held) return [];
    const hasCompute = MAKES_COMPUTE.some((name) => held.has(name));
    const steps = new Map<string, AssumptionEdge>();
    for (const { identity, relation, conditions, group, needsCompute } of this.#takeovers.get(principal) ?? []) {
      if (needsCompute && !hasCompute) continue;
      for (const { entity } of principal.members) {
        // A group does nothing itself: its members act.
        if (entity.type === 'GROUP' || entity.uri === identity.uri) continue;
        const key = `${entity.uri} ${identity.uri}`;
        const known = steps.get(key);
        if (!known || known.conditions.length > conditions.length)
          steps.set(key, { childUri: entity.uri, parent: nodeOf(identity), relation, group, conditions });
      }
    }
    this.steps.push(...steps.values());
    return escalationsOf(AZURE_ESCALATIONS, held);
  }

  #recordIdentities(principal: PrincipalClass, resource: ResourceClass, allowed: AllowedActions): void {
    const runsCode = this.#by(principal, resource, allowed, RUNS_CODE[resource.type] ?? []);
    const assigns = resource.type === IDENTITY_TYPE ? this.#by(principal, resource, allowed, [ASSIGNS_IDENTITY]) : null;
    const federates = resource.type === IDENTITY_TYPE ? this.#by(principal, resource, allowed, [FEDERATES_IDENTITY]) : null;
    const found = this.#takeovers.get(principal) ?? [];
    this.#takeovers.set(principal, found);
    for (const { entity } of resource.members) {
      if (runsCode)
        for (const identity of this.#identitiesOf.get(entity.uri) ?? [])
          found.push({ identity, relation: `may run code on ${entity.name} as`, ...runsCode, needsCompute: false });
      if (federates) found.push({ identity: entity, relation: 'may add a federated credential to', ...federates, needsCompute: false });
      else if (assigns) found.push({ identity: entity, relation: 'may assign to its own compute', ...assigns, needsCompute: true });
    }
  }

  /** Returns the conditions and group of the least conditional assignment that gives one of the actions; null where none does. */
  #by(
    principal: PrincipalClass,
    { chain }: ResourceClass,
    { always, conditional }: AllowedActions,
    names: readonly string[],
  ): Pick<IdentityTakeover, 'conditions' | 'group'> | null {
    const { actions } = this.account;
    const required = Bitset.of(
      actions.size,
      names.flatMap((name) => (['control', 'data'] as const).map((plane) => actions.indexOf(name, plane))).filter((index) => index >= 0),
    );
    const given = always.intersects(required)
      ? always.copy().and(required)
      : conditional.intersects(required)
        ? conditional.copy().and(required)
        : null;
    if (!given) return null;
    const [assignment] = decidingAssignments(principal.held, given, chain, (index) => actions.nameOf(index)).sort(
      (a, b) => a.conditions.length - b.conditions.length || rank(a.source) - rank(b.source),
    );
    const group = principal.members.flatMap(({ groups }) => groups).find(({ uri }) => uri === assignment?.source.holder_uri);
    return { conditions: assignment?.conditions ?? [], group: group ? nodeOf(group) : null };
  }
}

const IDENTITY_TYPE = 'microsoft.managedidentity/userassignedidentities';

/** Ranks the principal's own assignments before those of a group. */
function rank({ holder_uri: group }: { holder_uri: string }): number {
  return group === '' ? 0 : 1;
}

function nodeOf({ uri, type, name, accountId }: Entity): AssumptionEdge['parent'] {
  return { uri, type, name, accountId };
}
