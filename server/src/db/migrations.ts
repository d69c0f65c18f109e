import { activityMigrations } from '../activity/migrations';
import { alertsMigrations } from '../alerts/migrations';
import { auditMigrations } from '../audit/migrations';
import { complianceMigrations } from '../compliance/migrations';
import { digestMigrations } from '../digest/migrations';
import { downloadsMigrations } from '../downloads/migrations';
import { flagsMigrations } from '../flags/migrations';
import { graphMigrations } from '../graph/migrations';
import { guardrailsMigrations } from '../guardrails/migrations';
import { identityPlatformMigrations } from '../identity-platform/migrations';
import { inventoryMigrations } from '../inventory/migrations';
import { notificationsMigrations } from '../notifications/migrations';
import { queryMigrations } from '../query/migrations';
import { remotesMigrations } from '../remotes/migrations';
import { reportsMigrations } from '../reports/migrations';
import { sourcesMigrations } from '../sources/migrations';
import { tenantsMigrations } from '../tenants/migrations';
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
