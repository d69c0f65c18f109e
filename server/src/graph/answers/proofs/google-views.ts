import type { Bitset } from '../../engine/bitset';
import { contextOf, gcpAccount, type GcpAccount, type GcpResource } from '../../providers/gcp/evaluate/account';
import { holds } from '../../providers/gcp/compile/condition';
import { BASIC_ROLES } from '../../providers/gcp/compile/role-permissions';
import { effectivePermissions, type Held } from '../../providers/gcp/evaluate/effective-access';
import { heldOf, type Source } from '../../providers/gcp/evaluate/principal-classes';
import { ResourcePermissions } from '../../providers/gcp/evaluate/resource-permissions';
import type { StoredEntity } from '../read-holders';
import type { EngineAction } from './engine-actions';
import { holderOf } from './memberships';
import { notExpressible } from './refusals';
import type { CoveredFacts } from './covered-facts';

/** A source of Google Cloud as the engine evaluates it. */
interface View {
  account: GcpAccount;
  kinds: ResourcePermissions;
  resources: Map<string, GcpResource>;
  /** Native ids of the entities of roles by the name of the role. */
  roles: Map<string, string>;
  /** The bindings and denies of identities, by source and URI. */
  held: Map<string, Held<Source>>;
}

/** Tells what the engine evaluates of sources of Google Cloud. */
export class GoogleViews {
  readonly #views = new WeakMap<CoveredFacts, View>();

  /** Returns the permissions that apply to a resource. */
  targets(tree: CoveredFacts, resource: StoredEntity): { action: string; on: string }[] {
    const { account, kinds, resources } = this.#of(tree);
    const { assetType = '' } = resources.get(resource.uri) ?? {};
    return kinds
      .probesOf(assetType)
      .flatMap(({ permissions, inside }) =>
        [...permissions].map((index) => ({ action: account.permissions.nameOf(index), on: inside ? `${resource.nativeId}/*` : resource.nativeId })),
      );
  }

  /**
   * Returns what the engine allows an identity on a resource, sorted by action.
   * @throws 422 if the source does not define a basic role that is bound to the identity
   */
  actions(identity: StoredEntity, own: CoveredFacts, resource: StoredEntity, tree: CoveredFacts): EngineAction[] {
    const { account, kinds, resources } = this.#of(tree);
    const found = resources.get(resource.uri);
    if (!found) return [];
    const held = this.#heldAt(identity, own, tree);
    this.#refuseUndefined(held, found.chain, tree);
    const actions: EngineAction[] = [];
    for (const { permissions, inside } of kinds.probesOf(found.assetType)) {
      const context = contextOf(found, inside);
      const truthOf = (condition: Parameters<typeof holds>[0]): ReturnType<typeof holds> => holds(condition, context);
      const { always, conditional } = effectivePermissions(held, permissions, found.chain, { ofBinding: truthOf, ofDeny: truthOf });
      const on = inside ? `${resource.nativeId}/*` : resource.nativeId;
      const add = (set: Bitset, value: EngineAction['value']): void => {
        for (const index of set) actions.push({ action: account.permissions.nameOf(index), on, value });
      };
      add(always, 'always');
      add(conditional, 'conditional');
    }
    return actions.sort((a, b) => (a.action < b.action ? -1 : 1));
  }

  /** Returns the facts of the defined roles that are bound to an identity at a resource or above it. */
  roleIds(identity: StoredEntity, own: CoveredFacts, resource: StoredEntity, tree: CoveredFacts): string[] {
    const { resources, roles } = this.#of(tree);
    const { chain = [] } = resources.get(resource.uri) ?? {};
    const bound = this.#heldAt(identity, own, tree).bindings.filter(({ node }) => chain.includes(node));
    return [...new Set(bound.flatMap(({ source }) => roles.get(source.policy_name) ?? []))].sort();
  }

  #heldAt(identity: StoredEntity, own: CoveredFacts, tree: CoveredFacts): Held<Source> {
    const { account, held: known } = this.#of(tree);
    const key = `${identity.sourceUid} ${identity.uri}`;
    const held = known.get(key) ?? heldOf(account, holderOf(identity, own));
    known.set(key, held);
    return held;
  }

  #refuseUndefined({ bindings }: Held<Source>, chain: readonly string[], tree: CoveredFacts): void {
    const { roles } = this.#of(tree);
    const open = bindings.find(
      ({ node, source }) => chain.includes(node) && BASIC_ROLES.includes(source.policy_name) && !roles.has(source.policy_name),
    );
    if (open)
      throw notExpressible(
        `${open.source.policy_name} is bound, and the bundle of ${tree.source.accountId} has no definition of this role. Export the roles with their permissions, and import again.`,
      );
  }

  #of(covered: CoveredFacts): View {
    const known = this.#views.get(covered);
    if (known) return known;
    const { facts } = covered;
    const account = gcpAccount(facts);
    const resources = new Map(account.resources.map((resource) => [resource.entity.uri, resource]));
    const roles = new Map(facts.policies.filter(({ kind }) => kind === 'gcp_role').map(({ policyId, holder }) => [policyId, holder.nativeId]));
    const view = { account, kinds: new ResourcePermissions(account.permissions), resources, roles, held: new Map() };
    this.#views.set(covered, view);
    return view;
  }
}
