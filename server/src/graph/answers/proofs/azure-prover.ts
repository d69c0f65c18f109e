import type { Tx } from '../../../platform/db/database';
import { azureGatesOf } from '../../engine/sign-in-gate';
import { scopesById, toScope } from '../../providers/azure/compile/scopes';
import { azureAccount, scopeOf, type AzureAccount } from '../../providers/azure/evaluate/account';
import { effectiveActions } from '../../providers/azure/evaluate/effective-access';
import { heldOf } from '../../providers/azure/evaluate/principal-classes';
import { idPartsFor, ResourceActions, typeOfScope } from '../../providers/azure/evaluate/resource-actions';
import { readRoleAssignment, roleKeyOf, type RoleAssignment } from '../../providers/azure/read/documents';
import { readResourceIds } from '../../store/read-resource-ids';
import type { StoredEntity } from '../read-holders';
import type { CoveredFacts } from './covered-facts';
import type { EngineAction } from './engine-actions';
import { groupIds, holderOf, requireOneDirectory } from './memberships';
import type { ProofDraft } from './proof-draft';
import { SoleProver } from './prover';
import { notExpressible } from './refusals';
import type { Target } from './request';
import type { SourceTrees } from './source-trees';

const ROOT = '/';

/** A source of Azure as the engine evaluates it for resources of a type. */
interface View {
  type: string;
  account: AzureAccount;
  applicable: ResourceActions;
  /** Native ids of the entities of roles by the key of the role. */
  roles: Map<string, string>;
}

/** Proves access to resources of Azure. */
export class AzureProver extends SoleProver {
  readonly outOfReach = 'azure-out-of-reach';
  readonly #views = new WeakMap<CoveredFacts, View>();
  readonly #types = new Map<string, string[]>();

  constructor(
    private readonly tx: Tx,
    private readonly trees: SourceTrees,
  ) {
    super();
  }

  /** @throws 422 if proofs cannot be about the identity or the resource */
  async require(identity: StoredEntity, resource: StoredEntity): Promise<void> {
    const { cloudType, name, sourceUid, type } = identity;
    if (!['AZURE', 'IDP_AZURE_AD'].includes(cloudType) || type.includes('GROUP'))
      throw notExpressible(
        `${name} is no user, service principal or managed identity of Entra ID. Choose such an identity, such as a member of the group.`,
      );
    if (sourceUid === '') throw notExpressible(`no source lists ${name}, so its groups are not known. Connect Entra ID.`);
    if (Object.keys(azureGatesOf(identity)).length > 0)
      throw notExpressible(`conditional access policies decide whether ${name} can sign in to Azure, and the format has no rule for them.`);
    const { account } = await this.#viewOf(await this.factsOf(identity, resource), resource);
    if (account.scopes.chainOf(scopeOf(resource)).some((scope) => account.vaults.has(scope)))
      throw notExpressible(`${resource.name} is a vault with access policies, or a part of one. The format has a rule for role assignments only.`);
    await requireOneDirectory(this.tx, this.trees, identity, await this.trees.about(sourceUid, [identity.nativeId]));
  }

  /** Returns the facts about a resource, all scopes above it, and the roles that are assigned to an identity anywhere in the source. */
  async factsOf(from: StoredEntity, on: StoredEntity): Promise<CoveredFacts> {
    const scope = scopeOf(on);
    const some = await this.trees.about(on.sourceUid, [from.nativeId, on.nativeId, scope, ...scopesById(scope), ROOT]);
    if (some.isWhole) return some;
    const own = await this.trees.about(from.sourceUid, [from.nativeId]);
    const policies = some.facts.policies.flatMap(({ kind, document }) => (kind === 'azure_role_assignment' ? [JSON.parse(document) as unknown] : []));
    return this.trees.about(on.sourceUid, roleIdsOf(policies.map(readRoleAssignment), rolesIn(some), from, own));
  }

  async targets(resource: StoredEntity, covered: CoveredFacts): Promise<Target[]> {
    const { account, applicable } = await this.#viewOf(covered, resource);
    return [...applicable.of(typeOfScope(scopeOf(resource)))].map((index) => ({
      action: account.actions.nameOf(index),
      on: placeOf(account, index, resource),
    }));
  }

