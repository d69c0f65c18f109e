import type { ActivityTables } from '../../areas/activity/tables';
import type { AlertsTables } from '../../areas/alerts/tables';
import type { AuditTables } from '../../areas/audit/tables';
import type { ComplianceTables } from '../../areas/compliance/tables';
import type { DigestTables } from '../../areas/notifications/digest/tables';
import type { DownloadsTables } from '../../areas/downloads/tables';
import type { FlagsTables } from '../../areas/flags/tables';
import type { GraphTables } from '../../graph/store/tables';
import type { GuardrailsTables } from '../../areas/guardrails/tables';
import type { IdentityPlatformTables } from '../../areas/identity-platform/tables';
import type { InventoryTables } from '../../graph/answers/inventory/tables';
import type { NotificationsTables } from '../../areas/notifications/tables';
import type { QueryTables } from '../../graph/query/tables';
import type { RemotesTables } from '../../areas/remotes/tables';
import type { ReportsTables } from '../../areas/reports/tables';
import type { SourcesTables } from '../../sources/tables';
import type { TenantsTables } from '../../areas/tenants/tables';

/** Every table, as its area declares it. */
export type Database = ActivityTables &
  AlertsTables &
  GuardrailsTables &
  GraphTables &
  SourcesTables &
  TenantsTables &
  AuditTables &
  NotificationsTables &
  FlagsTables &
  IdentityPlatformTables &
  ComplianceTables &
  InventoryTables &
  DigestTables &
  DownloadsTables &
  ReportsTables &
  RemotesTables &
  QueryTables;
