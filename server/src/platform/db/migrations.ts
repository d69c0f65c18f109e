import { activityMigrations } from '../../areas/activity/migrations';
import { alertsMigrations } from '../../areas/alerts/migrations';
import { auditMigrations } from '../../areas/audit/migrations';
import { complianceMigrations } from '../../areas/compliance/migrations';
import { digestMigrations } from '../../areas/notifications/digest/migrations';
import { downloadsMigrations } from '../../areas/downloads/migrations';
import { flagsMigrations } from '../../areas/flags/migrations';
import { graphMigrations } from '../../graph/store/migrations';
import { guardrailsMigrations } from '../../areas/guardrails/migrations';
import { identityPlatformMigrations } from '../../areas/identity-platform/migrations';
import { inventoryMigrations } from '../../graph/answers/inventory/migrations';
import { notificationsMigrations } from '../../areas/notifications/migrations';
import { queryMigrations } from '../../graph/query/migrations';
import { remotesMigrations } from '../../areas/remotes/migrations';
import { reportsMigrations } from '../../areas/reports/migrations';
import { sourcesMigrations } from '../../sources/migrations';
import { tenantsMigrations } from '../../areas/tenants/migrations';
import type { Migrations } from './migrate';

/** Every step of the schema, as its area declares it. */
export const allMigrations: Migrations = {
  ...tenantsMigrations,
  ...identityPlatformMigrations,
  ...flagsMigrations,
  ...guardrailsMigrations,
  ...auditMigrations,
  ...notificationsMigrations,
  ...activityMigrations,
  ...alertsMigrations,
  ...complianceMigrations,
  ...remotesMigrations,
  ...sourcesMigrations,
  ...graphMigrations,
  ...reportsMigrations,
  ...queryMigrations,
  ...inventoryMigrations,
  ...downloadsMigrations,
  ...digestMigrations,
};
