import { sql, type Kysely } from 'kysely';

/** Creates the signing keys of teams, the provenance of releases, and the record of removed releases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_signing_key (
      remote_id text not null,
      key_id text not null,
      public_key text not null,
      label text not null,
      created_by text not null,
      created_at timestamptz not null,
      revoked_at timestamptz,
      primary key (remote_id, key_id)
    )`.execute(db);
  await sql`alter table remote_release add column git_commit text, add column builder text, add column key_id text`.execute(db);
  await sql`alter table remote_policy add column signed_only boolean not null default false`.execute(db);
  await sql`alter table remote_policy_change add column signed_only boolean not null default false`.execute(db);
  await sql`
    create table remote_pruned (
      remote_id text not null,
      version text not null,
      digest text not null,
      pruned_by text not null,
      pruned_at timestamptz not null,
      primary key (remote_id, version)
    )`.execute(db);
  await sql`grant select, insert, update, delete on remote_signing_key, remote_pruned to cam_app`.execute(db);
}
