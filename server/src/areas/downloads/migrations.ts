import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const downloadsMigrations: Migrations = {
  '0800_downloads': {
    async up(tx) {
      await sql`
        create table data_download (
          tenant_id text not null, download_id text not null, view text not null, criteria jsonb not null, account_id text,
          file_name text not null, status text not null, bytes bigint not null, error text not null,
          created_by text not null, created_at timestamptz not null, expires_at timestamptz not null,
          primary key (tenant_id, download_id)
        )`.execute(tx);
      await sql`create index data_download_newest on data_download (tenant_id, created_at desc)`.execute(tx);
      await sql`
        create table data_download_part (
          tenant_id text not null, download_id text not null, part integer not null, content bytea not null,
          primary key (tenant_id, download_id, part),
          foreign key (tenant_id, download_id) references data_download (tenant_id, download_id) on delete cascade
        )`.execute(tx);
      await secureTenantTable(tx, 'data_download');
      await secureTenantTable(tx, 'data_download_part');
    },
  },
  '0801_partial_downloads': {
    async up(tx) {
      await sql`alter table data_download add column partial jsonb not null default '[]'`.execute(tx);
    },
  },
};
