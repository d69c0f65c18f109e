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
interface AccountTakeover {
  account: Entity;
  relation: string;
  conditions: string[];
  group: AssumptionEdge['group'];
  /** The class also needs permission to start a resource with the account. */
  needsStart: boolean;
}

const ACT_AS = 'iam.serviceAccounts.actAs';
const ACCOUNT_TYPE = 'iam.googleapis.com/ServiceAccount';

/** Collects, during evaluation, the privilege escalations of each class and the service accounts that it can act as. */
export class GcpEscalations {
  readonly steps: AssumptionEdge[] = [];
  /** Names of the permissions in escalation rules, by number. */
  readonly #watched: ReadonlyMap<number, string>;
  readonly #watchedBits: Bitset;
  readonly #held = new Map<PrincipalClass, Map<string, 'always' | 'conditional'>>();
  readonly #takeovers = new Map<PrincipalClass, AccountTakeover[]>();
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

  /** Records the access of one class of principals to one class of resources. */
  record(principal: PrincipalClass, resource: ResourceClass, { always, conditional }: AllowedActions): void {
    if (!always.intersects(this.#watchedBits) && !conditional.intersects(this.#watchedBits)) return;
    const held = this.#held.get(principal) ?? new Map<string, 'always' | 'conditional'>();
    this.#held.set(principal, held);
    for (const [index, name] of this.#watched) {
      if (always.has(index)) held.set(name, 'always');
      else if (conditional.has(index) && !held.has(name)) held.set(name, 'conditional');
    }
    const found = this.#takeovers.get(principal) ?? [];
    this.#takeovers.set(principal, found);
    found.push(
      ...(resource.assetType === ACCOUNT_TYPE
        ? this.#asAccounts(principal, resource, { always, conditional })
        : this.#byCode(principal, resource, { always, conditional })),
    );
  }

  /** Returns the escalations of a class. Call it once, after all access of the class has been recorded. */
  of(principal: PrincipalClass): Escalation[] {
    const held = this.#held.get(principal);
    if (!held) return [];
    const canStart = STARTS_AS_ACCOUNT.some((name) => held.has(name));
    const steps = new Map<string, AssumptionEdge>();
    for (const { account, relation, conditions, group, needsStart } of this.#takeovers.get(principal) ?? []) {
      if (needsStart && !canStart) continue;
      for (const { entity } of principal.members) {
        // A group does nothing itself: its members act.
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

  /** Returns the service accounts of a resource class that the principal may act as. */
  #asAccounts(principal: PrincipalClass, resource: ResourceClass, allowed: AllowedActions): AccountTakeover[] {
    for (const [permission, relation] of Object.entries(ACTS_AS_ACCOUNT)) {
      const grant = this.#by(principal, resource, allowed, [permission]);
      if (grant) return resource.members.map(({ entity }) => ({ account: entity, relation, ...grant, needsStart: false }));
    }
    const grant = this.#by(principal, resource, allowed, [ACT_AS]);
    return grant
      ? resource.members.map(({ entity }) => ({ account: entity, relation: 'may start a resource that runs as', ...grant, needsStart: true }))
      : [];
  }

  /** Returns the service accounts that the resources of a class run as. */
  #byCode(principal: PrincipalClass, resource: ResourceClass, allowed: AllowedActions): AccountTakeover[] {
    const grant = this.#by(principal, resource, allowed, RUNS_CODE);
    if (!grant) return [];
    return resource.members.flatMap(({ entity }) =>
      (this.#accountsOf.get(entity.uri) ?? []).map((account) => ({
        account,
        relation: `may run code on ${entity.name} as`,
        ...grant,
        needsStart: false,
      })),
    );
  }

  /** Returns the conditions and group of the least conditional binding that gives one of the permissions; null where none does. */
  #by(
    principal: PrincipalClass,
    { chain, probes }: ResourceClass,
    { always, conditional }: AllowedActions,
    names: readonly string[],
  ): Pick<AccountTakeover, 'conditions' | 'group'> | null {
    const required = this.account.permissions.of(names);
    const isSure = always.intersects(required);
    if (!isSure && !conditional.intersects(required)) return null;
    const { truths } = probes[0] ?? {};
    if (!truths) return null;
    const given = (isSure ? always : conditional).copy().and(required);
    const [grant] = decidingRules(principal.held.bindings, given, chain, truths.ofBinding).sort(
      (a, b) => a.conditions.length - b.conditions.length || rank(a.source) - rank(b.source),
    );
    const group = principal.members.flatMap(({ groups }) => groups).find(({ uri }) => uri === grant?.source.holder_uri);
    const denials = isSure ? [] : unlessDenied(decidingRules(principal.held.denies, given, chain, truths.ofDeny));
    return { conditions: [...(grant?.conditions ?? []), ...denials], group: group ? nodeOf(group) : null };
  }
}

/** Ranks the principal's own bindings before those of a group. */
function rank({ holder_uri: group }: { holder_uri: string }): number {
  return group === '' ? 0 : 1;
}

function nodeOf({ uri, type, name, accountId }: Entity): AssumptionEdge['parent'] {
  return { uri, type, name, accountId };
}
