import { sql } from 'kysely';
import type { Migrations } from '../../../platform/db/migrate';
import { secureTenantTable } from '../../../platform/db/tenant-table';

export const digestMigrations: Migrations = {
  '0340_digest': {
    async up(tx) {
      await sql`
        create table digest_mail (
          tenant_id text not null,
          email text not null,
          day text not null,
          state text not null check (state in ('WAITING', 'SENT', 'FAILED')),
          attempts integer not null default 0,
          next_at timestamptz not null,
          primary key (tenant_id, email, day)
        )`.execute(tx);
      await secureTenantTable(tx, 'digest_mail');
    },
  },
};
