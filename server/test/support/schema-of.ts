import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/database';

const COLUMNS = sql`
  select format('column %s.%s %s %s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
    l.collname, pg_get_expr(d.adbin, d.adrelid)) line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;
const CONSTRAINTS = sql`
  select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace`;
const INDEXES = sql`select format('index %s', indexdef) from pg_indexes where schemaname = 'public'`;
const POLICIES = sql`
  select format('policy %s %s %s %s %s %s', tablename, policyname, roles, cmd, qual, with_check) from pg_policies where schemaname = 'public'`;
const SECURITY = sql`
  select format('security %s %s %s', relname, relrowsecurity, relforcerowsecurity) from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;
const GRANTS = sql`
  select format('grant %s %s', table_name, string_agg(privilege_type, ',' order by privilege_type)) from information_schema.role_table_grants
  where grantee = 'cam_app' and table_schema = 'public' group by table_name`;
const SEQUENCES = sql`
  select format('sequence %s %s %s', c.relname, s.seqstart, has_sequence_privilege('cam_app', c.oid, 'usage'))
  from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace`;

/** Describes the schema of a database, one line for each column, constraint, index, policy, grant and sequence. */
export async function schemaOf(db: Db): Promise<string[]> {
  const parts = sql.join([COLUMNS, CONSTRAINTS, INDEXES, POLICIES, SECURITY, GRANTS, SEQUENCES], sql` union all `);
  const { rows } = await db.owner((tx) => sql<{ line: string }>`${parts} order by 1`.execute(tx));
  return rows.map(({ line }) => line);
}

/** Removes every table, so that a test can build its own schema. */
export async function emptyDatabase(db: Db): Promise<void> {
  await db.executeSql('drop schema public cascade; create schema public; drop schema if exists cam_jobs cascade');
}
