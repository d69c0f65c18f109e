import { randomBytes } from 'node:crypto';
import type { ApiTokenScope, AssistantRequest, AuthorizationParameters } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { ApiError, forbidden, unprocessable } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { CallLimits } from '../../platform/security/call-limits';
import { digestOf, type AssistantTokens } from '../api-tokens';
import type { McpSettings } from '../mcp';
import type { OAuthClients } from './clients';
import { isLoopback, isRegistered } from './redirect-address';
import type { OAuthClientTable } from './tables';

/** Life of a code, ms. */
const CODE_LIFE = 60_000;
/** Requests that a user may look at and decide in a minute. */
const TRIES = 60;
/** Form of a challenge with S256: the digest of the verifier. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
/** Scopes of other servers that programs ask for out of habit. Refresh tokens are issued without one. */
const IGNORED: ReadonlySet<string> = new Set(['offline_access', 'openid']);

export interface ConsentDependencies {
  clients: OAuthClients;
  tokens: AssistantTokens;
  settings: McpSettings;
  /** Address of the server for programs. */
  issuer: string;
  /** Address of the tools. */
  resource: string;
  /** Scopes that tools need. */
  scopes: readonly ApiTokenScope[];
}

/** A request of a program that has passed all checks. */
interface Request {
  client: OAuthClientTable;
  redirectUri: string;
  challenge: string;
  scopes: ApiTokenScope[];
  state: string | undefined;
}

/** The decision of a user about an assistant that asks for access. */
export class Consents {
  readonly #tries = new CallLimits(TRIES);

  constructor(
    private readonly ctx: Context,
    private readonly deps: ConsentDependencies,
  ) {}

  /** Returns who asks, and for what. @throws ApiError 403 if it is off for the tenant, 422 for a wrong request */
  async check(principal: Principal, parameters: AuthorizationParameters): Promise<AssistantRequest> {
    const { client, redirectUri, scopes } = await this.#read(principal, parameters);
    const held = this.deps.tokens.held(principal);
    return {
      name: client.name,
      redirect_host: new URL(redirectUri).host,
      is_local: isLoopback(redirectUri),
      scopes: scopes.map((scope) => ({ scope, held: held.includes(scope) })),
      days: await this.deps.tokens.days(principal.tenantId),
    };
  }

  /**
   * Gives the program a code for the chosen scopes.
   * @returns the address that takes the code to it, and the consent for the audit log
   * @throws ApiError 403 for a scope that the user lacks, 422 for one that was not asked for
   */
  async allow(principal: Principal, parameters: AuthorizationParameters, chosen: readonly ApiTokenScope[]) {
    const { client, redirectUri, scopes, challenge, state } = await this.#read(principal, parameters);
    const other = chosen.find((scope) => !scopes.includes(scope));
    if (other !== undefined) throw unprocessable('SCOPE', `The assistant did not ask for ${other}.`, { scope: other });
    const held = this.deps.tokens.held(principal);
    const missing = chosen.filter((scope) => !held.includes(scope));
    if (missing.length > 0)
      throw forbidden(`You do not have ${missing.join(', ')} yourself, so the assistant cannot have it.`, 'SCOPE_MISSING', { scopes: missing });
    const { consentedAt, expiresAt, roleScopes } = await this.deps.tokens.consent(principal, chosen);
    const code = randomBytes(32).toString('base64url');
    const row = {
      ...{ digest: digestOf(code), tenant_id: principal.tenantId, client_id: client.client_id, client_name: client.name, owner: principal.email },
      ...{ scopes: [...chosen], role_scopes: roleScopes, redirect_uri: redirectUri, code_challenge: challenge },
      ...{ created_at: consentedAt, expires_at: new Date(consentedAt.getTime() + CODE_LIFE), token_expires_at: expiresAt, token_id: null },
    };
    await this.deps.clients.keep(client.client_id);
    await this.ctx.db.system((tx) => tx.insertInto('oauth_code').values(row).execute());
    return { redirect: this.#answer(redirectUri, { code, state }), after: described(client, redirectUri, chosen) };
  }

  /** Refuses the program. @returns the address that tells it, and the request for the audit log */
  async refuse(principal: Principal, parameters: AuthorizationParameters) {
    const { client, redirectUri, scopes, state } = await this.#read(principal, parameters);
    const redirect = this.#answer(redirectUri, { error: 'access_denied', error_description: 'The user refused.', state });
    return { redirect, after: described(client, redirectUri, scopes) };
  }

  /**
   * Checks a request. A program or an address that is not known gets no answer, because the browser would be sent to a stranger. Other errors come with the address
   * that tells the program, which the user follows.
   */
  async #read(principal: Principal, parameters: AuthorizationParameters): Promise<Request> {
    if (this.#tries.admit(`${principal.tenantId} ${principal.email}`) !== null)
      throw new ApiError(429, 'TOO_MANY_REQUESTS', 'Too many requests. Wait a minute, then try again.');
    await this.deps.settings.requireSignIn(principal.tenantId);
    const { client_id: clientId = '', redirect_uri: redirectUri = '', state, scope, resource } = parameters;
    const client = await this.deps.clients.find(clientId);
    if (!client)
      throw unprocessable('UNKNOWN_PROGRAM', 'This assistant is not registered here. Remove CAM from it, add it again, and connect it anew.', {
        error: 'invalid_client',
      });
    if (!isRegistered(redirectUri, client.redirect_uris))
      throw unprocessable('REDIRECT', 'The address that this assistant wants its answer at is not one that it registered. Do not go on.', {
        error: 'invalid_request',
      });
    const refuse = (error: string, sentence: string): Error =>
      unprocessable('ASSISTANT_REQUEST', sentence, { error, redirect: this.#answer(redirectUri, { error, error_description: sentence, state }) });
    if (parameters.response_type !== 'code') throw refuse('unsupported_response_type', 'The assistant must ask for a code (response_type=code).');
    const challenge = parameters.code_challenge ?? '';
    if (parameters.code_challenge_method !== 'S256' || !CHALLENGE.test(challenge))
      throw refuse('invalid_request', 'The assistant must prove its request with PKCE (code_challenge with code_challenge_method=S256).');
    if (resource !== undefined && resource !== this.deps.resource)
      throw refuse('invalid_target', `The assistant asks for access to "${resource}". CAM gives it for ${this.deps.resource} alone.`);
    const wanted = [...new Set((scope ?? '').split(' '))].filter((one) => one !== '' && !IGNORED.has(one));
    const unknown = wanted.find((one) => !(this.deps.scopes as readonly string[]).includes(one));
    if (unknown !== undefined)
      throw refuse('invalid_scope', `Assistants cannot have the scope "${unknown}". They can have ${this.deps.scopes.join(', ')}.`);
    const scopes = wanted.length === 0 ? [...this.deps.scopes] : (wanted as ApiTokenScope[]);
    return { client, redirectUri, challenge, scopes, state };
  }

  /** Returns the address of the program with an answer. It names the server, so that no other one can pass for it (RFC 9207). */
  #answer(redirectUri: string, answer: Record<string, string | undefined>): string {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...answer, iss: this.deps.issuer })) if (value !== undefined) url.searchParams.append(name, value);
    return url.href;
  }
}

function described({ client_id: id, name }: OAuthClientTable, redirectUri: string, scopes: readonly ApiTokenScope[]) {
  return { name, client_id: id, redirect_host: new URL(redirectUri).host, scopes: [...scopes] };
}
