import type { PolicyDocument } from '../providers/aws/compile/policy-document';

/** An identity, a resource, or both: plain data, the same for every provider. */
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

/** A policy on a resource that says who may use it. */
export interface ResourcePolicy {
  /** ARN of the resource. */
  nativeId: string;
  policy: Attachment;
}

export interface Warning {
  file: string | null;
  place: string | null;
  message: string;
}

/** One AWS account, put together from its facts for evaluation. */
export interface AwsAccount {
  accountId: string;
  entities: Entity[];
  principals: Principal[];
  trusts: Trust[];
  /** Policies of buckets, keys, queues and the like. */
  resourcePolicies: ResourcePolicy[];
}

/** Whether entities of a type have members, who hold what it holds. */
export function isGroupType(type: string): boolean {
  return type === 'GROUP' || type === 'FEDERATED_GROUP';
}

/** Six parts, tenantId:cloudType:accountId:region:type:id; a colon inside the id is percent-encoded, region `-` means none. */
export function resourceUri(tenantId: string, cloudType: string, accountId: string, region: string, type: string, id: string): string {
  return [tenantId, cloudType, accountId, region || '-', type, id.replace(/%/g, '%25').replace(/:/g, '%3A')].join(':');
}
