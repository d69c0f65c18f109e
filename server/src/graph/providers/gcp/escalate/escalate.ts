import { Bitset } from '../../../engine/bitset';
import type { AllowedActions } from '../../../engine/access-row';
import { escalationsOf, type Escalation } from '../../../engine/escalation';
import type { AssumptionEdge } from '../../../engine/evaluation';
import type { Entity } from '../../../engine/model';
import type { SourceFacts } from '../../../engine/source-facts';
import { decidingRules, unlessDenied } from '../evaluate/effective-access';
import { ACTS_AS_ACCOUNT, GCP_ESCALATIONS, RUNS_CODE, STARTS_AS_ACCOUNT } from './escalation-rules';
import type { GcpAccount } from '../evaluate/account';
import type { PrincipalClass } from '../evaluate/principal-classes';
import type { ResourceClass } from '../evaluate/resource-classes';

/** A service account that a class may act as. */
interface Becoming {
  account: Entity;
  relation: string;
  conditions: string[];
  group: AssumptionEdge['group'];
  /** It takes something that the account is started with. */
  needsStart: boolean;
}

const ACT_AS = 'iam.serviceAccounts.actAs';
const ACCOUNT_TYPE = 'iam.googleapis.com/ServiceAccount';

/** Finds, while access is evaluated, by which permissions a class can give itself more, and as which service accounts it can act. */
export class Escalations {
  readonly steps: AssumptionEdge[] = [];
  /** Permissions that some rule speaks of, by number. */
  readonly #watched: ReadonlyMap<number, string>;
  readonly #watchedBits: Bitset;
  readonly #held = new Map<PrincipalClass, Map<string, 'always' | 'conditional'>>();
  readonly #becoming = new Map<PrincipalClass, Becoming[]>();
  /** Service accounts that a resource runs as, by its URI. */
  readonly #accountsOf = new Map<string, Entity[]>();

  constructor(
    { entities, relations }: SourceFacts,
    private readonly account: GcpAccount,
  ) {
    const { permissions } = account;
    const names = new Set([...GCP_ESCALATIONS.flatMap(({ parts }) => parts.flat()), ...Object.keys(ACTS_AS_ACCOUNT), ...RUNS_CODE]);
    this.#watched = new Map([...names].map((name) => [permissions.indexOf(name), name] as const).filter(([index]) => index >= 0));
    this.#watchedBits = Bitset.of(permissions.size, [...this.#watched.keys()]);
    const accounts = new Map(entities.filter(({ type }) => type === 'SERVICE_ACCOUNT').map((entity) => [entity.nativeId, entity]));
    for (const { kind, child, parent } of relations) {
      const runsAs = kind === 'runs_as' ? accounts.get(parent.nativeId) : undefined;
      if (runsAs && child.uri !== undefined) this.#accountsOf.set(child.uri, [...(this.#accountsOf.get(child.uri) ?? []), runsAs]);
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
    const found = this.#becoming.get(principal) ?? [];
    this.#becoming.set(principal, found);
    found.push(
      ...(resource.assetType === ACCOUNT_TYPE
        ? this.#asAccounts(principal, resource, { always, conditional })
        : this.#byCode(principal, resource, { always, conditional })),
    );
  }

  /** The ways to more that are open to a class; call it once, when all of its access was seen. */
  of(principal: PrincipalClass): Escalation[] {
    const held = this.#held.get(principal);
    if (!held) return [];
    const canStart = STARTS_AS_ACCOUNT.some((name) => held.has(name));
    const steps = new Map<string, AssumptionEdge>();
    for (const { account, relation, conditions, group, needsStart } of this.#becoming.get(principal) ?? []) {
      if (needsStart && !canStart) continue;
      for (const { entity } of principal.members) {
        // A group does nothing by itself: its members act.
        if (entity.type === 'GROUP' || entity.uri === account.uri) continue;
        const key = `${entity.uri} ${account.uri}`;
        const known = steps.get(key);
        if (!known || known.conditions.length > conditions.length)
          steps.set(key, { childUri: entity.uri, parent: nodeOf(account), relation, group, conditions });
      }
    }
    this.steps.push(...steps.values());
    return escalationsOf(GCP_ESCALATIONS, held);
  }

  /** The service accounts of a class, by what somebody may do to them. */
  #asAccounts(principal: PrincipalClass, resource: ResourceClass, allowed: AllowedActions): Becoming[] {
    for (const [permission, relation] of Object.entries(ACTS_AS_ACCOUNT)) {
      const way = this.#by(principal, resource, allowed, [permission]);
      if (way) return resource.members.map(({ entity }) => ({ account: entity, relation, ...way, needsStart: false }));
    }
    const way = this.#by(principal, resource, allowed, [ACT_AS]);
    return way
      ? resource.members.map(({ entity }) => ({ account: entity, relation: 'may start a resource that runs as', ...way, needsStart: true }))
      : [];
  }

  /** The service accounts that the resources of a class run as. */
  #byCode(principal: PrincipalClass, resource: ResourceClass, allowed: AllowedActions): Becoming[] {
    const way = this.#by(principal, resource, allowed, RUNS_CODE);
    if (!way) return [];
    return resource.members.flatMap(({ entity }) =>
      (this.#accountsOf.get(entity.uri) ?? []).map((account) => ({
        account,
        relation: `may run code on ${entity.name} as`,
        ...way,
        needsStart: false,
      })),
    );
  }

  /** By what a class holds one of the permissions on a resource; null where it does not. */
  #by(
    principal: PrincipalClass,
    { chain, probes }: ResourceClass,
    { always, conditional }: AllowedActions,
    names: readonly string[],
  ): Pick<Becoming, 'conditions' | 'group'> | null {
    const wanted = this.account.permissions.of(names);
    const isSure = always.intersects(wanted);
    if (!isSure && !conditional.intersects(wanted)) return null;
    const { truths } = probes[0] ?? {};
    if (!truths) return null;
    const given = (isSure ? always : conditional).copy().and(wanted);
    const [way] = decidingRules(principal.held.bindings, given, chain, truths.ofBinding).sort(
      (a, b) => a.conditions.length - b.conditions.length || rank(a.source) - rank(b.source),
    );
    const group = principal.members.flatMap(({ groups }) => groups).find(({ uri }) => uri === way?.source.holder_uri);
    const denials = isSure ? [] : unlessDenied(decidingRules(principal.held.denies, given, chain, truths.ofDeny));
    return { conditions: [...(way?.conditions ?? []), ...denials], group: group ? nodeOf(group) : null };
  }
}

/** What somebody has of itself counts before what a group gives. */
function rank({ holder_uri: group }: { holder_uri: string }): number {
  return group === '' ? 0 : 1;
}

function nodeOf({ uri, type, name, accountId }: Entity): AssumptionEdge['parent'] {
  return { uri, type, name, accountId };
}
