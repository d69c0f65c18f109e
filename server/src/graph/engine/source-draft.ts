import { resourceUri, type Entity, type Warning } from './model';
import type { EventFact, PolicyFact, Relation, SourceFacts, UsageFact } from './source-facts';
import { firstDayOf } from './usage-counts';

/** Collects the facts of one source, each once. It records with file and place what was left out. */
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

  /** Returns the new entity, or the existing one with this URI. */
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

  /** Relates two entities by native id, with the URI of those in the source. Repeating it changes nothing. */
  relate(child: string, parent: string, kind: Relation['kind'], detail: Record<string, unknown> = {}): void {
    if (child === parent) return;
    this.#relations.set(`${kind} ${child} ${parent}`, { child: this.#reference(child), parent: this.#reference(parent), kind, detail });
  }

  /** Returns the native ids of the machines, functions and containers that run as an identity. */
  runningAs(identity: string): string[] {
    return [...this.#relations.values()].flatMap(({ kind, child, parent }) =>
      kind === 'runs_as' && parent.nativeId === identity ? [child.nativeId] : [],
    );
  }

  addPolicy(policy: PolicyFact): void {
    const key = `${policy.kind} ${policy.policyId} ${policy.holder.nativeId}`;
    if (!this.#policies.has(key)) this.#policies.set(key, policy);
  }

  warn(at: { file: string; place: string }, within: string, message: string): void {
    this.#warnings.push({ file: at.file, place: `${at.place}${within}`, message });
  }

  result(): SourceFacts {
    // A machine or function that runs as an identity acts itself.
    for (const { kind, child } of this.#relations.values()) {
      const acting = kind === 'runs_as' ? this.#byNativeId.get(child.nativeId) : undefined;
      if (acting) acting.isIdentity = true;
    }
    return {
      cloudType: this.cloudType,
      accountId: this.accountId,
      entities: [...this.#entities.values()],
      // An entity that was unknown when the relation was recorded may be known by now.
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
  /** Last part of the URI. It distinguishes the entity from others of its type. */
  id: string;
  nativeId: string;
  name: string;
  region?: string;
  /** The account that owns the entity, where it differs from the source's account. */
  accountId?: string;
  isIdentity: boolean;
  isResource: boolean;
  attributes: Record<string, unknown>;
}
