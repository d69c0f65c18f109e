import { sql } from 'kysely';
import { DEFAULT_TOKEN_DAYS, type ApiToken } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { ApiTokenTable } from './tables';

/** Revoked and expired tokens stay in the list for this time, so that a user sees what happened to them. */
const LISTED_FOR = sql<Date>`now() - interval '30 days'`;

/** Returns the tokens of one owner, or of all, newest first. */
export async function listTokens(tx: Tx, tenantId: string, owner: string | null): Promise<ApiTokenTable[]> {
  let query = tx.selectFrom('api_token').selectAll().where('tenant_id', '=', tenantId);
  if (owner !== null) query = query.where('owner', '=', owner).where('kind', '=', 'PERSONAL');
  return query
    .where('expires_at', '>', LISTED_FOR)
    .where((is) => is.or([is('revoked_at', 'is', null), is('revoked_at', '>', LISTED_FOR)]))
    .orderBy('created_at', 'desc')
    .orderBy('token_id')
    .execute();
}

/** Returns a token and locks its row, or undefined. */
export async function lockToken(tx: Tx, tenantId: string, tokenId: string): Promise<ApiTokenTable | undefined> {
  return tx.selectFrom('api_token').selectAll().where('tenant_id', '=', tenantId).where('token_id', '=', tokenId).forUpdate().executeTakeFirst();
}

/** Counts the tokens of an owner that are valid. */
export async function countValid(tx: Tx, tenantId: string, owner: string): Promise<number> {
  const { count } = await tx
    .selectFrom('api_token')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('owner', '=', owner)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the longest life of a new token, days. */
export async function maxDays(tx: Tx, tenantId: string): Promise<number> {
  const row = await tx.selectFrom('api_token_policy').select('max_days').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.max_days ?? DEFAULT_TOKEN_DAYS;
}

/** Returns a token as the API shows it. */
export function toApiToken(row: ApiTokenTable): ApiToken {
  const time = (at: Date | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    token_id: row.token_id,
    name: row.name,
    kind: row.kind,
    owner: row.owner,
    scopes: row.scopes,
    networks: row.networks,
    accounts: row.account_ids,
    created_time: time(row.created_at) ?? '',
    expires_time: time(row.expires_at) ?? '',
    last_used_time: time(row.last_used_at),
    last_used_from: row.last_used_from,
    revoked_time: time(row.revoked_at),
    assistant_host: row.client_host,
  };
}
