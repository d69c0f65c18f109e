import { sql, type Kysely } from 'kysely';

const TABLES = ['tier_rule', 'tier_member', 'risk_setting', 'risk_state', 'risk_score', 'risk_day'];

/** Creates tiers, their rules and members, and the risk scores with their daily history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tier_rule (
      tenant_id text not null,
      rule_id text not null,
      name text not null,
      kind text not null check (kind in ('QUERY', 'TAG', 'PLACE', 'HAND', 'BUILT_IN')),
      definition jsonb not null,
      tier smallint check (tier between 0 and 3),
      labels jsonb not null default '[]',
      reason text not null,
      owner text not null,
      certify boolean not null,
      enabled boolean not null,
      version integer not null default 1,
      changed_at timestamptz not null default now(),
      matched integer,
      matched_before integer,
      error text,
      evaluated_at timestamptz,
      primary key (tenant_id, rule_id)
    )`.execute(db);
  await sql`
    create table tier_member (
      tenant_id text not null,
      rule_id text not null,
      uri text not null,
      since timestamptz not null,
      until timestamptz,
      tier smallint check (tier between 0 and 3),
      labels jsonb not null default '[]',
      state text not null check (state in ('PROPOSED', 'MEMBER', 'REJECTED')),
      decided_by text not null,
      note text not null,
      primary key (tenant_id, rule_id, uri, since)
    )`.execute(db);
  await sql`create unique index tier_member_current on tier_member (tenant_id, rule_id, uri) where until is null`.execute(db);
  await sql`create index tier_member_of_entity on tier_member (tenant_id, uri, since)`.execute(db);
  await sql`
    create table risk_setting (
      tenant_id text not null primary key,
      weights jsonb not null,
      tier_names jsonb not null,
      changed_by text not null,
      changed_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table risk_state (
      tenant_id text not null primary key,
      revision bigint not null default 0,
      head bigint,
      scored_at timestamptz,
      outside jsonb
    )`.execute(db);
  await sql`
    create table risk_score (
      tenant_id text not null,
      entity_id text not null,
      from_day text not null,
      to_day text,
      uri text not null,
      kind text not null check (kind in ('IDENTITY', 'RESOURCE')),
      type text not null,
      account_id text not null,
      name text not null,
      tier smallint not null,
      score smallint not null check (score between 0 and 100),
      factors jsonb not null,
      control jsonb,
      primary key (tenant_id, entity_id, from_day)
    )`.execute(db);
  await sql`create index risk_score_of_entity on risk_score (tenant_id, uri, from_day)`.execute(db);
  await sql`create index risk_score_by_kind on risk_score (tenant_id, kind, score desc, name, entity_id) where to_day is null`.execute(db);
  await sql`create index risk_score_by_type on risk_score (tenant_id, type, score desc, name, entity_id) where to_day is null`.execute(db);
  await sql`create index risk_score_of_control on risk_score (tenant_id, name, entity_id) where to_day is null and control is not null`.execute(db);
  await sql`
    create table risk_day (
      tenant_id text not null,
      day text not null,
      kind text not null check (kind in ('IDENTITY', 'RESOURCE')),
      bands jsonb not null,
      primary key (tenant_id, day, kind)
    )`.execute(db);
  for (const table of TABLES) {
    const name = sql.table(table);
    await sql`alter table ${name} enable row level security, force row level security`.execute(db);
    await sql`
      create policy tenant_rows on ${name}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(db);
    await sql`grant select, insert, update, delete on ${name} to cam_app`.execute(db);
  }
}
