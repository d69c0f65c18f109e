import { sql, type Kysely } from 'kysely';

/** Adds the risk of the finding of an alert, with its factors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert add column risk smallint check (risk between 0 and 100), add column risk_factors jsonb`.execute(db);
  await sql`create index alert_by_risk on alert (tenant_id, risk desc, alert_id) where status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN')`.execute(
    db,
  );
}
