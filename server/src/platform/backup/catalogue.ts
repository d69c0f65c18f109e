import { sql } from 'kysely';
import type { Tx } from '../db/database';

/** The schemas that a backup holds: CAM's own tables, and those of the job queue. */
export const OWN_SCHEMA = 'public';
export const QUEUE_SCHEMA = 'cam_jobs';

export interface Table {
  schema: string;
  name: string;
  /** Row-level security hides the rows of all tenants but the current one from this user. */
  isHidden: boolean;
  /** Row-level security applies to the owner as well. */
  isForced: boolean;
  columns: { name: string; type: string }[];
}

/** Returns the tables with the columns that can be written. A table comes after those that it refers to. */
export async function tablesOf(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<Table & { oid: number }>`
    select c.oid::int as oid, n.nspname as schema, c.relname as name, row_security_active(c.oid) as "isHidden", c.relforcerowsecurity as "isForced",
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in (${OWN_SCHEMA}, ${QUEUE_SCHEMA}) and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, n.nspname, c.relname order by n.nspname, c.relname`.execute(tx);
  const { rows: links } = await sql<{ table: number; target: number }>`
    select coalesce(i.inhparent, c.conrelid)::int as "table", c.confrelid::int as target
    from pg_constraint c left join pg_inherits i on i.inhrelid = c.conrelid where c.contype = 'f' and c.conrelid <> c.confrelid`.execute(tx);
  const sorted: (Table & { oid: number })[] = [];
  const visit = (table: Table & { oid: number }): void => {
    if (sorted.includes(table)) return;
    for (const { target } of links.filter((link) => link.table === table.oid)) {
      const other = rows.find(({ oid }) => oid === target);
      if (other) visit(other);
    }
    sorted.push(table);
  };
  rows.forEach(visit);
  return sorted;
}

/** Sets how values read as text, so that every server writes and reads the same. */
export async function fixTextFormats(tx: Tx): Promise<void> {
  await sql`
    select set_config(name, value, true) from (values ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('bytea_output', 'hex'),
      ('extra_float_digits', '3')) as setting (name, value)`.execute(tx);
}

/** Returns the version of the job queue's schema; null if there is none. */
export async function queueVersionOf(tx: Tx): Promise<number | null> {
  const version = sql.table(`${QUEUE_SCHEMA}.version`);
  const { rows: found } = await sql<{ found: boolean }>`select to_regclass(${`${QUEUE_SCHEMA}.version`}) is not null as found`.execute(tx);
  if (!found[0]?.found) return null;
  const { rows } = await sql<{ version: number }>`select version from ${version}`.execute(tx);
  return rows[0]?.version ?? null;
}
