import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const queryMigrations: Migrations = {
  '0600_query_sessions': {
    async up(tx) {
      await sql`
        create table query_session (
          tenant_id text not null, session_id text not null, email text not null, query text not null, account_id text,
          starts jsonb not null, next_start jsonb not null, used_at timestamptz not null,
          primary key (tenant_id, session_id)
        )`.execute(tx);
      await sql`create index query_session_age on query_session (tenant_id, used_at)`.execute(tx);
      await secureTenantTable(tx, 'query_session');
    },
  },
  '0601_saved_searches': {
    async up(tx) {
      await sql`
        create table query_saved (
          tenant_id text not null, search_id text not null, email text not null, name text not null, folder text not null, query text not null,
          shared boolean not null, saved_at timestamptz not null,
          primary key (tenant_id, search_id)
        )`.execute(tx);
      await sql`
        create table query_history (
          tenant_id text not null, email text not null, query text not null, searched_at timestamptz not null, primary key (tenant_id, email, query)
        )`.execute(tx);
      for (const table of ['query_saved', 'query_history']) await secureTenantTable(tx, table);
    },
  },
};
