import { sql, type Kysely } from 'kysely';

/** Lets lists of open alerts by risk be read in their order, and counted, from an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index alert_by_risk`.execute(db);
  await sql`
    create index alert_by_risk on alert (tenant_id, risk desc, alert_time desc, alert_id) include (account_id)
    where status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN')`.execute(db);
}
