import { sql, type Kysely } from 'kysely';

/**
 * Keeps the factors of resources once for all resources with the same ones, under the digest of their scores: an organization has hundreds of thousands of resources and a
 * few thousand different scores. Rows of earlier releases keep their own factors.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table risk_factors (
      tenant_id text not null,
      digest text not null,
      factors jsonb not null,
      primary key (tenant_id, digest)
    )`.execute(db);
  await sql`alter table risk_factors enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on risk_factors
    using (tenant_id = current_setting('cam.tenant_id', true)) with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on risk_factors to cam_app`.execute(db);
  await sql`grant select on risk_factors to cam_limited`.execute(db);
  await sql`alter table risk_score alter column factors drop not null`.execute(db);
}
