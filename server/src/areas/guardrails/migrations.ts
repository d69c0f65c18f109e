import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { secureTenantTable } from '../../platform/db/tenant-table';

export const guardrailsMigrations: Migrations = {
  '0300_guardrails': {
    async up(tx) {
      await sql`
        create table guardrail (
          tenant_id text not null,
          monitor_id text not null,
          name text not null,
          severity text not null check (severity in ('HIGH', 'MEDIUM', 'LOW')),
          query text not null,
          description text not null,
          label text not null,
          category jsonb not null default '[]',
          remediation text not null,
          audit text not null,
          suppression_create text not null,
          suppression_delete text not null,
          auto_create boolean not null default false,
          alerts_enabled boolean not null default false,
          created_by text not null,
          created_at timestamptz not null default now(),
          changed_by text not null,
          changed_at timestamptz not null default now(),
          version integer not null default 1,
          primary key (tenant_id, monitor_id)
        )`.execute(tx);
      await secureTenantTable(tx, 'guardrail');
    },
  },
  '0301_guardrail_evaluations': {
    async up(tx) {
      await sql`
        create table guardrail_evaluation (
          tenant_id text not null,
          monitor_id text not null,
          snapshot_id integer not null,
          query text not null,
          alerts_enabled boolean not null,
          evaluated_at timestamptz not null,
          findings integer not null,
          is_cut boolean not null,
          error text,
          primary key (tenant_id, monitor_id),
          foreign key (tenant_id, monitor_id) references guardrail (tenant_id, monitor_id) on delete cascade
        )`.execute(tx);
      await secureTenantTable(tx, 'guardrail_evaluation');
    },
  },
  // What tells whether a guardrail need be asked again.
  '0302_guardrail_evaluation_stands': {
    async up(tx) {
      await sql`
        alter table guardrail_evaluation
          add column asked_at timestamptz not null default '1970-01-01',
          add column accounts text not null default ''`.execute(tx);
    },
  },
};
