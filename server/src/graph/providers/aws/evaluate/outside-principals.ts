import { Bitset } from '../../../engine/bitset';
import type { PolicyFact, SourceFacts } from '../../../engine/source-facts';
import { literalBeginning } from '../../../engine/wildcard';
import type { StatementCompiler } from '../compile/compiled-statement';
import { PARSED_DOCUMENTS } from '../compile/parsed-documents';
import { awsAccount } from './account';
import { withForeignPoints } from './foreign-access-points';
import { accountOf, namesMany } from './principal-names';
import { ResourcePolicies, type ResourcePolicy } from './resource-policies';
import { ResourceProbes } from './resource-probes';

/** A resource or role of an account whose own policy may allow principals of another account something. */
interface Target {
  /** The ARN of the resource, or of something that counts with it. */
  arn: string;
  /** The actions that its policy allows anyone. */
  actions: Bitset;
}

/** The targets for the principals of one account. */
interface Targets {
  /** In the order of their ARNs. */
  sorted: readonly Target[];
  byArn: ReadonlyMap<string, readonly Target[]>;
  /** The actions of all; null where there are none. */
  actions: Bitset | null;
  /** A grant names the account as a whole: it needs no identity policy on the resource. */
  grantsAll: boolean;
}

/**
 * Finds the principals of other accounts that the policies of one account may give access. In an organization whose resources are shared with every
 * account, most principals hold no policy about any of them. An evaluation without these gives the same access, at a fraction of the cost.
 */
export class OutsidePrincipals {
  readonly #grantees: ReadonlySet<string>;
  readonly #forEveryone: Target[] = [];
  readonly #byAccount = new Map<string, Target[]>();
  #general: Targets | undefined;

  /**
   * @param facts the account with the resources
   * @param compiler compiles the policies of its resources and roles
   */
  constructor(
    facts: SourceFacts,
    { canonicalUsers, accessPoints }: { canonicalUsers: ReadonlyMap<string, string>; accessPoints: readonly PolicyFact[] },
    compiler: StatementCompiler,
  ) {
    const account = withForeignPoints(awsAccount(facts, canonicalUsers), accessPoints);
    const policies = new ResourcePolicies(account, compiler);
    const probes = ResourceProbes.of(compiler.catalogue);
    this.#grantees = policies.grantees();
    const arnsOf = new Map<ResourcePolicy, string[]>();
    for (const entity of account.entities) {
      const policy = policies.of(entity.nativeId);
      if (!policy) continue;
      const arns = new Set([entity.nativeId, ...probes.probesOf(entity, []).map(({ arn }) => arn)]);
      arnsOf.set(policy, [...(arnsOf.get(policy) ?? []), ...arns]);
    }
    for (const [policy, arns] of arnsOf) this.#add(policy, arns);
  }

