import { sql, type Kysely } from 'kysely';

/** Creates the registry of remotes: releases, their files, channels and the hosts that load them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_release (
      remote_id text not null,
      version text not null,
      release_number bigint generated always as identity,
      published_at timestamptz not null,
      published_by text not null,
      digest text not null,
      bytes bigint not null,
      file_count integer not null,
      manifest jsonb not null,
      consumes jsonb not null,
      was_stable boolean not null default false,
      primary key (remote_id, version)
    )`.execute(db);
  await sql`
    create table remote_file (
      remote_id text not null,
      version text not null,
      path text not null,
      digest text not null,
      bytes bigint not null,
      primary key (remote_id, version, path),
      foreign key (remote_id, version) references remote_release (remote_id, version)
    )`.execute(db);
  await sql`
    create table remote_channel (
      remote_id text not null,
      channel text not null,
      version text not null,
      etag text not null,
      moved_by text not null,
      moved_at timestamptz not null,
      reason text not null,
      primary key (remote_id, channel),
      foreign key (remote_id, version) references remote_release (remote_id, version)
    )`.execute(db);
  await sql`
    create table remote_host (
      version text primary key,
      provides jsonb not null,
      seen_at timestamptz not null
    )`.execute(db);
  await sql`grant select, insert, update, delete on remote_release, remote_file, remote_channel, remote_host to cam_app`.execute(db);
}
