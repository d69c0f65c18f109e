import { parsePolicyDocument, type PolicyDocument } from '../compile/policy-document';
import { resourceUri, type Entity, type Warning } from '../../../engine/model';
import type { EventFact, PolicyFact, PolicyKind, Reference, Relation, SourceFacts, UsageFact } from '../../../engine/source-facts';
import type { Origin } from '../read/shapes';

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

/** A policy that is read, whatever it will be attached to. */
export interface DraftPolicy {
  policyId: string;
  policyName: string;
  /** URI of the policy as an entity, or of its holder where it is inline. */
  policyUri: string;
  document: PolicyDocument;
}

/** One account while it is normalised: collects entities once each, and says with file and place what was left out. */
export class AccountDraft {
  readonly #entities = new Map<string, Entity>();
  readonly #byNativeId = new Map<string, Entity>();
  readonly #policies = new Map<string, DraftPolicy>();
  readonly #attached = new Map<string, PolicyFact>();
  readonly #relations = new Map<string, Relation>();
  readonly #usage: UsageFact[] = [];
  /** The first day that a log covers. */
  usageSince: string | null = null;
  events: EventFact[] = [];
  readonly #warnings: Warning[] = [];

  constructor(
    private readonly tenantId: string,
    private readonly cloudType: SourceFacts['cloudType'],
    readonly accountId: string,
  ) {}

  get entities(): Iterable<Entity> {
    return this.#entities.values();
  }

  get policies(): Iterable<DraftPolicy> {
    return this.#policies.values();
  }

  /** The entity, or null where one with this URI is there already. */
  add(facts: EntityFacts): Entity | null {
    const { type, id, nativeId, name, region = '', accountId = this.accountId, isIdentity, isResource, attributes } = facts;
    const uri = resourceUri(this.tenantId, this.cloudType, accountId, region, type, id);
    if (this.#entities.has(uri)) return null;
    const entity = { uri, nativeId, name, type, accountId, cloudType: this.cloudType, region: region || '-', isIdentity, isResource, attributes };
    this.#entities.set(uri, entity);
    this.#byNativeId.set(nativeId, entity);
    return entity;
  }

  find(nativeId: string): Entity | undefined {
    return this.#byNativeId.get(nativeId);
  }

  /** What an id means here; by the id alone where it is of no entity that is known by now. */
  reference(nativeId: string): Reference {
    return this.#byNativeId.get(nativeId) ?? { nativeId };
  }

  /** Keeps a policy that has an id of its own, whether or not anything holds it. */
  addPolicy(policy: DraftPolicy): DraftPolicy {
    this.#policies.set(policy.policyId, policy);
    return policy;
  }

  findPolicy(policyId: string): DraftPolicy | undefined {
    return this.#policies.get(policyId);
  }

  /** Hangs a policy on its holder; a second time says nothing new. */
  attach(policy: DraftPolicy, holder: Reference, kind: PolicyKind): void {
    this.addPolicy(policy);
    this.#attached.set(`${kind} ${policy.policyId} ${holder.nativeId}`, toFact(policy, holder, kind));
  }

  /** Hangs on its holder what the provider wrote in another language than that of policies. */
  attachText({ policyId, name, kind, document }: Pick<PolicyFact, 'policyId' | 'name' | 'kind' | 'document'>, holder: Entity): void {
    this.#attached.set(`${kind} ${policyId} ${holder.nativeId}`, { policyId, name, uri: holder.uri, kind, holder: referenceTo(holder), document });
  }

  relate(child: Reference, parent: Reference, kind: Relation['kind'], detail: Record<string, unknown> = {}): void {
    const relation = { child: referenceTo(child), parent: referenceTo(parent), kind, detail };
    this.#relations.set(`${kind} ${child.nativeId} ${parent.nativeId}`, relation);
  }

  addUsage(usage: UsageFact): void {
    this.#usage.push(usage);
  }

  /** The document, with a warning for each part of it that cannot be read; null with a warning where that is all of it. */
  document(raw: unknown, origin: Origin, within: string): PolicyDocument | null {
    const document = parsePolicyDocument(raw);
    if (!document) {
      this.warn(origin, within, 'A policy document could not be read and was left out.');
      return null;
    }
    for (const fault of document.faults) this.warn(origin, `${within}${fault.place}`, fault.message);
    return document;
  }

  warn({ file, place }: Origin, within: string, message: string): void {
    this.#warnings.push({ file, place: `${place}${within}`, message });
  }

  result(): SourceFacts {
    const held = new Set([...this.#attached.values()].map(({ policyId }) => policyId));
    // What nobody holds is still a policy that can be asked for: it hangs on itself.
    const free = [...this.#policies.values()].filter(({ policyId }) => !held.has(policyId));
    return {
      cloudType: this.cloudType,
      accountId: this.accountId,
      entities: [...this.entities],
      relations: [...this.#relations.values()],
      policies: [
        ...this.#attached.values(),
        ...free.map((policy) => toFact(policy, { nativeId: policy.policyId, uri: policy.policyUri }, 'identity')),
      ],
      usage: this.#usage,
      events: this.events,
      usageSince: this.usageSince,
      warnings: this.#warnings,
    };
  }
}

function toFact({ policyId, policyName, policyUri, document }: DraftPolicy, holder: Reference, kind: PolicyKind): PolicyFact {
  return { policyId, name: policyName, uri: policyUri, kind, holder: referenceTo(holder), document: document.text };
}

function referenceTo({ nativeId, uri }: Reference): Reference {
  return uri === undefined ? { nativeId } : { nativeId, uri };
}
