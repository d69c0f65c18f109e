import type { PolicyDocument } from './compile/policy-document';

/** What normalising makes of a bundle: plain data, the same for every provider. */
export interface Entity {
  uri: string;
  nativeId: string;
  name: string;
  type: string;
  accountId: string;
  cloudType: string;
  region: string;
  isIdentity: boolean;
  isResource: boolean;
  attributes: Record<string, unknown>;
}

/** A policy where it is attached. */
export interface Attachment {
  policyId: string;
  policyName: string;
  /** URI of the policy as an entity, or of its holder where it is inline. */
  policyUri: string;
  document: PolicyDocument;
}

export interface Principal {
  entity: Entity;
  policies: Attachment[];
  boundary: Attachment | null;
  /** URIs of the groups that the principal is in. */
  groups: string[];
}

/** Who may become a role, as the role's trust policy says. */
export interface Trust {
  role: Entity;
  document: PolicyDocument;
}

export interface Edge {
  childUri: string;
  parentUri: string;
  kind: 'member_of' | 'attached' | 'boundary' | 'instance_profile';
  detail: Record<string, unknown>;
}

export interface Warning {
  file: string | null;
  place: string | null;
  message: string;
}

/** One account, normalised. */
export interface NormalisedAccount {
  accountId: string;
  entities: Entity[];
  principals: Principal[];
  trusts: Trust[];
  policies: Attachment[];
  edges: Edge[];
  warnings: Warning[];
}

/** Six parts, tenantId:cloudType:accountId:region:type:id; a colon inside the id is percent-encoded, region `-` means none. */
export function resourceUri(tenantId: string, cloudType: string, accountId: string, region: string, type: string, id: string): string {
  return [tenantId, cloudType, accountId, region || '-', type, id.replace(/%/g, '%25').replace(/:/g, '%3A')].join(':');
}
