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
interface Becoming {
  identity: Entity;
  relation: string;
  conditions: string[];
  group: AssumptionEdge['group'];
  /** It takes compute to give the identity to. */
  needsCompute: boolean;
}

/** Finds, while access is evaluated, by which actions a class can give itself more, and as which managed identities it can act. */
export class Escalations {
  readonly steps: AssumptionEdge[] = [];
  /** Actions that some rule speaks of, by number. */
  readonly #watched = new Map<number, string>();
  readonly #watchedBits: Bitset;
  readonly #held = new Map<PrincipalClass, Map<string, 'always' | 'conditional'>>();
  readonly #becoming = new Map<PrincipalClass, Becoming[]>();
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

  /** Takes note of what a class may do to another. */
  see(principal: PrincipalClass, resource: ResourceClass, { always, conditional }: AllowedActions): void {
    if (!always.intersects(this.#watchedBits) && !conditional.intersects(this.#watchedBits)) return;
    const held = this.#held.get(principal) ?? new Map<string, 'always' | 'conditional'>();
    this.#held.set(principal, held);
    for (const [index, name] of this.#watched) {
      if (always.has(index)) held.set(name, 'always');
      else if (conditional.has(index) && !held.has(name)) held.set(name, 'conditional');
    }
    this.#seeIdentities(principal, resource, { always, conditional });
  }

  /** The ways to more that are open to a class; call it once, when all of its access was seen. */
  of(principal: PrincipalClass): Escalation[] {
    const held = this.#held.get(principal);
    if (!held) return [];
    const hasCompute = MAKES_COMPUTE.some((name) => held.has(name));
    const steps = new Map<string, AssumptionEdge>();
    for (const { identity, relation, conditions, group, needsCompute } of this.#becoming.get(principal) ?? []) {
      if (needsCompute && !hasCompute) continue;
      for (const { entity } of principal.members) {
        // A group does nothing by itself: its members act.
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

  #seeIdentities(principal: PrincipalClass, resource: ResourceClass, allowed: AllowedActions): void {
    const runsCode = this.#by(principal, resource, allowed, RUNS_CODE[resource.type] ?? []);
    const assigns = resource.type === IDENTITY_TYPE ? this.#by(principal, resource, allowed, [ASSIGNS_IDENTITY]) : null;
    const federates = resource.type === IDENTITY_TYPE ? this.#by(principal, resource, allowed, [FEDERATES_IDENTITY]) : null;
    const found = this.#becoming.get(principal) ?? [];
    this.#becoming.set(principal, found);
    for (const { entity } of resource.members) {
      if (runsCode)
        for (const identity of this.#identitiesOf.get(entity.uri) ?? [])
          found.push({ identity, relation: `may run code on ${entity.name} as`, ...runsCode, needsCompute: false });
      if (federates) found.push({ identity: entity, relation: 'may add a federated credential to', ...federates, needsCompute: false });
      else if (assigns) found.push({ identity: entity, relation: 'may assign to its own compute', ...assigns, needsCompute: true });
    }
  }

  /** By what a class holds one of the actions on a resource; null where it does not. */
  #by(
    principal: PrincipalClass,
    { chain }: ResourceClass,
    { always, conditional }: AllowedActions,
    names: readonly string[],
  ): Pick<Becoming, 'conditions' | 'group'> | null {
    const { actions } = this.account;
    const wanted = Bitset.of(
      actions.size,
      names.flatMap((name) => (['control', 'data'] as const).map((plane) => actions.indexOf(name, plane))).filter((index) => index >= 0),
    );
    const given = always.intersects(wanted) ? always.copy().and(wanted) : conditional.intersects(wanted) ? conditional.copy().and(wanted) : null;
    if (!given) return null;
    const [way] = decidingAssignments(principal.held, given, chain).sort(
      (a, b) => a.conditions.length - b.conditions.length || rank(a.source) - rank(b.source),
    );
    const group = principal.members.flatMap(({ groups }) => groups).find(({ uri }) => uri === way?.source.holder_uri);
    return { conditions: way?.conditions ?? [], group: group ? nodeOf(group) : null };
  }
}

const IDENTITY_TYPE = 'microsoft.managedidentity/userassignedidentities';

/** What somebody has of itself counts before what a group gives. */
function rank({ holder_uri: group }: { holder_uri: string }): number {
  return group === '' ? 0 : 1;
}

function nodeOf({ uri, type, name, accountId }: Entity): AssumptionEdge['parent'] {
  return { uri, type, name, accountId };
}
