import type { Selectable } from 'kysely';
import type { SamlConnection } from '@cam/contracts/server';
import type { Db, Tx } from '../../platform/db/database';
import type { SamlConnectionTable } from './tables';

/** A stored connection. */
export type ConnectionRow = Selectable<SamlConnectionTable>;

/** Returns the connection of a tenant, or undefined. */
export function findConnection(tx: Tx, tenantId: string): Promise<ConnectionRow | undefined> {
  return tx.selectFrom('saml_connection').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();
}

/** Stores the connection of a tenant in place of the former one. */
export async function saveConnection(tx: Tx, row: ConnectionRow): Promise<void> {
  const values = { ...row, certificates: JSON.stringify(row.certificates), rules: JSON.stringify(row.rules) };
  await tx
    .insertInto('saml_connection')
    .values(values)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

/** Returns the tenant of a connection, or null. */
export async function tenantOfConnection(db: Db, connectionId: string): Promise<string | null> {
  const row = await db.system((tx) => tx.selectFrom('saml_place').select('tenant_id').where('connection_id', '=', connectionId).executeTakeFirst());
  return row?.tenant_id ?? null;
}

/** Returns the domains of a tenant. */
export async function domainsOf(db: Db, tenantId: string): Promise<string[]> {
  const rows = await db.system((tx) =>
    tx.selectFrom('sign_on_domain').select('domain').where('tenant_id', '=', tenantId).orderBy('domain').execute(),
  );
  return rows.map(({ domain }) => domain);
}

/** Returns a connection as the API shows it. */
export function toSamlConnection(row: ConnectionRow, domains: string[]): SamlConnection {
  return {
    name: row.name,
    entity_id: row.entity_id,
    sign_on_url: row.sign_on_url,
    metadata_url: row.metadata_url,
    certificates: row.certificates.map(({ fingerprint, subject, validFrom, validUntil }) => ({
      fingerprint,
      subject,
      valid_from_time: validFrom,
      valid_until_time: validUntil,
    })),
    email_attribute: row.email_attribute,
    accepts_unrequested: row.accepts_unrequested,
    signs_requests: row.signs_requests,
    domains,
    rules: row.rules,
    is_enabled: row.is_enabled,
    is_required: row.is_required,
    break_glass_email: row.break_glass,
    tested_time: row.tested_at?.toISOString() ?? null,
  };
}
