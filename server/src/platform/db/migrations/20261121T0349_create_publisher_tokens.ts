import { sql, type Kysely } from 'kysely';

/** Creates the tokens with which pipelines publish remotes, and the history of channels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_publisher_token (
      token_id text primary key,
      digest text not null unique,
      remote_id text not null,
      label text not null,
      channels text[] not null,
      created_by text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`
    create table remote_channel_move (
      move_number bigint generated always as identity primary key,
      remote_id text not null,
      channel text not null,
      version text not null,
      from_version text,
      moved_by text not null,
      moved_at timestamptz not null,
      reason text not null
    )`.execute(db);
  await sql`create index remote_channel_move_of on remote_channel_move (remote_id, move_number desc)`.execute(db);
  await sql`grant select, insert, update, delete on remote_publisher_token, remote_channel_move to cam_app`.execute(db);
}
