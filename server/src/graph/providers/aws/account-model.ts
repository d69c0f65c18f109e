import type { Entity } from '../../engine/model';
import type { PolicyDocument } from './compile/policy-document';

/** An attached policy. */
export interface Attachment {
  policyId: string;
  policyName: string;
  /** URI of the policy entity; for an inline policy, URI of the holder. */
  policyUri: string;
  document: PolicyDocument;
}

export interface Principal {
  entity: Entity;
  policies: Attachment[];
  boundary: Attachment | null;
  /** URIs of the principal's groups. */
  groups: string[];
}

/** A role with its trust policy. */
export interface Trust {
  role: Entity;
  document: PolicyDocument;
}

/** A resource policy with its resource. */
export interface ResourcePolicy {
  /** ARN of the resource. */
  nativeId: string;
  policy: Attachment;
}

/** The facts of one AWS account, prepared for evaluation. */
export interface AwsAccount {
  accountId: string;
  entities: Entity[];
  principals: Principal[];
  trusts: Trust[];
  /** Resource policies of buckets, keys, queues and other resources. */
  resourcePolicies: ResourcePolicy[];
}
