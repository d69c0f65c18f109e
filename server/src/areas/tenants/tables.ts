import type { ColumnType, Generated } from 'kysely';
import type { SyslogProtocol } from '@cam/contracts/server';

type Json<T> = ColumnType<T, string, string>;

/** One row per tenant, without row-level security: `system` creates tenants, and a tenant reads its own row by id. */
export interface TenantTable {
  tenant_id: string;
  name: string;
  address: Generated<string>;
  shadow_accounts: ColumnType<Record<string, string>, string | undefined, string>;
  updated_at: Generated<Date>;
}

export interface UserProfileTable {
  tenant_id: string;
  email: string;
  first_name: string;
  last_name: string;
  job_title: string;
  alert_info: Json<AlertInfo>;
}

export interface AlertInfo {
  changes_in_config: boolean;
  health_and_dialog_issue_found: boolean;
  new_user_found: boolean;
}

export interface NotificationSettingTable {
  tenant_id: string;
  severity: string;
  settings: Json<StoredNotification>;
}

export interface StoredNotification {
  email: string[];
  slack_url: string[];
  syslog: StoredSyslog[];
}

export interface StoredSyslog {
  endpoint: string;
  network: SyslogProtocol;
  /** User name and password as JSON, encrypted, in base64. */
  sealed?: string;
}

export interface TenantsTables {
  tenant: TenantTable;
  user_profile: UserProfileTable;
  notification_setting: NotificationSettingTable;
}

declare module '../../platform/db/schema' {
  interface Database extends TenantsTables {}
}
