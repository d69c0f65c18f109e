import type { Entity, Warning } from './model';
import type { StartedUse } from './session-starters';

/**
 * The normalised facts of one bundle, in the same shape for every provider: entities, relations, policies with their holders, and usage. The facts
 * are plain data, not yet evaluated.
 */
export interface SourceFacts {
  cloudType: 'AWS' | 'AZURE' | 'GCP' | 'IDP_AZURE_AD' | 'IDP_OKTA';
  /** Account of the source; an entity of a member account, subscription or project has its own. */
  accountId: string;
  entities: Entity[];
  relations: Relation[];
  policies: PolicyFact[];
  usage: UsageFact[];
  /** The latest log events of the bundle. */
  events: EventFact[];
  /** The first day that a log of the bundle covers, YYYY-MM-DD in UTC; null without a log, so that no access counts as unused. */
  usageSince: string | null;
  warnings: Warning[];
}

/**
 * A reference to an entity of this or another source: `uri` where all six parts are known, else the provider's own id, such as an ARN, an Entra ID
 * object id, a GCP member string or an Okta id. Native ids join the sources.
 */
export interface Reference {
  nativeId: string;
  uri?: string;
}

/**
 * The relation of `child` to `parent`:
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
 * A policy, role definition, assignment, binding or deny rule as the provider wrote it, once per holder. The `holder` is a principal, a resource or a
 * node of the hierarchy.
 */
export interface PolicyFact {
  /** Stable across snapshots and unique in the source. The console requests the document by this id. */
  policyId: string;
  name: string;
  /** URI of the policy entity; for an inline policy, URI of the holder. */
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
  /** The admissions of an access point to its bucket of another account, which is the holder. */
  | 'access_point'
  /** Limits requests through an endpoint of a virtual network only. */
  | 'vpc_endpoint'
  | 'firewall_rules'
  | 'azure_role_definition'
  | 'azure_role_assignment'
  | 'azure_deny_assignment'
  | 'gcp_role'
  | 'gcp_binding'
  | 'gcp_deny_policy'
  | 'gcp_boundary'
  /** A role in the directory itself. */
  | 'admin_role'
  /** An application assignment in a directory; the second kind also signs the user in to another system. */
  | 'app_assignment'
  | 'federated_assignment';

/** An event of a log. */
export interface EventFact {
  /** Unique in its log, except for events that use several actions. */
  eventId: string;
  /** The log's own name of the event. */
  name: string;
  /** Native id or email address of the actor. */
  identity: string;
  /** The person who started the session, by native id or e-mail address; empty: unknown, or no session. */
  session: string;
  action: string;
  /** Native id of the target; null where unknown. */
  resource: string | null;
  /** ISO 8601 in UTC. */
  at: string;
  succeeded: boolean;
  sourceIp: string;
  userAgent: string;
  region: string;
  /** The whole record as JSON text. */
  raw: string;
}

/** An identity's use of an action on one day. */
export interface UsageFact {
  identity: Reference;
  /** In the provider's notation: `s3:GetObject`, `Microsoft.Storage/storageAccounts/listKeys/action`, `storage.objects.get`. */
  action: string;
  resource: Reference | null;
  /** YYYY-MM-DD in UTC. */
  day: string;
  /** Number of allowed calls. */
  count: number;
  /** Number of refused calls. */
  failures: number;
  /** Time of the last allowed call, or of the last refused one where none was allowed. ISO 8601 in UTC. */
  lastAt: string;
  sourceIp: string | null;
  region: string | null;
  /** The allowed calls in sessions, by who started them: a name in logs, or `UNKNOWN_STARTER`. Absent: the log names nobody but the identity. */
  startedBy?: Record<string, StartedUse>;
}
