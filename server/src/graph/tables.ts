import type { ColumnType } from 'kysely';
import type { PolicyKind, Relation } from './source-facts';

type Json<T> = ColumnType<T, string, string>;
type Id = ColumnType<number, number, number>;

/** From which snapshot on a row holds, and with which it ended (null: it still holds). */
interface Interval {
  valid_from: Id;
  valid_to: ColumnType<number | null, number | null, number | null>;
}

export interface GraphSnapshotTable {
  tenant_id: string;
  snapshot_id: Id;
  source_uid: string;
  taken_at: ColumnType<Date, Date | string, Date | string>;
  state: 'staging' | 'current' | 'past';
}

/** An identity or a resource, or both: an IAM user acts and is acted on. */
export interface GraphEntityTable extends Interval {
  tenant_id: string;
  entity_id: string;
  source_uid: string;
  account_id: string;
  cloud_type: string;
  region: string;
  type: string;
  uri: string;
  native_id: string;
  name: string;
  is_identity: boolean;
  is_resource: boolean;
  /** The set of principal classes that the identity is or can become. */
  profile_id: string | null;
  /** The set of resources that every policy treats alike. */
  class_id: string | null;
  attributes: Json<Record<string, unknown>>;
}

/** How two things hang together, by their native ids; a URI where all its parts are known. Who may become what stands in the profiles. */
export interface GraphEdgeTable extends Interval {
  tenant_id: string;
  source_uid: string;
  child_id: string;
  child_uri: string | null;
  parent_id: string;
  parent_uri: string | null;
  kind: Relation['kind'];
  detail: Json<Record<string, unknown>>;
}

/** A policy where it is attached: `policy_id` is what the console asks the document by. */
export interface GraphPolicyTable extends Interval {
  tenant_id: string;
  source_uid: string;
  policy_id: string;
  kind: PolicyKind;
  holder_id: string;
  holder_uri: string | null;
  account_id: string;
  name: string;
  uri: string;
  hash: string;
}

export interface GraphDocumentTable {
  tenant_id: string;
  hash: string;
  document: string;
}

export interface ProfileHop {
  uri: string;
  type: string;
  name: string;
  relation: string;
  conditions: string[];
}

export interface GraphProfileClassTable extends Interval {
  tenant_id: string;
  source_uid: string;
  profile_id: string;
  pclass_id: string;
  /** From the identity (left out) to the holder of the class: the roles that are assumed. */
  hops: Json<ProfileHop[]>;
  depth: number;
  conditional: boolean;
}

/** How access of one kind is granted: 0 not, 1 under conditions only, 2 always. */
export type AccessMode = 0 | 1 | 2;

export interface GrantSource {
  holder_type: string;
  holder_uri: string;
  holder_name: string;
  policy_id: string;
  policy_name: string;
  policy_uri: string;
  statement_index: number;
  effect: 'Allow' | 'Deny';
  conditions: string[];
}

/** An evaluated edge between a principal class and a resource class. */
export interface GraphAccessTable extends Interval {
  tenant_id: string;
  source_uid: string;
  pclass_id: string;
  class_id: string;
  read_mode: number;
  write_mode: number;
  admin_mode: number;
  via: Json<GrantSource[]>;
  actions: Json<string[]>;
  actions_total: number;
}

export interface GraphTables {
  graph_snapshot: GraphSnapshotTable;
  graph_entity: GraphEntityTable;
  graph_edge: GraphEdgeTable;
  graph_policy: GraphPolicyTable;
  graph_document: GraphDocumentTable;
  graph_profile_class: GraphProfileClassTable;
  graph_access: GraphAccessTable;
}
