import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { ApiError } from '../../platform/http/errors';
import type { AuditRecord } from '../../platform/http/audit-record';
import { digestOf, newRefreshToken, type AssistantTokens, type TokenPlace } from '../api-tokens';
import type { McpSettings } from '../mcp';
import { invalidGrant, invalidRequest, OAuthError } from './oauth-error';
import type { OAuthClients } from './clients';
import type { OAuthCodeTable, OAuthRefreshTokenTable } from './tables';

/** Form of a verifier. @see https://www.rfc-editor.org/rfc/rfc7636#section-4.1 */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
/** How long a code is kept after its end, so that a second use is noticed, ms. */
const CODE_KEPT = 24 * 3600_000;

/** The fields of a form, each at most once. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** The tokens of a program. @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export interface IssuedTokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export interface GrantDependencies {
  clients: OAuthClients;
  tokens: AssistantTokens;
  settings: McpSettings;
  /** Address of the tools, the only resource. */
  resource: string;
  record: (written: AuditRecord) => Promise<void>;
}

/** Issues, renews and ends the tokens of assistants. */
export class Grants {
  constructor(
    private readonly ctx: Context,
    private readonly deps: GrantDependencies,
  ) {}

  /** Serves the token endpoint. @param address of the program @throws OAuthError */
  async token(fields: Fields, address: string): Promise<IssuedTokens> {
    await this.#checkClient(fields);
    const { grant_type: kind, resource } = fields;
    if (kind !== 'authorization_code' && kind !== 'refresh_token')
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
    if (resource !== undefined && resource !== this.deps.resource)
      throw new OAuthError('invalid_target', `Tokens are for ${this.deps.resource} alone.`);
    return kind === 'refresh_token' ? this.#refresh(fields, address) : this.#exchange(fields, address);
  }

  /**
   * Ends the connection of a refresh token or an access token. A token that is unknown has ended already.
   * @throws OAuthError for a token of another program
   * @see https://www.rfc-editor.org/rfc/rfc7009
   */
  async revoke(fields: Fields, address: string): Promise<void> {
    await this.#checkClient(fields);
    if (!fields.token) throw invalidRequest('Send the token.');
    const refresh = await this.#findRefresh(fields.token);
    const found = refresh ? { ...placeOf(refresh), clientId: refresh.client_id } : await this.deps.tokens.find(fields.token);
    if (!found) return;
    if (found.clientId !== fields.client_id) throw invalidGrant('This token belongs to another program.');
    await this.#end(found, 'assistant', 'POST /oauth/revoke', address);
  }

