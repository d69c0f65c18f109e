import { kindOf } from '../../../engine/catalogue/action-kinds';
import type { Catalogue, CatalogueAction, ResourceType } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import type { Entity } from '../../../engine/model';
import { objectsOf } from './bucket-objects';
import { isGoverned } from './governed-actions';
import { ThingsToMake } from './create-action-targets';

/** A question to policies about a resource: which of the actions do they allow on the ARN? */
export interface ResourceProbe {
  actions: Bitset;
  arn: string;
  /** What of the question it is: an action has to be allowed by each part that asks about it. Without it there is one part. */
  part?: string;
}

/** What policies are asked about a resource; made once per catalogue. */
export class ResourceKinds {
  readonly #sets = new Map<string, Bitset>();
  /** Every class of principals asks for the same resources. */
  readonly #onEntities = new WeakMap<Entity, Bitset>();
  readonly #withObjects = new Map<Bitset, Bitset>();
  readonly #withoutResource: Bitset;
  readonly #onObjects: Bitset;
  readonly #toMake: ThingsToMake;
  readonly #ofAccount: Bitset;
  readonly reads: Bitset;
  readonly writes: Bitset;
  readonly admins: Bitset;

  constructor(private readonly catalogue: Catalogue) {
    this.reads = this.#where((action) => kindOf(action) === 'READ');
    this.writes = this.#where((action) => kindOf(action) === 'WRITE');
    this.admins = this.#where((action) => kindOf(action) === 'ADMIN');
    this.#withoutResource = this.#where(({ resourceTypes }) => resourceTypes.length === 0);
    this.#onObjects = this.#ofTypes([{ service: 's3', key: 'object' }]);
    this.#toMake = ThingsToMake.of(catalogue);
    this.#ofAccount = union(this.#withoutResource, this.#toMake.actions);
  }

  /**
   * An action applies to a resource where AWS lists it for the type of the resource's ARN.
   * @param patterns resource patterns of the policies that are asked: they tell the parts of a resource apart
   */
  probesOf(entity: Entity, patterns: readonly string[]): ResourceProbe[] {
    const { type, nativeId: arn } = entity;
    if (type === 'ACCOUNT_DATA') return this.#probesOfAccount(entity, patterns);
    const own = { actions: this.#onEntity(entity), arn };
    if (type !== 'OBJECT_STORE') return [own];
    // Who reads objects of a bucket, be it one prefix only, reads from the bucket.
    return [own, ...objectsOf(arn, patterns).map((object) => ({ actions: this.#onObjects, arn: object }))];
  }

  /** All actions that the probes of an entity ask about: the same object for all entities of which the same is asked. */
  askedOn(entity: Entity): Bitset {
    if (entity.type === 'ACCOUNT_DATA') return this.#ofAccount;
    const own = this.#onEntity(entity);
    if (entity.type !== 'OBJECT_STORE') return own;
    const all = this.#withObjects.get(own) ?? union(own, this.#onObjects);
    this.#withObjects.set(own, all);
    return all;
  }

  /** Whether a pattern that does not speak of an entity itself speaks of what may be made in it. */
  reachesInto({ type, accountId }: Entity, pattern: string): boolean {
    return type === 'ACCOUNT_DATA' && this.#toMake.isToldApartBy(pattern, accountId);
  }

  /**
   * The account stands for all actions that AWS asks about without a resource, which policies grant on "*" alone, and for those that make a resource where
   * there is none yet.
   */
  #probesOfAccount({ accountId }: Entity, patterns: readonly string[]): ResourceProbe[] {
    const { untold, told } = this.#toMake.probes(accountId, patterns);
    return [{ actions: told.length === 0 ? this.#ofAccount : union(this.#withoutResource, untold), arn: '*', part: '*' }, ...told];
  }

  #onEntity(entity: Entity): Bitset {
    const actions = this.#onEntities.get(entity) ?? this.#onArn(entity.nativeId);
    this.#onEntities.set(entity, actions);
    return actions;
  }

  /** The actions on a resource that its own policy has to hand to the account before identity policies count; null: none. */
  governedOn({ nativeId: arn }: Entity): Bitset | null {
    const service = ['kms', 'sts'].find((one) => isGoverned(one, arn));
    return service === undefined ? null : this.#kept(`governed ${service}`, (action) => action.service === service);
  }

  /** Of a type that AWS's list does not know, every action of the service that names some resource may apply. */
  #onArn(arn: string): Bitset {
    const types = this.catalogue.resourceTypesOf(arn);
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
