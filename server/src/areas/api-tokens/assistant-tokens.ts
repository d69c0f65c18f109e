import { randomUUID } from 'node:crypto';
import { DEFAULT_TOKEN_DAYS, grantableScopes, rightOfScope, type ApiToken, type ApiTokenScope } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { heldRights } from '../../platform/http/acting-principal';
import { conflict } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { hasEndedSince, type OwnerOf } from './owner';
import { MOST_TOKENS, type ApiTokens } from './service';
import { countValid, lockToken, toApiToken } from './store';
import type { ApiTokenTable } from './tables';
import { digestOf, newToken } from './token-text';

/** Life of an access token, s. */
const ACCESS_LIFE = 3600;
const DAY = 24 * 60 * 60 * 1000;

/** The consent of a user to an assistant. */
export interface Consent {
  tenantId: string;
  owner: string;
  /** Name of the program, by which the list shows the token. */
  name: string;
  clientId: string;
  clientHost: string;
  scopes: ApiTokenScope[];
  roleScopes: ApiTokenScope[];
  consentedAt: Date;
  expiresAt: Date;
}

/** A token of the store, by its place. */
export interface TokenPlace {
  tenantId: string;
  tokenId: string;
}

/**
 * API tokens of assistants that users connected by signing in. The token in the list stands for the connection. Its values are access tokens, which live an hour
 * and are accepted by the calls of assistants alone.
 */
export class AssistantTokens {
  constructor(
    private readonly ctx: Context,
    private readonly deps: { tokens: ApiTokens; ownerOf: OwnerOf | null },
  ) {}

  /** Returns the days until the user has to be asked again. */
  async days(tenantId: string): Promise<number> {
    return Math.min(DEFAULT_TOKEN_DAYS, await this.deps.tokens.longestLife(tenantId));
  }

  /** Returns the scopes that the user can give. */
  held(principal: Principal): ApiTokenScope[] {
    return grantableScopes(heldRights(principal));
  }

  /** Returns what a consent of the user is worth now. @throws ApiError 409 with too many tokens */
  async consent(
    principal: Principal,
    scopes: readonly ApiTokenScope[],
  ): Promise<Pick<Consent, 'scopes' | 'roleScopes' | 'consentedAt' | 'expiresAt'>> {
    const { tenantId, email, rights, ownRights = rights } = principal;
    if ((await this.ctx.db.tenant(tenantId, (tx) => countValid(tx, tenantId, email))) >= MOST_TOKENS)
      throw conflict('TOO_MANY_TOKENS', `You have ${MOST_TOKENS} valid tokens. Revoke one that is not used in Settings, API Tokens.`);
    const now = Date.now();
    return {
      scopes: [...scopes],
      roleScopes: scopes.filter((scope) => !ownRights.includes(rightOfScope(scope))),
      consentedAt: new Date(now),
      expiresAt: new Date(now + (await this.days(tenantId)) * DAY),
    };
  }

  /** Reports whether the user of a consent is still there, and has not ended all sessions since. Call it outside a transaction. */
  async counts({ tenantId, owner, clientId, consentedAt }: Pick<Consent, 'tenantId' | 'owner' | 'clientId' | 'consentedAt'>): Promise<boolean> {
    if (!this.deps.ownerOf) return true;
    const person = await this.deps.ownerOf(tenantId, owner);
    return person !== null && !hasEndedSince({ client_id: clientId, created_at: consentedAt }, person);
  }

  /** Stores a connection within the caller's transaction. @returns its place, and the token as the list shows it */
  async createIn(tx: Tx, consent: Consent): Promise<{ place: TokenPlace; kept: ApiToken }> {
    const { tenantId, owner, name, clientId, clientHost, scopes, roleScopes, consentedAt, expiresAt } = consent;
    const row: ApiTokenTable = {
      ...{ tenant_id: tenantId, token_id: randomUUID(), name, kind: 'PERSONAL', owner, scopes, role_scopes: roleScopes },
      ...{ networks: [], account_ids: [], created_at: consentedAt, expires_at: expiresAt, client_id: clientId, client_host: clientHost },
      ...{ last_used_at: null, last_used_from: null, revoked_at: null, revoked_by: null },
    };
    await tx.insertInto('api_token').values(row).execute();
    return { place: { tenantId, tokenId: row.token_id }, kept: toApiToken(row) };
  }

  /** Issues an access token within the caller's transaction, and forgets those that expired. @returns its value, and its life in s */
  async issueIn(tx: Tx, { tenantId, tokenId }: TokenPlace, expiresAt: Date): Promise<{ value: string; seconds: number }> {
    const now = Date.now();
    const until = Math.min(now + ACCESS_LIFE * 1000, expiresAt.getTime());
    const value = newToken();
    await tx
      .deleteFrom('api_token_digest')
      .where('tenant_id', '=', tenantId)
      .where('token_id', '=', tokenId)
      .where('valid_until', '<', new Date(now))
      .execute();
    const row = { digest: digestOf(value), tenant_id: tenantId, token_id: tokenId, valid_until: new Date(until) };
    await tx.insertInto('api_token_digest').values(row).execute();
    return { value, seconds: Math.max(1, Math.floor((until - now) / 1000)) };
  }

  /** Returns a connection that is neither revoked nor expired, and locks it; undefined otherwise. */
  async lockIn(tx: Tx, { tenantId, tokenId }: TokenPlace): Promise<(Consent & { kept: ApiToken }) | undefined> {
    const row = await lockToken(tx, tenantId, tokenId);
    if (!row || row.client_id === null || row.revoked_at !== null || new Date(row.expires_at).getTime() <= Date.now()) return undefined;
    return {
      ...{ tenantId, owner: row.owner, name: row.name, clientId: row.client_id, clientHost: row.client_host ?? '' },
      ...{ scopes: row.scopes, roleScopes: row.role_scopes, consentedAt: new Date(row.created_at), expiresAt: new Date(row.expires_at) },
      kept: toApiToken(row),
    };
  }

  /** Returns the place of an access token of an assistant, and its program; null for any other text. */
  async find(value: string): Promise<(TokenPlace & { clientId: string }) | null> {
    const place = await this.ctx.db.system((tx) =>
      tx.selectFrom('api_token_digest').selectAll().where('digest', '=', digestOf(value)).executeTakeFirst(),
    );
    if (!place) return null;
    const at = { tenantId: place.tenant_id, tokenId: place.token_id };
    const found = await this.ctx.db.tenant(at.tenantId, (tx) => this.lockIn(tx, at));
    return found ? { ...at, clientId: found.clientId } : null;
  }

  /** Ends a connection with all its access tokens, in all processes. @returns the token before; null if it has ended already */
  async end(place: TokenPlace, by: string): Promise<ApiToken | null> {
    const { tenantId, tokenId } = place;
    const before = await this.ctx.db.tenant(tenantId, async (tx) => {
      const found = await this.lockIn(tx, place);
      if (!found) return null;
      const change = { revoked_at: new Date(), revoked_by: by };
      await tx.updateTable('api_token').set(change).where('tenant_id', '=', tenantId).where('token_id', '=', tokenId).execute();
      await tx.deleteFrom('api_token_digest').where('tenant_id', '=', tenantId).where('token_id', '=', tokenId).execute();
      return found.kept;
    });
    this.ctx.events.publish({ tenantId, kind: 'revocation' });
    return before;
  }
}