  #add(policy: ResourcePolicy, arns: readonly string[]): void {
    const allows = policy.statements.flatMap(({ statement }) => (statement.effect === 'Allow' ? [statement] : []));
    if (allows.length === 0) return;
    const actions = Bitset.union(allows.map(({ actions: own }) => own));
    const targets = arns.map((arn) => ({ arn, actions }));
    const names = allows.flatMap(({ principals, notPrincipals }) => (notPrincipals ? ['*'] : (principals?.AWS ?? [])));
    if (names.includes('*')) this.#forEveryone.push(...targets);
    else
      for (const account of new Set(names.flatMap((name) => accountOf(name) ?? [])))
        this.#byAccount.set(account, [...(this.#byAccount.get(account) ?? []), ...targets]);
  }

  /**
   * Returns the part of another account's facts that matters here: principals with a policy about a shared resource or role, or that a grant names, with
   * their groups, and all policies of these.
   * @param other the identities of the account, as `identityFacts` returns them
   * @param compiler compiles the policies of the other account; pass the same one for several accounts
   */
  of(other: SourceFacts, compiler: StatementCompiler): SourceFacts {
    const targets = this.#targetsOf(other.accountId);
    if (targets.grantsAll) return other;
    const holders = new Set<string>();
    const known = new Map<string, boolean>();
    for (const { kind, holder, document } of other.policies) {
      if (kind !== 'identity' || holders.has(holder.nativeId)) continue;
      const reaches = known.get(document) ?? mayReach(document, targets, compiler);
      known.set(document, reaches);
      if (reaches) holders.add(holder.nativeId);
    }
    return principalsOf(other, (nativeId) => holders.has(nativeId) || this.#grantees.has(nativeId));
  }

  #targetsOf(accountId: string): Targets {
    const own = this.#byAccount.get(accountId);
    if (!own) return (this.#general ??= this.#indexed(this.#forEveryone, null));
    return this.#indexed([...this.#forEveryone, ...own], accountId);
  }

  #indexed(targets: readonly Target[], accountId: string | null): Targets {
    const byArn = new Map<string, Target[]>();
    for (const target of targets) byArn.set(target.arn, [...(byArn.get(target.arn) ?? []), target]);
    const names = [...this.#grantees];
    return {
      sorted: [...targets].sort((a, b) => (a.arn < b.arn ? -1 : Number(a.arn > b.arn))),
      byArn,
      actions: targets.length > 0 ? Bitset.union([...new Set(targets.map(({ actions }) => actions))]) : null,
      grantsAll: names.some((name) => name === '*' || (accountId !== null && namesMany(name) && accountOf(name) === accountId)),
    };
  }
}

/** Reports whether a statement of an identity policy may allow something that the policy of a target allows too. */
function mayReach(text: string, { sorted, byArn, actions: wanted }: Targets, compiler: StatementCompiler): boolean {
  const document = wanted && PARSED_DOCUMENTS.of(text);
  if (!document) return false;
  return compiler.compileDocument(document).some(({ effect, actions, patterns, negated }) => {
    if (effect !== 'Allow' || !actions.intersects(wanted)) return false;
    const isGiven = (target: Target): boolean => actions.intersects(target.actions);
    return negated ? sorted.some(isGiven) : patterns.some((pattern) => someCovered(pattern, sorted, byArn, isGiven));
  });
}

/**
 * Reports whether a pattern may cover a target, or objects of it, that meets a condition. It looks only at the text before the first wildcard or variable, so
 * it may report too many.
 */
function someCovered(pattern: string, sorted: readonly Target[], byArn: Targets['byArn'], isGiven: (target: Target) => boolean): boolean {
  const literal = literalBeginning(pattern.split('${', 1)[0] ?? '');
  for (let index = firstAtLeast(sorted, literal); sorted[index]?.arn.startsWith(literal); index += 1)
    if (isGiven(sorted[index] as Target)) return true;
  // Objects: the bucket's ARN ends at a slash.
  for (let slash = literal.indexOf('/'); slash >= 0; slash = literal.indexOf('/', slash + 1)) {
    if (byArn.get(literal.slice(0, slash))?.some(isGiven)) return true;
  }
  return false;
}

/** Returns the index of the first target whose ARN is not less than a text, by UTF-16 code units. */
function firstAtLeast(sorted: readonly Target[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as Target).arn < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the chosen principals of an account with the members of chosen groups, the groups of all of these, and their policies. */
function principalsOf(facts: SourceFacts, isChosen: (nativeId: string) => boolean): SourceFacts {
  const memberships = facts.relations.filter(({ kind }) => kind === 'member_of');
  const kept = new Set(facts.entities.map(({ nativeId }) => nativeId).filter(isChosen));
  const members = memberships.filter(({ parent }) => kept.has(parent.nativeId)).map(({ child }) => child.nativeId);
  for (const member of members) kept.add(member);
  const groups = memberships.filter(({ child }) => kept.has(child.nativeId)).map(({ parent }) => parent.nativeId);
  for (const group of groups) kept.add(group);
  return {
    ...facts,
    entities: facts.entities.filter(({ nativeId }) => kept.has(nativeId)),
    relations: memberships.filter(({ child }) => kept.has(child.nativeId)),
    policies: facts.policies.filter(({ holder }) => kept.has(holder.nativeId)),
  };
}
