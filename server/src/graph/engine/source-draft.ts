import { resourceUri, type Entity, type Warning } from './model';
import type { EventFact, PolicyFact, Relation, SourceFacts, UsageFact } from './source-facts';
import { firstDayOf } from './usage-counts';

/** One source while it is normalised: everything once, and with file and place what was left out. */
export class SourceDraft {
  readonly #entities = new Map<string, Entity>();
  readonly #byNativeId = new Map<string, Entity>();
  readonly #relations = new Map<string, Relation>();
  readonly #policies = new Map<string, PolicyFact>();
  readonly #warnings: Warning[] = [];
  usage: UsageFact[] = [];
  events: EventFact[] = [];

  constructor(
    private readonly tenantId: string,
    private readonly cloudType: SourceFacts['cloudType'],
    readonly accountId: string,
  ) {}

  /** The entity; where one with this URI is there already, that one. */
  add({ type, id, nativeId, name, region = '', accountId = this.accountId, isIdentity, isResource, attributes }: EntityFacts): Entity {
    const uri = resourceUri(this.tenantId, this.cloudType, accountId, region, type, id);
    const known = this.#entities.get(uri);
    if (known) return known;
    const entity = { uri, nativeId, name, type, accountId, cloudType: this.cloudType, region: region || '-', isIdentity, isResource, attributes };
    this.#entities.set(uri, entity);
    this.#byNativeId.set(nativeId, entity);
    return entity;
  }

  get entities(): Iterable<Entity> {
    return this.#entities.values();
  }

  find(nativeId: string): Entity | undefined {
    return this.#byNativeId.get(nativeId);
  }

  /** Between native ids; the URI of what the source has is put in. A second time says nothing new. */
  relate(child: string, parent: string, kind: Relation['kind'], detail: Record<string, unknown> = {}): void {
    if (child === parent) return;
    this.#relations.set(`${kind} ${child} ${parent}`, { child: this.#reference(child), parent: this.#reference(parent), kind, detail });
  }

  addPolicy(policy: PolicyFact): void {
    const key = `${policy.kind} ${policy.policyId} ${policy.holder.nativeId}`;
    if (!this.#policies.has(key)) this.#policies.set(key, policy);
  }

  warn(at: { file: string; place: string }, within: string, message: string): void {
    this.#warnings.push({ file: at.file, place: `${at.place}${within}`, message });
  }

  result(): SourceFacts {
    // A machine or a function that runs as somebody acts.
    for (const { kind, child } of this.#relations.values()) {
      const acting = kind === 'runs_as' ? this.#byNativeId.get(child.nativeId) : undefined;
      if (acting) acting.isIdentity = true;
    }
    return {
      cloudType: this.cloudType,
      accountId: this.accountId,
      entities: [...this.#entities.values()],
      // What was not known yet when the relation was made may be by now.
      relations: [...this.#relations.values()].map((relation) => ({
        ...relation,
        child: this.#reference(relation.child.nativeId),
        parent: this.#reference(relation.parent.nativeId),
      })),
      policies: [...this.#policies.values()],
      usage: this.usage,
      events: this.events,
      usageSince: firstDayOf(this.usage),
      warnings: this.#warnings,
    };
  }

  #reference(nativeId: string): Relation['child'] {
    const uri = this.#byNativeId.get(nativeId)?.uri;
    return uri === undefined ? { nativeId } : { nativeId, uri };
  }
}

export interface EntityFacts {
  type: string;
  /** Last part of the URI: what tells the entity from others of its type. */
  id: string;
  nativeId: string;
  name: string;
  region?: string;
  /** Of a member account; else that of the source. */
  accountId?: string;
  isIdentity: boolean;
  isResource: boolean;
  attributes: Record<string, unknown>;
}
