import { kindOf } from '../../../engine/catalogue/action-kinds';
import type { Catalogue, CatalogueAction, ResourceType } from '../../../engine/catalogue/catalogue';
import { perCatalogue } from '../../../engine/catalogue/per-catalogue';
import { Bitset } from '../../../engine/bitset';
import type { Entity } from '../../../engine/model';
import { objectsOf } from './bucket-objects';
import { isProviderOwned, mayTake, needsNoPermission } from './provider-owned';
import { requiresDelegation } from './delegated-actions';
import { CreateActionTargets } from './create-action-targets';

/** A question to policies about a resource: which actions do they allow on the ARN? */
export interface ResourceProbe {
  actions: Bitset;
  arn: string;
  /** Name of the part that the probe belongs to. Every part that contains an action must allow it. Without a name there is one part. */
  part?: string;
}

/** Returns the ARNs and actions to test for a resource. */
export class ResourceProbes {
  readonly #sets = new Map<string, Bitset>();
  /** A cache: every class of principals needs the same sets. */
  readonly #onEntities = new WeakMap<Entity, Bitset>();
  readonly #withObjects = new Map<Bitset, Bitset>();
  readonly #withoutResource: Bitset;
  readonly #onObjects: Bitset;
  readonly #createTargets: CreateActionTargets;
  readonly #ofAccount: Bitset;
  readonly reads: Bitset;
  readonly writes: Bitset;
  readonly admins: Bitset;

  /** Returns the shared instance of a catalogue. It depends on nothing else. */
  static readonly of = perCatalogue((catalogue) => new ResourceProbes(catalogue));

  private constructor(private readonly catalogue: Catalogue) {
    this.reads = this.#where((action) => kindOf(action) === 'READ');
    this.writes = this.#where((action) => kindOf(action) === 'WRITE');
    this.admins = this.#where((action) => kindOf(action) === 'ADMIN');
    this.#withoutResource = this.#where(({ id, resourceTypes }) => resourceTypes.length === 0 && !needsNoPermission(id.toLowerCase()));
    this.#onObjects = this.#ofTypes([{ service: 's3', key: 'object' }]);
    this.#createTargets = CreateActionTargets.of(catalogue);
    this.#ofAccount = union(this.#withoutResource, this.#createTargets.actions);
  }

  /**
   * Returns the probes for a resource. An action applies where AWS lists it for the resource type of the ARN.
   * @param patterns resource patterns of the evaluated policies, which distinguish the parts of a resource
   */
  probesOf(entity: Entity, patterns: readonly string[]): ResourceProbe[] {
    const { type, nativeId: arn } = entity;
    if (type === 'ACCOUNT_DATA') return this.#probesOfAccount(entity, patterns);
    const own = { actions: this.#onEntity(entity), arn };
    if (type !== 'OBJECT_STORE') return [own];
    // Read access to any object of a bucket, even under one prefix, counts as read access to the bucket.
    return [own, ...objectsOf(arn, patterns).map((object) => ({ actions: this.#onObjects, arn: object }))];
  }

  /** Returns all actions that the probes of an entity test. Equal sets are the same object. */
  probedActions(entity: Entity): Bitset {
    if (entity.type === 'ACCOUNT_DATA') return this.#ofAccount;
    const own = this.#onEntity(entity);
    if (entity.type !== 'OBJECT_STORE') return own;
    const all = this.#withObjects.get(own) ?? union(own, this.#onObjects);
    this.#withObjects.set(own, all);
    return all;
  }

  /** Reports whether a pattern covers resources that may be created in an entity. */
  coversInside({ type, accountId }: Entity, pattern: string): boolean {
    return type === 'ACCOUNT_DATA' && this.#createTargets.isDistinguishedBy(pattern, accountId);
  }

  /** Returns the probes of the account, which represents all actions without a resource, granted on "*" alone, and all create actions. */
  #probesOfAccount({ accountId }: Entity, patterns: readonly string[]): ResourceProbe[] {
    const { undistinguished, distinguished } = this.#createTargets.probes(accountId, patterns);
    return [
      { actions: distinguished.length === 0 ? this.#ofAccount : union(this.#withoutResource, undistinguished), arn: '*', part: '*' },
      ...distinguished,
    ];
  }

  #onEntity(entity: Entity): Bitset {
    const actions = this.#onEntities.get(entity) ?? this.#whatCustomersMay(entity.nativeId);
    this.#onEntities.set(entity, actions);
    return actions;
  }

  /**
   * Returns the actions on a resource for which its policy must delegate to the account before identity policies count; null where there are none.
   */
  delegatedActions({ nativeId: arn }: Entity): Bitset | null {
    const service = ['kms', 'sts'].find((one) => requiresDelegation(one, arn));
    return service === undefined ? null : this.#kept(`delegated ${service}`, (action) => action.service === service);
  }

  #whatCustomersMay(arn: string): Bitset {
    const actions = this.#onArn(arn);
    if (!isProviderOwned(arn)) return actions;
    const linked = arn.includes(':role/aws-service-role/') ? 'linked' : 'owned';
    return this.#kept(`${linked} ${actions.key}`, (action) => actions.has(action.index) && mayTake(action.id.toLowerCase(), kindOf(action), arn));
  }

  /** For a type that AWS's list does not contain, every action of the service with a resource type may apply. */
  #onArn(arn: string): Bitset {
    const types = this.catalogue.targetTypesOf(arn);
    if (types.length > 0) return this.#ofTypes(types);
    const service = arn.split(':')[2] ?? '';
    return this.#kept(`service ${service}`, (action) => action.service === service && action.resourceTypes.length > 0);
  }

  #ofTypes(types: readonly ResourceType[]): Bitset {
    const keys = types.map(({ service, key }) => `${service}/${key}`);
    return this.#kept(keys.join(' '), ({ service, resourceTypes }) => resourceTypes.some((type) => keys.includes(`${service}/${type}`)));
  }

  #kept(key: string, test: (action: CatalogueAction) => boolean): Bitset {
    const actions = this.#sets.get(key) ?? this.#where(test);
    this.#sets.set(key, actions);
    return actions;
  }

  #where(test: (action: CatalogueAction) => boolean): Bitset {
    const { actions } = this.catalogue;
    return Bitset.of(
      actions.length,
      actions.filter(test).map(({ index }) => index),
    );
  }
}

function union(one: Bitset, other: Bitset): Bitset {
  return Bitset.emptyLikeAll([one, other]).or(one).or(other);
}
