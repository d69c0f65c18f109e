import { parsePolicyDocument, type PolicyDocument } from '../compile/policy-document';
import { resourceUri, type Attachment, type Edge, type Entity, type NormalisedAccount, type Principal, type Trust, type Warning } from '../model';
import type { Origin } from './aws-shapes';

export interface EntityFacts {
  type: string;
  /** Last part of the URI: what tells the entity from others of its type. */
  id: string;
  nativeId: string;
  name: string;
  region?: string;
  isIdentity: boolean;
  isResource: boolean;
  attributes: Record<string, unknown>;
}

/** One account while it is normalised: collects entities once each, and says with file and place what was left out. */
export class AccountDraft {
  readonly #entities = new Map<string, Entity>();
  readonly #policies = new Map<string, Attachment>();
  readonly #warnings: Warning[] = [];
  readonly principals: Principal[] = [];
  readonly trusts: Trust[] = [];
  readonly edges: Edge[] = [];

  constructor(
    private readonly tenantId: string,
    private readonly cloudType: string,
    readonly accountId: string,
  ) {}

  get entities(): Iterable<Entity> {
    return this.#entities.values();
  }

  get policies(): Iterable<Attachment> {
    return this.#policies.values();
  }

  /** The entity, or null where one with this URI is there already. */
  add({ type, id, nativeId, name, region = '', isIdentity, isResource, attributes }: EntityFacts): Entity | null {
    const uri = resourceUri(this.tenantId, this.cloudType, this.accountId, region, type, id);
    if (this.#entities.has(uri)) return null;
    const { accountId, cloudType } = this;
    const entity = { uri, nativeId, name, type, accountId, cloudType, region: region || '-', isIdentity, isResource, attributes };
    this.#entities.set(uri, entity);
    return entity;
  }

  addPolicy(policy: Attachment): Attachment {
    this.#policies.set(policy.policyId, policy);
    return policy;
  }

  findPolicy(policyId: string): Attachment | undefined {
    return this.#policies.get(policyId);
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

  result(): NormalisedAccount {
    const { accountId, principals, trusts, edges } = this;
    return { accountId, entities: [...this.entities], principals, trusts, policies: [...this.policies], edges, warnings: this.#warnings };
  }
}
