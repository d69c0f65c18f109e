import type { BreakElement } from '@cam/contracts/server';
import type { DocumentsBefore, Removal } from './edits-of-cut';

/** Something that a change can remove, and that ends a way. */
export interface CutElement extends BreakElement {
  sourceUid: string;
  removal: Removal;
  /**
   * The removal may open ways: it takes a Deny away as well, or changes the policy of a resource, after which another rule holds for the resource.
   * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html a policy that is no longer public is not restricted
   */
  mayOpenWays: boolean;
}

/** The stored facts about the parts of ways. */
export interface PartFacts {
  /** Name and native id of entities, by URI. */
  entities: ReadonlyMap<string, PartEntity>;
  /** Attached policies, by `attachmentKey`. */
  attachments: ReadonlyMap<string, Attachment>;
  /** Assignments of roles, by policy id, of each source that has them. */
  assignments: ReadonlyMap<string, readonly Assignment[]>;
  /** Direct memberships, by `membershipKey`. */
  memberships: ReadonlyMap<string, { memberId: string; groupId: string; sourceUid: string; mayDeny: boolean }>;
  /** Documents that a cut changed: their elements are those of the documents before. */
  before: DocumentsBefore;
}

export interface Attachment {
  sourceUid: string;
  holderId: string;
  name: string;
  /** JSON text. */
  document: string;
  /** Identities that hold the policy, with the members of groups. */
  holders: number;
  /** Identities that this attachment concerns: the members of a group, or one. */
  reach: number;
}

/** The assignment of a role of Azure, of a role or an application of a directory, or of a role of Google Cloud, where it is called a binding. */
export interface Assignment {
  sourceUid: string;
  kind: 'azure_role_assignment' | 'gcp_binding' | 'admin_role' | 'app_assignment' | 'federated_assignment';
  /** Native id of what the source attaches it to: the resource or what contains it, or the holder of a role or an application of a directory. */
  at: string;
  /** Native id of the group through which `at` holds a role or an application of a directory; null: by itself. */
  by: string | null;
  /** JSON text. */
  document: string;
}

/** An entity that takes part in a way. */
export interface PartEntity {
  name: string;
  nativeId: string;
  type: string;
  /** Its address; null: it has none. */
  email: string | null;
  sourceUid: string;
  /** Direct members of a group, else 0. */
  members: number;
}

export const attachmentKey = (policyId: string, holderId: string): string => `${policyId} ${holderId}`;
export const membershipKey = (memberUri: string, groupUri: string): string => `${memberUri} ${groupUri}`;
