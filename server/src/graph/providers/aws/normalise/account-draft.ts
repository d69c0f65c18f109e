import { parsePolicyDocument, type PolicyDocument } from '../compile/policy-document';
import { resourceUri, type Entity, type Warning } from '../../../engine/model';
import type { EventFact, PolicyFact, PolicyKind, Reference, Relation, SourceFacts, UsageFact } from '../../../engine/source-facts';
import type { Origin } from '../read/common-shapes';
import type { EntityFacts } from '../../../engine/source-draft';

/** A parsed policy, not yet attached. */
export interface DraftPolicy {
  policyId: string;
  policyName: string;
  /** URI of the policy entity; for an inline policy, URI of the holder. */
  policyUri: string;
  document: PolicyDocument;
}

/** Collects the entities of one account once each. It records with file and place what was left out. */
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

  get relations(): Iterable<Relation> {
    return this.#relations.values();
  }

  get policies(): Iterable<DraftPolicy> {
    return this.#policies.values();
  }

  /** Policies with their holders, as far as they are attached by now. */
  get attached(): Iterable<PolicyFact> {
    return this.#attached.values();
  }

  /** Returns the new entity, or null where one with this URI already exists. */
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

  /** Returns the entity of an id, or just the id where no entity is known yet. */
  reference(nativeId: string): Reference {
    return this.#byNativeId.get(nativeId) ?? { nativeId };
  }

  /** Adds a policy that has an id of its own, with or without holders. */
  addPolicy(policy: DraftPolicy): DraftPolicy {
    this.#policies.set(policy.policyId, policy);
    return policy;
  }

  findPolicy(policyId: string): DraftPolicy | undefined {
    return this.#policies.get(policyId);
  }

  /** Attaches a policy to its holder. Repeating it changes nothing. */
  attach(policy: DraftPolicy, holder: Reference, kind: PolicyKind): void {
    this.addPolicy(policy);
    this.#attached.set(`${kind} ${policy.policyId} ${holder.nativeId}`, toFact(policy, holder, kind));
  }

  /** Attaches to a holder a grant that the provider does not express as a policy. */
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

  /** Parses a document, with a warning for each unreadable part. Returns null, with a warning, where no part can be read. */
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
    // An unattached policy can still be queried, so it is attached to itself.
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
