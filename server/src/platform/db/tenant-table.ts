import { sql } from 'kysely';
import { APP_ROLE, type Tx } from './database';

/**
 * Puts a table under row-level security: the application's role sees and writes the rows of the tenant that its transaction is
 * bound to, and none when it is bound to no tenant. FORCE holds the owner to the same policy.
 */
export async function secureTenantTable(tx: Tx, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} enable row level security`.execute(tx);
  await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
  await sql`
    create policy tenant_rows on ${sql.table(table)}
      using (tenant_id = current_setting('cam.tenant_id', true))
      with check (tenant_id = current_setting('cam.tenant_id', true))`.execute(tx);
  await grantToApp(tx, table);
}

/** Changes rows of all tenants in a migration: the owner of these tables sees no row of any of them otherwise, and would change none without an error. */
export async function ofAllTenants(tx: Tx, tables: readonly string[], change: () => Promise<unknown>): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
  await change();
  for (const table of tables) await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
}

/** A table without a tenant: the application's role may use it as it is. */
export async function grantToApp(tx: Tx, table: string): Promise<void> {
  await sql`grant select, insert, update, delete on ${sql.table(table)} to ${sql.ref(APP_ROLE)}`.execute(tx);
}
