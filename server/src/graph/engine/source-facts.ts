import type { Entity, Warning } from './model';

/**
 * What normalising makes of one bundle, the same shape for every provider: entities, how they hang together, the policies with what they are
 * attached to, and what was used. Plain data; nothing in it is decided yet.
 */
export interface SourceFacts {
  cloudType: 'AWS' | 'AZURE' | 'GCP' | 'IDP_AZURE_AD' | 'IDP_OKTA';
  /** Of the source; an entity of a member account, subscription or project has its own. */
  accountId: string;
  entities: Entity[];
  relations: Relation[];
  policies: PolicyFact[];
  usage: UsageFact[];
  /** The latest events of the logs of the bundle, one by one. */
  events: EventFact[];
  /** The first day that a log of the bundle covers, YYYY-MM-DD, UTC; null: it has none, so that nothing is known to be unused. */
  usageSince: string | null;
  warnings: Warning[];
}

/**
 * Something of this or another source. `uri` where all six parts are known, else the provider's own id: an ARN, an object id of Entra, a
 * member string of GCP, an id of Okta. Sources are joined by native ids.
 */
export interface Reference {
  nativeId: string;
  uri?: string;
}

/**
 * How `child` hangs on `parent`:
 * - `member_of` user, group, service principal -> group; `contains` account, folder, project, resource -> what it lies in;
 * - `can_become` identity -> role or service account it may act as without a policy that says so (federation by an application's
 *   assignment, instance profile); `runs_as` instance, function, container -> role or service account it runs as;
 * - `located_in` instance -> subnet, subnet -> VPC; `guarded_by` instance -> security group; `routed_by` subnet -> route table.
 */
export interface Relation {
  child: Reference;
  parent: Reference;
  kind: 'member_of' | 'contains' | 'can_become' | 'runs_as' | 'located_in' | 'guarded_by' | 'routed_by';
  detail: Record<string, unknown>;
}

/**
 * A policy, role definition, assignment, binding or deny rule as the provider wrote it, once for each place that it is attached to.
 * `holder` is whom or what it is attached to: a principal, a resource, or a node of the hierarchy.
 */
export interface PolicyFact {
  /** Stable over snapshots and unique in the source; what the console asks the document by. */
  policyId: string;
  name: string;
  /** URI of the policy where it is an entity of its own, else of its holder. */
  uri: string;
  kind: PolicyKind;
  holder: Reference;
  /** Canonical JSON text. */
  document: string;
}

export type PolicyKind =
  | 'identity'
  | 'boundary'
  | 'trust'
  | 'resource'
  | 'scp'
  | 'rcp'
  | 'firewall_rules'
  | 'azure_role_definition'
  | 'azure_role_assignment'
  | 'azure_deny_assignment'
  | 'gcp_role'
  | 'gcp_binding'
  | 'gcp_deny_policy'
  /** A role in the directory itself. */
  | 'admin_role'
  /** An application of a directory that somebody may use; the second kind signs them in elsewhere. */
  | 'app_assignment'
  | 'federated_assignment';

/** An event of a log. */
export interface EventFact {
  /** Unique in its log, but for an event that used several actions. */
  eventId: string;
  /** What happened, in the log's own word. */
  name: string;
  /** Native id or e-mail address of whoever did it. */
  identity: string;
  /** The e-mail address under which somebody acted as that identity; empty: none is known. */
  session: string;
  action: string;
  /** Native id of what it was done to; null: nothing that is known. */
  resource: string | null;
  /** ISO 8601, UTC. */
  at: string;
  succeeded: boolean;
  sourceIp: string;
  userAgent: string;
  region: string;
  /** The whole record, JSON text. */
  raw: string;
}

/** How often an identity used an action on a day. */
export interface UsageFact {
  identity: Reference;
  /** In the provider's own notation: `s3:GetObject`, `Microsoft.Storage/storageAccounts/listKeys/action`, `storage.objects.get`. */
  action: string;
  resource: Reference | null;
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** Of what was allowed. */
  count: number;
  /** Of what was refused. */
  failures: number;
  /** Of the last one that was allowed, or where none was of the last one, ISO 8601, UTC. */
  lastAt: string;
  sourceIp: string | null;
  region: string | null;
}
