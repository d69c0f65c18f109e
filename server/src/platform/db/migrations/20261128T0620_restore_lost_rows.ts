import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Tables of facts with the columns that identify a row. Only an import can store them again. */
const FACTS: Record<string, readonly string[]> = {
  graph_entity: ['entity_id'],
  graph_edge: ['child_id', 'parent_id', 'kind'],
  graph_policy: ['policy_id', 'kind', 'holder_id'],
  graph_usage: ['identity_id', 'action', 'resource_id', 'day'],
  graph_scope: ['uri'],
};

/** Tables that an evaluation stores again. */
const EVALUATED = ['graph_holder', 'graph_step', 'graph_outsider', 'graph_access', 'graph_profile', 'graph_profile_class'];

const OTHERS = ['graph_snapshot', 'graph_source', 'graph_due', 'graph_count', 'graph_reach'];

/**
 * Restores what releases up to 2026-11-28 lost on PostgreSQL: if a snapshot changed more than 10,000 rows, it also ended new versions of rows, which nobody
 * has seen since. Facts are current again until the next snapshot of their source. All sources of these tenants are evaluated again, which restores the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const all = [...Object.keys(FACTS), ...EVALUATED, ...OTHERS];
  for (const table of all) await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
  await sql`create table lost_rows (tenant_id text, source_uid text, is_entity boolean)`.execute(db);
  for (const [table, key] of Object.entries(FACTS)) {
    await note(db, table);
    await restore(db, table, key);
  }
  await note(db, 'graph_profile_class');
  // An evaluation compares the paths of a profile only if their hash is another one.
  await sql`
    update graph_profile p set hash = 'lost ' || p.profile_id
    where p.valid_to is null and (p.tenant_id, p.profile_id) in (select t.tenant_id, t.profile_id from graph_profile_class t where ${isLost})`.execute(
    db,
  );
  for (const table of EVALUATED) {
    if (table !== 'graph_profile_class') await note(db, table);
    await sql`delete from ${sql.table(table)} t where ${isLost}`.execute(db);
  }
  await derive(db);
  await sql`
    insert into graph_due (tenant_id, source_uid)
    select s.tenant_id, s.source_uid from graph_source s where s.tenant_id in (select tenant_id from lost_rows)
    union select tenant_id, '' from lost_rows
    on conflict do nothing`.execute(db);
  await sql`drop table lost_rows`.execute(db);
  for (const table of all) await sql`alter table ${sql.table(table)} force row level security`.execute(db);
}

/** Rows of published snapshots that ended with the snapshot that stored them. */
const isLost = sql`t.valid_from = t.valid_to and exists (
  select from graph_snapshot s where s.tenant_id = t.tenant_id and s.snapshot_id = t.valid_from and s.state <> 'staging')`;

async function note(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    insert into lost_rows select distinct t.tenant_id, t.source_uid, ${table === 'graph_entity'}::boolean from ${sql.table(table)} t where ${isLost}`.execute(
    db,
  );
}

async function restore(db: Kysely<unknown>, table: string, key: readonly string[]): Promise<void> {
  const isSame: RawBuilder<unknown> = sql.join(
    ['tenant_id', 'source_uid', ...key].map((column) => sql`n.${sql.ref(column)} = t.${sql.ref(column)}`),
    sql` and `,
  );
  await sql`
    update ${sql.table(table)} t set valid_to = least(
      (select min(n.valid_from) from ${sql.table(table)} n where ${isSame} and n.valid_from > t.valid_from),
      (select min(s.snapshot_id) from graph_snapshot s
        where s.tenant_id = t.tenant_id and s.source_uid = t.source_uid and s.snapshot_id > t.valid_from and s.state <> 'staging'))
    where ${isLost}`.execute(db);
}

/** Counts the restored entities. */
async function derive(db: Kysely<unknown>): Promise<void> {
  const restored = sql`(select distinct tenant_id, source_uid from lost_rows where is_entity)`;
  await sql`delete from graph_count where (tenant_id, source_uid) in ${restored}`.execute(db);
  await sql`
    insert into graph_count
    select tenant_id, source_uid, account_id, type, count(*) from graph_entity
    where valid_to is null and (tenant_id, source_uid) in ${restored} group by 1, 2, 3, 4`.execute(db);
  const columns = sql`tenant_id, source_uid, pclass_id, type, account_id, cloud_type, action_set, read_mode, write_mode, admin_mode, marks`;
  await sql`delete from graph_reach where (tenant_id, source_uid) in ${restored}`.execute(db);
  await sql`
    insert into graph_reach (${columns}, resources)
    select ${columns}, sum(coalesce(c.n, 0))::int from graph_access
      left join (
        select tenant_id, source_uid, class_id, count(*) n from graph_entity
        where valid_to is null and is_resource and (tenant_id, source_uid) in ${restored} group by 1, 2, 3) c using (tenant_id, source_uid, class_id)
    where valid_to is null and (tenant_id, source_uid) in ${restored} group by ${columns}
    on conflict do nothing`.execute(db);
}
