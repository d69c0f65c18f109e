import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { MOST_PROVISIONING_TOKENS, PROVISIONING_TOKEN_PREFIX, ROTATION_HOURS, type ProvisioningToken } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound } from '../../platform/http/errors';
import type { ScimTokenTable } from './tables';

const HOUR = 3_600_000;
/** The last use is stored at most this often, ms. */
const USE_STEP = 60_000;
const FORM = new RegExp(`^${PROVISIONING_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

/** The caller of a provisioning request. */
export interface ScimCaller {
  tenantId: string;
  tokenId: string;
  /** Name of the token. */
  name: string;
}

/** The tokens with which providers manage users. The database stores digests only. */
export class ProvisioningTokens {
  /** Time of the last use that was stored, by token. */
  readonly #stored = new Map<string, number>();

  constructor(private readonly ctx: Context) {}

  /** Returns the caller by a token; null if it is unknown or revoked. It is read at each request, so a revocation counts at once everywhere. */
  async verify(token: string, address: string): Promise<ScimCaller | null> {
    if (!FORM.test(token)) return null;
    const { db } = this.ctx;
    const place = await db.system((tx) => tx.selectFrom('scim_token_digest').selectAll().where('digest', '=', digestOf(token)).executeTakeFirst());
    if (!place || (place.valid_until !== null && place.valid_until.getTime() <= Date.now())) return null;
    const { tenant_id: tenantId, token_id: tokenId } = place;
    const now = Date.now();
    const isUseStored = now - (this.#stored.get(tokenId) ?? 0) < USE_STEP;
    const row = await db.tenant(tenantId, async (tx) => {
      const used = { last_used_at: new Date(now), last_used_from: address };
      if (!isUseStored) await tx.updateTable('scim_token').set(used).where('tenant_id', '=', tenantId).where('token_id', '=', tokenId).execute();
      return tx.selectFrom('scim_token').select('name').where('tenant_id', '=', tenantId).where('token_id', '=', tokenId).executeTakeFirst();
    });
    if (!row) return null;
    if (!isUseStored) this.#stored.set(tokenId, now);
    return { tenantId, tokenId, name: row.name };
  }

  async listIn(tx: Tx, tenantId: string): Promise<ProvisioningToken[]> {
    const rows = await tx.selectFrom('scim_token').selectAll().where('tenant_id', '=', tenantId).orderBy('created_at').orderBy('token_id').execute();
    return rows.map(toAnswer);
  }

  /** Creates a token. Its value cannot be read again. @throws ApiError 409 with too many tokens */
  async create(tenantId: string, name: string, createdBy: string): Promise<{ token: string; kept: ProvisioningToken }> {
    const token = newToken();
    const row: ScimTokenTable = {
      ...{ tenant_id: tenantId, token_id: randomUUID(), name, created_by: createdBy, created_at: new Date() },
      ...{ last_used_at: null, last_used_from: null },
    };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      if ((await this.listIn(tx, tenantId)).length >= MOST_PROVISIONING_TOKENS)
        throw conflict('TOO_MANY_TOKENS', `A tenant has ${MOST_PROVISIONING_TOKENS} provisioning tokens at most. Revoke one that is not used.`);
      await tx.insertInto('scim_token').values(row).execute();
      await insertDigest(tx, row, token);
    });
    return { token, kept: toAnswer(row) };
  }

  /** Gives a token a new value. The former one stays valid for a day, so that the provider can change without a pause. */
  async rotate(tenantId: string, tokenId: string): Promise<{ token: string; kept: ProvisioningToken }> {
    const token = newToken();
    const row = await this.ctx.db.tenant(tenantId, async (tx) => {
      const found = await find(tx, tenantId, tokenId);
      const digests = { tenant_id: tenantId, token_id: tokenId };
      // A value from an earlier rotation ends now: two values are valid at most.
      await tx
        .deleteFrom('scim_token_digest')
        .where((is) => is.and(digests))
        .where('valid_until', 'is not', null)
        .execute();
      await tx
        .updateTable('scim_token_digest')
        .set({ valid_until: new Date(Date.now() + ROTATION_HOURS * HOUR) })
        .where((is) => is.and(digests))
        .execute();
      await insertDigest(tx, found, token);
      return found;
    });
    return { token, kept: toAnswer(row) };
  }

  /** Revokes a token at once. @returns the token before */
  async revoke(tenantId: string, tokenId: string): Promise<ProvisioningToken> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const found = await find(tx, tenantId, tokenId);
      await tx.deleteFrom('scim_token_digest').where('tenant_id', '=', tenantId).where('token_id', '=', tokenId).execute();
      await tx.deleteFrom('scim_token').where('tenant_id', '=', tenantId).where('token_id', '=', tokenId).execute();
      return toAnswer(found);
    });
  }
}

async function find(tx: Tx, tenantId: string, tokenId: string): Promise<ScimTokenTable> {
  const row = await tx
    .selectFrom('scim_token')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('token_id', '=', tokenId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('There is no such token. Reload the list.');
  return row;
}

async function insertDigest(tx: Tx, { tenant_id, token_id }: ScimTokenTable, token: string): Promise<void> {
  await tx
    .insertInto('scim_token_digest')
    .values({ digest: digestOf(token), tenant_id, token_id, valid_until: null })
    .execute();
}

/** Returns a new token with 256 random bits. */
function newToken(): string {
  return PROVISIONING_TOKEN_PREFIX + randomBytes(32).toString('base64url');
}

/** A token is random enough that a plain digest cannot be guessed. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function toAnswer(row: ScimTokenTable): ProvisioningToken {
  return {
    token_id: row.token_id,
    name: row.name,
    created_by: row.created_by,
    created_time: row.created_at.toISOString(),
    last_used_time: row.last_used_at?.toISOString() ?? null,
    last_used_from: row.last_used_from,
  };
}