  async actions(from: StoredEntity, on: StoredEntity): Promise<EngineAction[]> {
    const { account, applicable } = await this.#viewOf(await this.factsOf(from, on), on);
    const scope = scopeOf(on);
    const held = heldOf(account, holderOf(from, await this.trees.about(from.sourceUid, [from.nativeId])));
    const { always, conditional } = effectiveActions(held, applicable.of(typeOfScope(scope)), account.scopes.chainOf(scope));
    return (
      [
        [always, 'always'],
        [conditional, 'conditional'],
      ] as const
    )
      .flatMap(([set, value]) => [...set].map((index) => ({ action: account.actions.nameOf(index), on: placeOf(account, index, on), value })))
      .sort((a, b) => (a.action < b.action ? -1 : 1));
  }

  async decidesStep(draft: ProofDraft, by: StoredEntity, on: StoredEntity, parameters: { on: string; actions: string[] }): Promise<string> {
    return draft.step('azure-decides', await this.sides(draft, by, on), parameters);
  }

  /** Adds also the facts of the roles that are assigned. */
  async sides(draft: ProofDraft, by: StoredEntity, on: StoredEntity): Promise<string[]> {
    const [own, tree] = [await this.trees.about(by.sourceUid, [by.nativeId]), await this.factsOf(by, on)];
    const { account, roles } = await this.#viewOf(tree, on);
    const assignments = account.assignments.map(({ assignment }) => assignment);
    // The fact of the root lists what is assigned at management groups of unknown place, and the checker refuses what depends on it.
    const scopes = account.scopes
      .chainOf(scopeOf(on))
      .slice(1, -1)
      .filter((scope) => account.scopes.isPlaced(scope));
    const missing = scopes.find((scope) => !tree.has(scope));
    if (missing !== undefined) throw notExpressible(`${on.name} lies in ${missing}, about which its source says nothing else.`);
    const kinds = ['azure_role_assignment', 'azure_deny_assignment'] as const;
    return [
      draft.step(
        'azure-principal',
        groupIds(by.nativeId, own.facts).map((nativeId) => draft.fact({ tree: own, nativeId }, [])),
      ),
      draft.step(
        'azure-resource',
        [...new Set([on.nativeId, ...scopes, ROOT])].map((nativeId) => draft.fact({ tree, nativeId }, kinds)),
      ),
      ...roleIdsOf(assignments, roles, by, own).map((nativeId) => draft.fact({ tree, nativeId }, ['azure_role_definition'])),
    ];
  }

  async #viewOf(covered: CoveredFacts, resource: StoredEntity): Promise<View> {
    const type = typeOfScope(scopeOf(resource));
    const known = this.#views.get(covered);
    if (known && (covered.isWhole || known.type === type)) return known;
    const { facts } = covered;
    const account = azureAccount(facts, covered.isWhole ? [] : await this.#typesFor(resource, type));
    const view = { type, account, applicable: new ResourceActions(account.actions), roles: rolesIn(covered) };
    this.#views.set(covered, view);
    return view;
  }

  /** Returns the types of resources of a source whose usual actions apply to a type. */
  async #typesFor({ sourceUid }: StoredEntity, type: string): Promise<string[]> {
    const known = this.#types.get(`${sourceUid} ${type}`);
    if (known) return known;
    const ids = await readResourceIds(this.tx, { tenantId: this.trees.moment.tenantId, sourceUid }, idPartsFor(type));
    const types = [...new Set(ids.map((id) => typeOfScope(toScope(id))))];
    this.#types.set(`${sourceUid} ${type}`, types);
    return types;
  }
}

/** Returns the native ids of the entities of roles by the key of the role. */
function rolesIn({ facts: { policies } }: CoveredFacts): Map<string, string> {
  const definitions = policies.filter(({ kind }) => kind === 'azure_role_definition');
  return new Map(definitions.map(({ policyId, holder }) => [roleKeyOf(policyId), holder.nativeId]));
}

/** Returns the native ids of the entities of the roles that are assigned to an identity or its groups. */
function roleIdsOf(assignments: readonly RoleAssignment[], roles: View['roles'], { nativeId }: StoredEntity, own: CoveredFacts): string[] {
  const ids = new Set(groupIds(nativeId, own.facts).map((id) => id.toLowerCase()));
  const assigned = assignments.filter(({ principalId }) => ids.has(principalId));
  return [...new Set(assigned.flatMap(({ roleKey }) => roles.get(roleKey) ?? []))];
}

/** Returns what an action is about: the resource, or the data in it. */
function placeOf({ actions }: AzureAccount, index: number, { nativeId }: StoredEntity): string {
  return actions.actions[index]?.plane === 'data' ? `${nativeId}/*` : nativeId;
}
