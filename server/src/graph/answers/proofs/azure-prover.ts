import type { Tx } from '../../../platform/db/database';
import { azureGatesOf } from '../../engine/sign-in-gate';
import { azureAccount, scopeOf, type AzureAccount } from '../../providers/azure/evaluate/account';
import { effectiveActions } from '../../providers/azure/evaluate/effective-access';
import { heldOf } from '../../providers/azure/evaluate/principal-classes';
import { ResourceActions, typeOfScope } from '../../providers/azure/evaluate/resource-actions';
import { roleKeyOf } from '../../providers/azure/read/documents';
import type { StoredEntity } from '../read-holders';
import type { EngineAction } from './engine-actions';
import { groupIds, holderOf, requireOneDirectory } from './memberships';
import type { ProofDraft } from './proof-draft';
import { SoleProver } from './prover';
import { notExpressible } from './refusals';
import type { Target } from './request';
import type { SourceTree } from './covered-facts';
import type { SourceTrees } from './source-trees';

const ROOT = '/';

/** A source of Azure as the engine evaluates it. */
interface View {
  account: AzureAccount;
  applicable: ResourceActions;
  /** Native ids of the entities of roles by the key of the role. */
  roles: Map<string, string>;
}

/** Proves access to resources of Azure. */
export class AzureProver extends SoleProver {
  readonly outOfReach = 'azure-out-of-reach';
  readonly #views = new Map<string, View>();

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
    const { account } = this.#of(await this.trees.of(resource.sourceUid));
    if (account.scopes.chainOf(scopeOf(resource)).some((scope) => account.vaults.has(scope)))
      throw notExpressible(`${resource.name} is a vault with access policies, or a part of one. The format has a rule for role assignments only.`);
    await requireOneDirectory(this.tx, this.trees, identity, await this.trees.about(sourceUid, [identity.nativeId]));
  }

  async targets(resource: StoredEntity): Promise<Target[]> {
    const { account, applicable } = this.#of(await this.trees.of(resource.sourceUid));
    return [...applicable.of(typeOfScope(scopeOf(resource)))].map((index) => ({
      action: account.actions.nameOf(index),
      on: placeOf(account, index, resource),
    }));
  }

  async actions(from: StoredEntity, on: StoredEntity): Promise<EngineAction[]> {
    const { account, applicable } = this.#of(await this.trees.of(on.sourceUid));
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
    const [own, tree] = [await this.trees.about(by.sourceUid, [by.nativeId]), await this.trees.of(on.sourceUid)];
    const { account, roles } = this.#of(tree);
    const scopes = account.scopes.chainOf(scopeOf(on)).slice(1, -1);
    const missing = scopes.find((scope) => !tree.has(scope));
    if (missing !== undefined) throw notExpressible(`${on.name} lies in ${missing}, about which its source says nothing else.`);
    const kinds = ['azure_role_assignment', 'azure_deny_assignment'] as const;
    const ids = new Set(groupIds(by.nativeId, own.facts).map((id) => id.toLowerCase()));
    const assigned = account.assignments.filter(({ assignment }) => ids.has(assignment.principalId)).map(({ assignment }) => assignment.roleKey);
    return [
      draft.step(
        'azure-principal',
        groupIds(by.nativeId, own.facts).map((nativeId) => draft.fact({ tree: own, nativeId }, [])),
      ),
      draft.step(
        'azure-resource',
        [...new Set([on.nativeId, ...scopes, ROOT])].map((nativeId) => draft.fact({ tree, nativeId }, kinds)),
      ),
      ...[...new Set(assigned.flatMap((key) => roles.get(key) ?? []))].map((nativeId) => draft.fact({ tree, nativeId }, ['azure_role_definition'])),
    ];
  }

  #of({ source, facts }: SourceTree): View {
    const known = this.#views.get(source.sourceUid);
    if (known) return known;
    const account = azureAccount(facts);
    const definitions = facts.policies.filter(({ kind }) => kind === 'azure_role_definition');
    const roles = new Map(definitions.map(({ policyId, holder }) => [roleKeyOf(policyId), holder.nativeId]));
    const view = { account, applicable: new ResourceActions(account.actions), roles };
    this.#views.set(source.sourceUid, view);
    return view;
  }
}

/** Returns what an action is about: the resource, or the data in it. */
function placeOf({ actions }: AzureAccount, index: number, { nativeId }: StoredEntity): string {
  return actions.actions[index]?.plane === 'data' ? `${nativeId}/*` : nativeId;
}
