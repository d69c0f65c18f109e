import { sql, type Kysely } from 'kysely';

/** Counts the resources behind each summarized edge, and finds these edges by account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index graph_reach_account on graph_reach (tenant_id, account_id)`.execute(db);
  await sql`alter table graph_reach add column resources integer not null default 0`.execute(db);
  await sql`alter table graph_access no force row level security`.execute(db);
  await sql`alter table graph_entity no force row level security`.execute(db);
  await sql`alter table graph_reach no force row level security`.execute(db);
  await sql`
    update graph_reach g set resources = a.resources
    from (
      select tenant_id, source_uid, pclass_id, type, account_id, action_set, read_mode, write_mode, admin_mode, marks,
        sum(c.n)::int resources from graph_access
        join (
          select tenant_id, source_uid, class_id, count(*) n from graph_entity where valid_to is null and is_resource group by 1, 2, 3
        ) c using (tenant_id, source_uid, class_id)
      where valid_to is null group by tenant_id, source_uid, pclass_id, type, account_id, action_set, read_mode, write_mode, admin_mode, marks
    ) a
    where (g.tenant_id, g.source_uid, g.pclass_id, g.type, g.account_id) = (a.tenant_id, a.source_uid, a.pclass_id, a.type, a.account_id)
      and (g.action_set, g.read_mode, g.write_mode, g.admin_mode, g.marks) = (a.action_set, a.read_mode, a.write_mode, a.admin_mode, a.marks)`.execute(
    db,
  );
  await sql`alter table graph_access force row level security`.execute(db);
  await sql`alter table graph_entity force row level security`.execute(db);
  await sql`alter table graph_reach force row level security`.execute(db);
  await sql`drop index graph_reach_way`.execute(db);
  await sql`
    create index graph_reach_way on graph_reach (tenant_id, pclass_id, type)
    include (account_id, cloud_type, read_mode, write_mode, admin_mode, action_set, marks, resources)`.execute(db);
}
