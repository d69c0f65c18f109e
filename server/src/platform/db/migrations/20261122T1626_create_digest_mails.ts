import { sql, type Kysely } from 'kysely';

/** Creates the daily digest mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table digest_mail (
      tenant_id text not null,
      email text not null,
      day text not null,
      state text not null check (state in ('WAITING', 'SENT', 'FAILED')),
      attempts integer not null default 0,
      next_at timestamptz not null,
      primary key (tenant_id, email, day)
    )`.execute(db);
  await sql`alter table digest_mail enable row level security, force row level security`.execute(db);
  await sql`
    create policy tenant_rows on digest_mail
    using (tenant_id = current_setting('cam.tenant_id', true))
    with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
  await sql`grant select, insert, update, delete on digest_mail to cam_app`.execute(db);
}
