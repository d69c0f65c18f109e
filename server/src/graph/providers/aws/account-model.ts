import type { Entity } from '../../engine/model';
import type { PolicyDocument } from './compile/policy-document';

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

/** One AWS account, put together from its facts for evaluation. */
export interface AwsAccount {
  accountId: string;
  entities: Entity[];
  principals: Principal[];
  trusts: Trust[];
  /** Policies of buckets, keys, queues and the like. */
  resourcePolicies: ResourcePolicy[];
}
