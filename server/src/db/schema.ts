import type { ActivityTables } from '../activity/tables';
import type { AlertsTables } from '../alerts/tables';
import type { AuditTables } from '../audit/tables';
import type { ComplianceTables } from '../compliance/tables';
import type { DigestTables } from '../digest/tables';
import type { DownloadsTables } from '../downloads/tables';
import type { FlagsTables } from '../flags/tables';
import type { GraphTables } from '../graph/tables';
import type { GuardrailsTables } from '../guardrails/tables';
import type { IdentityPlatformTables } from '../identity-platform/tables';
import type { InventoryTables } from '../inventory/tables';
import type { NotificationsTables } from '../notifications/tables';
import type { QueryTables } from '../query/tables';
import type { RemotesTables } from '../remotes/tables';
import type { ReportsTables } from '../reports/tables';
import type { SourcesTables } from '../sources/tables';
import type { TenantsTables } from '../tenants/tables';

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
