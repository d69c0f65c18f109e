import { sql } from 'kysely';
import type { Migrations } from '../db/migrate';
import { secureTenantTable } from '../db/tenant-table';

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
};
