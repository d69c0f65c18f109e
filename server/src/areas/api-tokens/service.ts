import { randomUUID } from 'node:crypto';
import { grantableScopes, rightOfScope, ROTATION_HOURS, type ApiToken, type ApiTokenKind, type ApiTokenScope } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/http/errors';
import { heldRights } from '../../platform/http/acting-principal';
import type { Principal } from '../../platform/http/principal';
import { isNetwork } from '../../platform/security/networks';
import { countValid, listTokens, lockToken, maxDays, toApiToken } from './store';
import type { ApiTokenTable } from './tables';
import { digestOf, newToken } from './token-text';

const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;

/** Valid tokens that one user may have. */
export const MOST_TOKENS = 50;

/** Longest life where another system manages the users, days: it does not say when a user leaves. */
const MOST_DAYS_OUTSIDE = 30;

export interface NewToken {
  name: string;
  kind: ApiTokenKind;
  scopes: ApiTokenScope[];
  days: number;
  networks: string[];
  /** Ids of the only accounts that it may read; empty: all. */
  accounts: string[];
}

export interface ApiTokensDependencies {
  /** The server has the users itself, and knows when one leaves. */
  knowsUsers: boolean;
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<{ account_id: string }[]> };
}

/** Creates, lists, rotates and revokes API tokens. The database stores digests only. */
export class ApiTokens {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ApiTokensDependencies,
  ) {}

  /** Returns the caller's own tokens, for an administrator those of the tenant, and the longest life of a new one. */
  async list({ tenantId, email, rights }: Principal): Promise<{ tokens: ApiToken[]; max_days: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => ({
      tokens: (await listTokens(tx, tenantId, rights.includes('CAM_GENERAL_WRITE') ? null : email)).map(toApiToken),
      max_days: await this.#maxDays(tx, tenantId),
    }));
  }

  /**
   * Creates a token. Its value cannot be read again.
   * @throws ApiError 403 for a scope that the caller lacks, 409 with too many tokens, 422 for a life, a network or an account that is not allowed
   */
  async create(principal: Principal, { name, kind, scopes, days, networks, accounts }: NewToken): Promise<{ token: string; kept: ApiToken }> {
    const { tenantId, email, rights, ownRights = rights } = principal;
    if (kind === 'SERVICE' && !rights.includes('CAM_GENERAL_WRITE'))
      throw forbidden('Only a tenant administrator may create a service token. Create a personal token, or ask an administrator.');
    // A service stays when its creator leaves, so it gets only what the creator holds in all accounts.
    const allowed = grantableScopes(kind === 'SERVICE' ? rights : heldRights(principal));
    const missing = scopes.filter((scope) => !allowed.includes(scope));
    if (missing.length > 0)
      throw forbidden(`You do not have ${missing.join(', ')} yourself, so your token cannot have it.`, 'SCOPE_MISSING', { scopes: missing });
    const unknown = networks.find((network) => !isNetwork(network));
    if (unknown !== undefined)
      throw unprocessable('NETWORK', `"${unknown}" is neither an address nor a network. Write it like 203.0.113.7 or 203.0.113.0/24.`, {
        network: unknown,
      });
    const token = newToken();
    const now = Date.now();
    const row: ApiTokenTable = {
      ...{ tenant_id: tenantId, token_id: randomUUID(), name, kind, owner: email, scopes, networks, account_ids: [...accounts].sort() },
      role_scopes: kind === 'SERVICE' ? [] : scopes.filter((scope) => !ownRights.includes(rightOfScope(scope))),
      created_at: new Date(now),
      expires_at: new Date(now + days * DAY),
      ...{ last_used_at: null, last_used_from: null, revoked_at: null, revoked_by: null, client_id: null, client_host: null },
    };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const longest = await this.#maxDays(tx, tenantId);
      if (days > longest) throw unprocessable('TOKEN_LIFE', `A token of this tenant may live ${longest} days at most.`, { max_days: longest });
      await this.#checkAccounts(tx, tenantId, accounts);
      if ((await countValid(tx, tenantId, email)) >= MOST_TOKENS)
        throw conflict('TOO_MANY_TOKENS', `You have ${MOST_TOKENS} valid tokens. Revoke one that is not used.`);
      await tx.insertInto('api_token').values(row).execute();
      await insertDigest(tx, row, token);
    });
    return { token, kept: toApiToken(row) };
  }

  /** Gives a token a new value. The former one stays valid for a day, so that programs can change without a pause. */
  async rotate(principal: Principal, tokenId: string): Promise<{ token: string; before: ApiToken; after: ApiToken }> {
    const token = newToken();
    const row = await this.ctx.db.tenant(principal.tenantId, async (tx) => {
      const found = await lockedOf(tx, principal, tokenId);
      if (found.revoked_at !== null || new Date(found.expires_at).getTime() <= Date.now())
        throw conflict('TOKEN_ENDED', 'This token has expired or was revoked. Create a new one.');
      if (found.client_id !== null)
        throw conflict('TOKEN_OF_ASSISTANT', 'An assistant renews its token itself. Revoke the token to disconnect the assistant.');
      const ofToken = { tenant_id: principal.tenantId, token_id: tokenId };
      // A value from an earlier rotation ends now: two values are valid at most.
      await tx
        .deleteFrom('api_token_digest')
        .where((is) => is.and(ofToken))
        .where('valid_until', 'is not', null)
        .execute();
      await tx
        .updateTable('api_token_digest')
        .set({ valid_until: new Date(Date.now() + ROTATION_HOURS * HOUR) })
        .where((is) => is.and(ofToken))
        .execute();
      await insertDigest(tx, found, token);
      return found;
    });
    this.#announce(principal.tenantId);
    return { token, before: toApiToken(row), after: toApiToken(row) };
  }

  /** Revokes a token at once. @returns the token before */
  async revoke(principal: Principal, tokenId: string): Promise<ApiToken> {
    const { tenantId, email } = principal;
    const before = await this.ctx.db.tenant(tenantId, async (tx) => {
      const found = await lockedOf(tx, principal, tokenId);
      const ofToken = { tenant_id: tenantId, token_id: tokenId };
      if (found.revoked_at === null)
        await tx
          .updateTable('api_token')
          .set({ revoked_at: new Date(), revoked_by: email })
          .where((is) => is.and(ofToken))
          .execute();
      await tx
        .deleteFrom('api_token_digest')
        .where((is) => is.and(ofToken))
        .execute();
      return found;
    });
    this.#announce(tenantId);
    return toApiToken(before);
  }

  /**
   * Revokes the personal tokens of a user who leaves, within the caller's transaction: another person may get the same e-mail.
   * @param by the party that removes the user, such as `operator`
   */
  async revokePersonalIn(tx: Tx, { tenantId, email }: Pick<Principal, 'tenantId' | 'email'>, by: string): Promise<void> {
    const ended = await tx
      .updateTable('api_token')
      .set({ revoked_at: new Date(), revoked_by: by })
      .where('tenant_id', '=', tenantId)
      .where('owner', '=', email)
      .where('kind', '=', 'PERSONAL')
      .where('revoked_at', 'is', null)
      .returning('token_id')
      .execute();
    for (const { token_id: id } of ended)
      await tx.deleteFrom('api_token_digest').where('tenant_id', '=', tenantId).where('token_id', '=', id).execute();
  }

  /** Sets the longest life of new tokens. Existing tokens keep theirs. */
  async setMaxDays({ tenantId }: Principal, days: number): Promise<{ before: number; after: number }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await this.#maxDays(tx, tenantId);
      await tx
        .insertInto('api_token_policy')
        .values({ tenant_id: tenantId, max_days: days })
        .onConflict((conflicting) => conflicting.column('tenant_id').doUpdateSet({ max_days: days }))
        .execute();
      return { before, after: await this.#maxDays(tx, tenantId) };
    });
  }

  async #checkAccounts(tx: Tx, tenantId: string, accounts: readonly string[]): Promise<void> {
    if (accounts.length === 0) return;
    const known = new Set((await this.deps.sources.accountsOf(tx, tenantId)).map(({ account_id: id }) => id));
    const unknown = accounts.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw unprocessable('ACCOUNT', `There is no source with the account id "${unknown}". Choose accounts that are connected.`, {
        account: unknown,
      });
  }

  /** Returns the longest life of a new token of the tenant, days. */
  async longestLife(tenantId: string): Promise<number> {
    return this.ctx.db.tenant(tenantId, (tx) => this.#maxDays(tx, tenantId));
  }

  async #maxDays(tx: Tx, tenantId: string): Promise<number> {
    const ofTenant = await maxDays(tx, tenantId);
    return this.deps.knowsUsers ? ofTenant : Math.min(ofTenant, MOST_DAYS_OUTSIDE);
  }

  /** All processes forget what they know about the tokens of the tenant. */
  #announce(tenantId: string): void {
    this.ctx.events.publish({ tenantId, kind: 'revocation' });
  }
}

async function insertDigest(tx: Tx, { tenant_id, token_id }: ApiTokenTable, token: string): Promise<void> {
  await tx
    .insertInto('api_token_digest')
    .values({ digest: digestOf(token), tenant_id, token_id, valid_until: null })
    .execute();
}

/** Returns a token that the caller may change: an own one, or any of the tenant for an administrator. */
async function lockedOf(tx: Tx, { tenantId, email, rights }: Principal, tokenId: string): Promise<ApiTokenTable> {
  const found = await lockToken(tx, tenantId, tokenId);
  const mayChange = found && ((found.owner === email && found.kind === 'PERSONAL') || rights.includes('CAM_GENERAL_WRITE'));
  if (!mayChange) throw notFound('There is no such token. Reload the list.');
  return found;
}
