import type { ColumnType } from 'kysely';
import type { AccessKind } from '../engine/catalogue/action-kinds';
import type { AssumptionEdge } from '../engine/evaluation';
import type { Entity } from '../engine/model';
import type { UsageCoverage } from '../engine/usage-coverage';
import type { PolicyKind, Relation, SourceFacts } from '../engine/source-facts';
import type { GrantSource, ProfileHop } from '../engine/grant';

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
  /** The name in lower case, kept by the database. */
  name_key: ColumnType<string, never, never>;
  /** The e-mail address in lower case, kept by the database. */
  email_key: ColumnType<string | null, never, never>;
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

/** How often an identity used an action on a resource (empty: none is known) on a day. Times and days as text, ISO 8601, UTC. */
export interface GraphUsageTable extends Interval {
  tenant_id: string;
  source_uid: string;
  identity_id: string;
  action: string;
  resource_id: string;
  /** Of access, where the action is one that is known. */
  kind: AccessKind | null;
  /** It was done to the account: no resource was named, or the one that was came of it. */
  of_account: boolean;
  day: string;
  count: number;
  failures: number;
  last_at: string;
  source_ip: string | null;
  region: string | null;
}

/** An event of a log, as it was recorded. It is of no snapshot: what happened stays so. Time as text, ISO 8601, UTC. */
export interface GraphEventTable {
  tenant_id: string;
  source_uid: string;
  account_id: string;
  event_id: string;
  name: string;
  identity_id: string;
  /** The e-mail address under which somebody acted as that identity; empty: none is known. */
  session: string;
  action: string;
  /** What the action does, in the letters of `TRAIT_LETTERS`. */
  letters: string;
  /** Empty: nothing that is known. */
  resource_id: string;
  at: string;
  succeeded: boolean;
  source_ip: string;
  user_agent: string;
  region: string;
  /** JSON text. */
  raw: string;
  /** The instance that a session of AWS belongs to: `i-0abc…`; empty: none. By the record. */
  instance: ColumnType<string, never, never>;
  /** Whether the record says where the address is. */
  tells_place: ColumnType<boolean, never, never>;
}

/** Events that came or went and that nobody has looked at yet; those that one statement changed and that are alike are one row. */
export interface GraphEventNewsTable {
  tenant_id: string;
  news_id: string;
  n: number;
  account_id: string;
  identity_id: string;
  session: string;
  action: string;
  letters: string;
  source_ip: string;
  tells_place: boolean;
}

/** A source as the graph knows it, with the keys of what its evaluation depends on in others. */
export interface GraphSourceTable {
  tenant_id: string;
  source_uid: string;
  cloud_type: SourceFacts['cloudType'];
  account_id: string;
  needs: Json<string[]>;
  /** What the log of the source tells; null: no log is known of it. */
  usage: ColumnType<UsageCoverage | null, string | null, string | null>;
}

/** Sources that are to be evaluated anew because another one was deleted; an empty uid: only links. */
export interface GraphDueTable {
  tenant_id: string;
  source_uid: string;
}

/** The class that a principal, of this or another source, has in a source. */
export interface GraphHolderTable extends Interval {
  tenant_id: string;
  source_uid: string;
  uri: string;
  pclass_id: string;
}

/** Who may act as what, by the policies of a source. */
export interface GraphStepTable extends Interval {
  tenant_id: string;
  source_uid: string;
  child_uri: string;
  parent_uri: string;
  relation: string;
  group_uri: string;
  parent: Json<AssumptionEdge['parent']>;
  via_group: ColumnType<AssumptionEdge['group'], string | null, string | null>;
  conditions: Json<string[]>;
}

/** Whom the policies of a source name and no source lists. */
export interface GraphOutsiderTable extends Interval {
  tenant_id: string;
  source_uid: string;
  uri: string;
  entity: Json<Entity>;
}

/** What a source tells of a scope over several accounts; one source of each counts, whose row stands in `graph_entity`. */
export interface GraphScopeTable extends Interval {
  tenant_id: string;
  source_uid: string;
  uri: string;
  entity: Json<Entity>;
  class_id: string | null;
  /** Something of the source lies in it. */
  is_above: boolean;
}

export interface GraphDocumentTable {
  tenant_id: string;
  hash: string;
  document: string;
}

/** A set of ways that identities share; `hash` is of the ways. */
export interface GraphProfileTable extends Interval {
  tenant_id: string;
  source_uid: string;
  profile_id: string;
  hash: string;
}

/** What identities with a profile are or can become, over all sources. */
export interface GraphProfileClassTable extends Interval {
  tenant_id: string;
  source_uid: string;
  profile_id: string;
  pclass_id: string;
  /** From the identity (left out) to the holder of the class: what it acts as, and the groups by which it may. */
  hops: Json<ProfileHop[]>;
  depth: number;
  conditional: boolean;
  /** The types of the hops in their order, as JSON text; kept by the database. */
  step_types: ColumnType<string, never, never>;
}

/** Actions that edges and grants give, by the hash of their names. */
export interface GraphActionSetTable {
  tenant_id: string;
  set_id: string;
  /** What each of them does, in the letters of `TRAIT_LETTERS`, by its name. */
  actions: Json<Record<string, string>>;
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
  action_set: string;
  /** What all resources of the class have in common. */
  type: string;
  account_id: string;
  cloud_type: string;
  /** How its grants lead here (`marksOf`). */
  marks: Id;
}

/** Edges of a principal class as the graph is now, without the classes that they lead to: what is alike in all else is one row. */
export interface GraphReachTable {
  tenant_id: string;
  source_uid: string;
  pclass_id: string;
  type: string;
  account_id: string;
  cloud_type: string;
  action_set: string;
  read_mode: number;
  write_mode: number;
  admin_mode: number;
  marks: Id;
  /** How many they lead to. */
  resources: number;
}

/** How many entities of a type a source has in an account now. */
export interface GraphCountTable {
  tenant_id: string;
  source_uid: string;
  account_id: string;
  type: string;
  n: number;
}

export interface GraphTables {
  graph_snapshot: GraphSnapshotTable;
  graph_entity: GraphEntityTable;
  graph_edge: GraphEdgeTable;
  graph_policy: GraphPolicyTable;
  graph_document: GraphDocumentTable;
  graph_usage: GraphUsageTable;
  graph_event: GraphEventTable;
  graph_event_news: GraphEventNewsTable;
  graph_source: GraphSourceTable;
  graph_due: GraphDueTable;
  graph_holder: GraphHolderTable;
  graph_step: GraphStepTable;
  graph_outsider: GraphOutsiderTable;
  graph_scope: GraphScopeTable;
  graph_profile: GraphProfileTable;
  graph_profile_class: GraphProfileClassTable;
  graph_access: GraphAccessTable;
  graph_reach: GraphReachTable;
  graph_count: GraphCountTable;
  graph_action_set: GraphActionSetTable;
}

declare module '../../platform/db/schema' {
  interface Database extends GraphTables {}
}
