import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const notificationsMigrations: Migrations = {
  '0330_notifications': {
    async up(tx) {
      await sql`
        create table notification_queue (
          tenant_id text not null,
          alert_id text not null,
          severity text not null,
          primary key (tenant_id, alert_id)
        )`.execute(tx);
      await sql`
        create table notification_delivery (
          tenant_id text not null,
          delivery_id text not null,
          severity text not null,
          method text not null check (method in ('EMAIL', 'WEBHOOK', 'SYSLOG')),
          target_key text not null,
          target_label text not null,
          alert_ids jsonb not null,
          state text not null check (state in ('WAITING', 'SENT', 'FAILED')),
          attempts integer not null default 0,
          created_at timestamptz not null default now(),
          next_at timestamptz not null,
          message text not null default '',
          primary key (tenant_id, delivery_id)
        )`.execute(tx);
      await sql`create index notification_delivery_due on notification_delivery (tenant_id, next_at) where state = 'WAITING'`.execute(tx);
      await secureTenantTable(tx, 'notification_queue');
      await secureTenantTable(tx, 'notification_delivery');
    },
  },
};
