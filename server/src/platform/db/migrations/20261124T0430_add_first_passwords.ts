import { sql, type Kysely } from 'kysely';

/** Adds the time until which a first password counts, and the devices and networks that users signed in from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_user add column first_password_until timestamptz`.execute(db);
  await sql`
    create table identity_device (
      user_id text not null,
      device text not null,
      network text not null,
      last_seen_at timestamptz not null default now(),
      primary key (user_id, device, network)
    )`.execute(db);
  await sql`grant select, insert, update, delete on identity_device to cam_app`.execute(db);
}
