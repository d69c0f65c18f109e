import { sql, type Kysely } from 'kysely';

/** Lets open alerts be counted by risk from a small index. The index of lists by risk is thirty times as large. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index alert_risks on alert (tenant_id, risk, account_id)
    where status in ('ALERT_STATUS_NEW', 'ALERT_STATUS_OPEN')`.execute(db);
}
