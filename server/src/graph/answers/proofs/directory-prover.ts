import type { Tx } from '../../../platform/db/database';
import { isGroupType } from '../../engine/model';
import { allowedBy, DirectoryGrants } from '../../providers/directory/compile/directory-grants';
import type { DirectoryRules } from '../../providers/directory/compile/directory-rules';
import { classifyPrincipals, classifyResources, type ResourceClass } from '../../providers/directory/evaluate/directory-classes';
import { grantsOn } from '../../providers/directory/evaluate/evaluate';
import { DIRECTORY_RULES } from '../../providers/evaluators';
import type { StoredEntity } from '../read-holders';
import type { EngineAction } from './engine-actions';
import { groupIds, holderOf, requireOneDirectory } from './memberships';
import type { ProofDraft } from './proof-draft';
import { SoleProver } from './prover';
import { notExpressible } from './refusals';
import type { Target } from './request';
import type { CoveredFacts } from './covered-facts';
import type { SourceTrees } from './source-trees';

/** A directory as the engine evaluates it. */
interface View {
  rules: DirectoryRules;
  grants: DirectoryGrants;
  classOf: ReadonlyMap<string, ResourceClass>;
}

/** Returns the rules of a directory; undefined for other sources. */
function rulesOf(cloudType: string): DirectoryRules | undefined {
  return (DIRECTORY_RULES as Readonly<Record<string, DirectoryRules | undefined>>)[cloudType];
}

/** Reports whether proofs of directories are about sources of a type. */
export function isDirectory(cloudType: string): boolean {
  return rulesOf(cloudType) !== undefined;
}

/** Proves access to users, groups and applications of a directory, and to its settings. */
export class DirectoryProver extends SoleProver {
  readonly outOfReach = 'directory-out-of-reach';
  readonly #views = new WeakMap<CoveredFacts, View>();

  constructor(
    private readonly tx: Tx,
    private readonly trees: SourceTrees,
  ) {
    super();
  }

  /** @throws 422 if proofs cannot be about the identity or the resource */
  async require(identity: StoredEntity, resource: StoredEntity): Promise<void> {
    const { name, sourceUid, type } = identity;
    if (isGroupType(type)) throw notExpressible(`${name} is a group. Choose an identity that acts itself, such as a member of the group.`);
    if (sourceUid !== resource.sourceUid)
      throw notExpressible(`${name} is of another source than ${resource.name}. The format has a rule for identities of the same directory only.`);
    const tree = await this.factsOf(identity, resource);
    await requireOneDirectory(this.tx, this.trees, identity, tree);
    await requireOneDirectory(this.tx, this.trees, resource, tree);
  }

  factsOf(from: StoredEntity, on: StoredEntity): Promise<CoveredFacts> {
    return this.trees.about(on.sourceUid, [from.nativeId, on.nativeId]);
  }

  /** Returns the actions on resources of this type that a role of the directory or a standard role has. */
  async targets({ uri, nativeId, type }: StoredEntity, covered: CoveredFacts): Promise<Target[]> {
    const { rules, grants, classOf } = this.#of(covered);
    if (!classOf.has(uri)) return [];
    const names = new Set([...grants.names, ...rules.standardRoles.flatMap(({ actions }) => actions)]);
    return [...names].filter((name) => rules.actionOf(name).type === type).map((action) => ({ action, on: nativeId }));
  }

  async actions(from: StoredEntity, on: StoredEntity): Promise<EngineAction[]> {
    const tree = await this.factsOf(from, on);
    const { grants, classOf } = this.#of(tree);
    const [principal] = classifyPrincipals(tree.source.accountId, grants, { holders: [holderOf(from, tree)] });
    const resource = classOf.get(on.uri);
    if (!principal || !resource) return [];
    const { always, conditional } = allowedBy(grantsOn(principal, resource), grants.names.length);
    return (
      [
        [always, 'always'],
        [conditional, 'conditional'],
      ] as const
    )
      .flatMap(([set, value]) => [...set].map((index) => ({ action: grants.names[index] ?? '', on: on.nativeId, value })))
      .sort((a, b) => (a.action < b.action ? -1 : 1));
  }

  async decidesStep(draft: ProofDraft, by: StoredEntity, on: StoredEntity, parameters: { on: string; actions: string[] }): Promise<string> {
    return draft.step('directory-decides', await this.sides(draft, by, on), parameters);
  }

  async sides(draft: ProofDraft, by: StoredEntity, on: StoredEntity): Promise<string[]> {
    const tree = await this.factsOf(by, on);
    const kinds = ['admin_role', 'app_assignment', 'federated_assignment'] as const;
    return [by, on].map(({ nativeId }) =>
      draft.step(
        'directory-member',
        groupIds(nativeId, tree.facts).map((id) => draft.fact({ tree, nativeId: id }, kinds)),
      ),
    );
  }

  #of(covered: CoveredFacts): View {
    const known = this.#views.get(covered);
    if (known) return known;
    const { facts } = covered;
    const rules = rulesOf(facts.cloudType);
    if (!rules) throw new Error(`a source of ${facts.cloudType} is no directory`);
    const grants = new DirectoryGrants(facts.policies, rules);
    const classes = classifyResources(facts, grants, rules);
    const classOf = new Map(classes.flatMap((one) => one.members.map(({ uri }) => [uri, one] as const)));
    const view = { rules, grants, classOf };
    this.#views.set(covered, view);
    return view;
  }
}