  async #exchange(
    { code = '', client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier = '' }: Fields,
    address: string,
  ): Promise<IssuedTokens> {
    if (!VERIFIER.test(verifier)) throw invalidRequest('Send the code_verifier of the request.');
    const digest = digestOf(code);
    const found = await this.ctx.db.system((tx) => tx.selectFrom('oauth_code').selectAll().where('digest', '=', digest).executeTakeFirst());
    if (!found || found.client_id !== clientId) throw invalidGrant('This code is unknown, or was given to another program. Begin again.');
    if (found.token_id !== null) return this.#refuseReuse({ tenantId: found.tenant_id, tokenId: found.token_id }, address);
    if (new Date(found.expires_at).getTime() <= Date.now()) throw invalidGrant('This code has expired. Begin again.');
    if (found.redirect_uri !== redirectUri) throw invalidGrant('redirect_uri differs from that of the request.');
    if (!isProof(verifier, found.code_challenge)) throw invalidGrant('code_verifier does not belong to the code_challenge of the request.');
    const consent = consentOf(found);
    await this.#checkSwitch(consent.tenantId);
    if (!(await this.deps.tokens.counts(consent))) throw hasLeft();
    const issued = await this.ctx.db
      .tenant(consent.tenantId, async (tx) => {
        const { place, kept } = await this.deps.tokens.createIn(tx, consent);
        const { numUpdatedRows } = await tx
          .updateTable('oauth_code')
          .set({ token_id: place.tokenId })
          .where('digest', '=', digest)
          .where('token_id', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new UsedMeanwhile();
        await tx
          .deleteFrom('oauth_code')
          .where('expires_at', '<', new Date(Date.now() - CODE_KEPT))
          .execute();
        return { kept, answer: await this.#issueIn(tx, place, consent) };
      })
      .catch((error: unknown) => {
        if (error instanceof UsedMeanwhile) return null;
        throw error;
      });
    if (!issued) return this.#exchange({ code, client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier }, address);
    await this.#record(consent, { address, call: 'POST /oauth/token/code', after: issued.kept });
    return issued.answer;
  }

  async #refresh({ refresh_token: value = '', client_id: clientId, scope }: Fields, address: string): Promise<IssuedTokens> {
    const found = await this.#findRefresh(value);
    if (!found || found.client_id !== clientId) throw invalidGrant('This refresh token is unknown, or belongs to another program. Connect anew.');
    const place = placeOf(found);
    if (found.used_at !== null) return this.#refuseReuse(place, address);
    const consent = await this.ctx.db.tenant(place.tenantId, (tx) => this.deps.tokens.lockIn(tx, place));
    if (!consent) throw invalidGrant('This connection has expired or was revoked. Connect anew.');
    if (scope?.split(' ').some((one) => !(consent.scopes as string[]).includes(one)))
      throw new OAuthError('invalid_scope', `The user consented to ${consent.scopes.join(' ')}.`);
    if (!(await this.deps.tokens.counts(consent))) {
      await this.#end(place, 'end of all sessions', 'POST /oauth/revoke', address);
      throw hasLeft();
    }
    await this.#checkSwitch(place.tenantId);
    const answer = await this.ctx.db.tenant(place.tenantId, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('oauth_refresh_token')
        .set({ used_at: new Date() })
        .where('digest', '=', found.digest)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
      // A revocation at the same moment wins.
      const isValid = (await this.deps.tokens.lockIn(tx, place)) !== undefined;
      if (!isValid) throw invalidGrant('This connection was revoked. Connect anew.');
      await tx.deleteFrom('oauth_refresh_token').where('expires_at', '<', new Date()).execute();
      return this.#issueIn(tx, place, consent);
    });
    if (!answer) return this.#refuseReuse(place, address);
    await this.#record(consent, { address, call: 'POST /oauth/token/refresh', after: { name: consent.name, scopes: consent.scopes } });
    return answer;
  }

  async #issueIn(tx: Tx, place: TokenPlace, { clientId, scopes, expiresAt }: { clientId: string; scopes: readonly string[]; expiresAt: Date }) {
    const { value, seconds } = await this.deps.tokens.issueIn(tx, place, expiresAt);
    const refresh = newRefreshToken();
    const row = {
      ...{ digest: digestOf(refresh), tenant_id: place.tenantId, token_id: place.tokenId },
      ...{ client_id: clientId, expires_at: expiresAt, used_at: null },
    };
    await tx.insertInto('oauth_refresh_token').values(row).execute();
    const answer: IssuedTokens = {
      access_token: value,
      token_type: 'Bearer',
      expires_in: seconds,
      refresh_token: refresh,
      scope: scopes.join(' '),
    };
    return answer;
  }

  /** Ends a connection whose code or refresh token came a second time: one of the two senders stole it. */
  async #refuseReuse(place: TokenPlace, address: string): Promise<never> {
    this.ctx.log.warn({ tenantId: place.tenantId, tokenId: place.tokenId, address }, 'a code or refresh token of an assistant was used twice');
    await this.#end(place, 'second use', 'POST /oauth/token/reuse', address);
    throw invalidGrant('This code or refresh token was used before, so the connection is revoked. Connect anew.');
  }

  async #end(place: TokenPlace, by: string, call: AuditRecord['call'], address: string): Promise<void> {
    const before = await this.deps.tokens.end(place, by);
    if (before) await this.#record({ tenantId: place.tenantId, owner: before.owner, name: before.name }, { address, call, before });
  }

  /** @throws OAuthError if the tenant turned the sign-in of assistants off */
  async #checkSwitch(tenantId: string): Promise<void> {
    try {
      await this.deps.settings.requireSignIn(tenantId);
    } catch (error) {
      if (error instanceof ApiError) throw invalidGrant(error.userMessage);
      throw error;
    }
  }

  async #checkClient({ client_id: clientId }: Fields): Promise<void> {
    if (!clientId) throw invalidRequest('Send the client_id.');
    if (!(await this.deps.clients.find(clientId))) throw new OAuthError('invalid_client', 'This program is not registered. Register again.', 401);
  }

  async #findRefresh(value: string): Promise<OAuthRefreshTokenTable | undefined> {
    return this.ctx.db.system((tx) => tx.selectFrom('oauth_refresh_token').selectAll().where('digest', '=', digestOf(value)).executeTakeFirst());
  }

  async #record(
    { tenantId, owner, name }: { tenantId: string; owner: string; name: string },
    written: Pick<AuditRecord, 'address' | 'call'> & { before?: unknown; after?: unknown },
  ): Promise<void> {
    await this.deps.record({ before: undefined, after: undefined, ...written, principal: { tenantId, email: owner }, subject: name });
  }
}

const hasLeft = (): OAuthError => invalidGrant('The user has left, or has ended all sessions. Connect anew.');

/** The code was used by another request since it was read. */
class UsedMeanwhile extends Error {}

function placeOf({ tenant_id: tenantId, token_id: tokenId }: OAuthRefreshTokenTable): TokenPlace {
  return { tenantId, tokenId };
}

function consentOf(row: OAuthCodeTable) {
  return {
    ...{ tenantId: row.tenant_id, owner: row.owner, name: row.client_name, clientId: row.client_id, clientHost: new URL(row.redirect_uri).host },
    ...{ scopes: row.scopes, roleScopes: row.role_scopes, consentedAt: new Date(row.created_at), expiresAt: new Date(row.token_expires_at) },
  };
}

/** Reports whether a verifier belongs to a challenge of the method S256. */
function isProof(verifier: string, challenge: string): boolean {
  const [made, given] = [createHash('sha256').update(verifier).digest('base64url'), challenge].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return made.length === given.length && timingSafeEqual(made, given);
}
