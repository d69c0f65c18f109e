import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AccessLevel, AccessUnit, RequestLogKind, RequestState } from '@cam/contracts/server';
import type { StoredApproval } from './request-state';

type Json<T> = ColumnType<T, string, string>;
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A request for access that ends. Rows are never deleted. */
export interface AccessRequestTable {
  tenant_id: string;
  request_id: string;
  version: Generated<number>;
  state: RequestState;
  identity_uri: string;
  identity_name: string;
  identity_type: string;
  identity_account: string;
  identity_source: string;
  /** E-mail addresses of the identity, in lower case. Their users do not decide about it. */
  addresses: Json<string[]>;
  resource_uri: string;
  resource_name: string;
  resource_type: string;
  resource_account: string;
  resource_source: string;
  /** Null: `actions` says what is wanted. */
  level: AccessLevel | null;
  actions: Json<string[]>;
  reason: string;
  /** Null: `steps` says what should be done. */
  unit: ColumnType<AccessUnit | null, string | null, never>;
  steps: string;
  hours: number | null;
  until: MaybeTime;
  tier: number;
  /** Kinds of access that the identity had when it was asked for more. */
  held_levels: Json<AccessLevel[]>;
  approvals: ColumnType<StoredApproval[], string | undefined, string>;
  asked_by: string;
  asked_at: ColumnType<Date, Date, never>;
  decided_by: Generated<string>;
  decided_at: MaybeTime;
  decision_reason: Generated<string>;
  seen_at: MaybeTime;
  ended_at: MaybeTime;
  /** The newest snapshot that was compared, and its time. */
  checked_snapshot: ColumnType<number | string, number | undefined, number>;
  checked_at: MaybeTime;
  more: ColumnType<{ units: string[]; levels: AccessLevel[] }, string | undefined, string>;
  /** Keys of the parts of a set that the newest snapshot shows. */
  parts_seen: ColumnType<string[], string | undefined, string>;
}

/** Something that happened to a request. Rows are never changed. */
export interface AccessRequestLogTable {
  tenant_id: string;
  request_id: string;
  entry_id: GeneratedAlways<number>;
  kind: RequestLogKind;
  at: ColumnType<Date, Date, never>;
  /** Empty: CAM itself. */
  actor: string;
  detail: Json<Record<string, unknown>>;
}

/** The limits that a tenant sets for requests, and how approved ones are carried out. */
export interface AccessRequestPolicyTable {
  tenant_id: string;
  longest_hours: number;
  /** The connection that gets tickets about approved requests; null: none. */
  connection_id: string | null;
}

interface RequestTables {
  access_request: AccessRequestTable;
  access_request_log: AccessRequestLogTable;
  access_request_policy: AccessRequestPolicyTable;
}

declare module '../../platform/db/schema' {
  interface Database extends RequestTables {}
}
