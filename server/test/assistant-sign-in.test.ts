import { createHash, randomBytes } from 'node:crypto';
import {
  auth,
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import type { ApiTokenScope, AuthorizationParameters, Scope } from '@cam/contracts';
import { ACCOUNT, dump, user } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, operatorHeaders, serverUrl, tokenFor, type TestTenant } from './support/client';

const MCP = `${serverUrl}/v1/mcp`;
const REDIRECT = 'http://127.0.0.1:51004/callback';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTenant();
  await allowAssistants();
  [known, stranger] = [await registered(), await registered()];
});

const allowAssistants = (body: { enabled: boolean; sign_in?: boolean } = { enabled: true }, by = tenant) =>
  api('PUT /v1/mcp/settings', { body }, by.token);

/** Adds a user to the tenant, and returns a session token. */
async function member(name: string, scopes: Scope[]): Promise<{ email: string; token: string }> {
  const email = `${name}@${tenant.tenantId}.example`;
  const body = { email, tenant: tenant.tenantId, password: 'Another-password-3', scopes };
  expect((await api('POST /v1/operator/users', { body, headers: operatorHeaders })).status).toBe(201);
  return { email, token: await tokenFor({ user: email }) };
}

/** An assistant that knows the address of the tools alone. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Test assistant',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  asked: URL | undefined;
  #information: StoredOAuthClientInformation | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  state = (): string => 'the state';
  clientInformation = (): StoredOAuthClientInformation | undefined => this.#information;
  saveClientInformation = (information: StoredOAuthClientInformation): void => void (this.#information = information);
  tokens = (): OAuthTokens | undefined => this.#tokens;
  saveTokens = (tokens: OAuthTokens): void => void (this.#tokens = tokens);
  redirectToAuthorization = (url: URL): void => void (this.asked = url);
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = (): string => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.#discovered = state);
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovered;
}

const parametersOf = (url: URL): AuthorizationParameters => Object.fromEntries(url.searchParams);

/** Allows what an assistant asks for, as the consent page does. @returns the answer that reaches the assistant */
async function consent(asked: AuthorizationParameters, by = tenant.token, scopes: ApiTokenScope[] = ['cam:general:read']): Promise<URLSearchParams> {
  const { status, body } = await api('POST /v1/oauth/requests', { body: { ...asked, scopes } }, by);
  expect([status, body]).toEqual([200, { redirect: expect.any(String) as string }]);
  return new URL(body.redirect).searchParams;
}

const post = (path: string, fields: Record<string, string> | string) =>
  fetch(`${serverUrl}/oauth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields),
  });

async function refusal(answer: Response): Promise<[number, string]> {
  const { error, error_description: sentence } = (await answer.json()) as { error: string; error_description: string };
  expect(sentence).not.toBe('');
  return [answer.status, error];
}

const register = (metadata: unknown) =>
  fetch(`${serverUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  });

/** Registers a program. @returns its id */
async function registered(): Promise<string> {
  const answer = await register({ client_name: 'Program', redirect_uris: ['http://127.0.0.1/callback'] });
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** The program of most tests, and another one. */
let [known, stranger] = ['', ''];

/** A request of the program for access step by step, with its verifier. */
function program(client_id = known) {
  const verifier = randomBytes(32).toString('base64url');
  const asked: AuthorizationParameters = {
    ...{ client_id, redirect_uri: REDIRECT, response_type: 'code', code_challenge_method: 'S256', state: 'x', resource: MCP },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
  const exchange = { grant_type: 'authorization_code', client_id, redirect_uri: REDIRECT, code_verifier: verifier, resource: MCP };
  return { client_id, asked, exchange };
}

/** Connects a program. @returns its tokens */
async function connected(by = tenant.token, scopes: ApiTokenScope[] = ['cam:general:read']) {
  const one = program();
  const code = (await consent(one.asked, by, scopes)).get('code') ?? '';
  const answer = await post('token', { ...one.exchange, code });
  expect(answer.status).toBe(200);
  return { ...one, code, tokens: (await answer.json()) as OAuthTokens & { refresh_token: string } };
}

const refresh = (client_id: string, refresh_token: string, more: Record<string, string> = {}) =>
  post('token', { grant_type: 'refresh_token', client_id, refresh_token, ...more });

const ping = (token: string) =>
  fetch(MCP, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'server/discover' },
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } },
    }),
  });

const listed = async (token = tenant.token) => (await api('GET /v1/tokens', {}, token)).body.tokens;
const auditText = async () => JSON.stringify((await api('GET /v1/tenants/audit', {}, tenant.token)).body);

describe('an assistant that knows the address of the tools alone', () => {
  it('finds the server, registers, gets access from a user, uses tools, renews the access and ends it', async () => {
    const assistant = new Assistant();
    const transport = () => new StreamableHTTPClientTransport(new URL(MCP), { authProvider: assistant });
    await expect(new Client({ name: 'test', version: '1' }).connect(transport())).rejects.toThrow(/unauthorized/i);
    const asked = parametersOf(assistant.asked as URL);
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', resource: MCP, redirect_uri: REDIRECT, state: 'the state' });
    expect((assistant.asked as URL).pathname).toBe('/connect-assistant');
    const { body: shown } = await api('POST /v1/oauth/requests/check', { body: asked }, tenant.token);
    expect(shown).toMatchObject({ name: 'Test assistant', redirect_host: '127.0.0.1:51004', is_local: true, days: 90 });
    expect(shown.scopes.map(({ scope, held }) => [scope, held])).toEqual([
      ['cam:general:read', true],
      ['cam:guardrail:read', true],
      ['cam:alerts:read', true],
    ]);
    const answer = await consent(asked, tenant.token, ['cam:general:read']);
    expect([answer.get('state'), answer.get('iss')]).toEqual(['the state', serverUrl]);
    expect(await auth(assistant, { serverUrl: MCP, authorizationCode: answer.get('code') ?? '', iss: answer.get('iss') ?? '' })).toBe('AUTHORIZED');
    expect(assistant.tokens()).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'cam:general:read' });

    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport());
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('query');
    expect(names).not.toContain('alerts');
    await client.close();

    const former = assistant.tokens();
    expect(await auth(assistant, { serverUrl: MCP })).toBe('AUTHORIZED');
    expect(assistant.tokens()?.access_token).not.toBe(former?.access_token);
    expect(assistant.tokens()?.refresh_token).not.toBe(former?.refresh_token);
    expect((await ping(assistant.tokens()?.access_token ?? '')).status).toBe(200);

    const row = (await listed()).find(({ name }) => name === 'Test assistant');
    expect(row).toMatchObject({ kind: 'PERSONAL', owner: tenant.adminEmail, scopes: ['cam:general:read'], assistant_host: '127.0.0.1:51004' });
    const rotated = await api('POST /v1/tokens/{token_id}/rotate', { path: { token_id: row?.token_id ?? '' } }, tenant.token);
    expect(rotated.error.code).toBe('TOKEN_OF_ASSISTANT');
    await api('DELETE /v1/tokens/{token_id}', { path: { token_id: row?.token_id ?? '' } }, tenant.token);
    const ended = await ping(assistant.tokens()?.access_token ?? '');
    expect(ended.status).toBe(401);
    expect(ended.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await refusal(await refresh(asked.client_id ?? '', assistant.tokens()?.refresh_token ?? ''))).toEqual([400, 'invalid_grant']);
    const audit = await auditText();
    for (const step of [
      'Allow an assistant to read with these scopes',
      'Connect an assistant',
      'Renew the access of an assistant',
      'Revoke an API token',
    ])
      expect(audit).toContain(step);
    expect(audit).not.toMatch(/camr?_[0-9A-Za-z]{10}/);
  });

  it('is told where the metadata are, which name each other', async () => {
    const answer = await fetch(MCP, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${serverUrl}/.well-known/oauth-protected-resource/v1/mcp"`,
    ]);
    const elsewhere = await fetch(`${serverUrl}/v1/tokens`);
    expect(elsewhere.headers.get('www-authenticate')).toBe('Bearer');
    const read = async (path: string) => (await (await fetch(`${serverUrl}/.well-known/${path}`)).json()) as Record<string, unknown>;
    expect(await read('oauth-protected-resource/v1/mcp')).toMatchObject({ resource: MCP, authorization_servers: [serverUrl] });
    expect(await read('oauth-authorization-server')).toMatchObject({
      ...{ issuer: serverUrl, code_challenge_methods_supported: ['S256'], token_endpoint_auth_methods_supported: ['none'] },
      ...{ token_endpoint: `${serverUrl}/oauth/token`, registration_endpoint: `${serverUrl}/oauth/register` },
    });
  });
});

describe('a registration', () => {
  it('gives no secret, and keeps what the program says of itself within bounds', async () => {
    const answer = await register({
      client_name: ` \u202eEvil${'x'.repeat(300)}`,
      redirect_uris: ['https://app.example/cb'],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const body = (await answer.json()) as Record<string, unknown>;
    expect([answer.status, body.token_endpoint_auth_method, body.client_secret]).toEqual([201, 'none', undefined]);
    expect(body.client_name).toBe(`Evil${'x'.repeat(96)}`);
  });

  it.each([
    ['addresses without https', { redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
    ['scripts as addresses', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['no address', {}, 'invalid_redirect_uri'],
    ['too many addresses', { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://app.example/${at}`) }, 'invalid_redirect_uri'],
    ['a long address', { redirect_uris: [`https://app.example/${'x'.repeat(600)}`] }, 'invalid_redirect_uri'],
    ['a name that is no text', { redirect_uris: ['https://app.example/cb'], client_name: 5 }, 'invalid_client_metadata'],
    ['no JSON', '{', 'invalid_client_metadata'],
  ])('is refused with %s', async (_what, metadata, error) => {
    expect(await refusal(await register(metadata))).toEqual([400, error]);
  });
});

describe('a request', () => {
  const checked = async (change: Partial<AuthorizationParameters>, by = tenant.token) => {
    const { asked } = program();
    return api('POST /v1/oauth/requests/check', { body: { ...asked, ...change } }, by);
  };

  it.each([
    ['of an unknown program', { client_id: 'unknown' }, 'UNKNOWN_PROGRAM'],
    ['for another address', { redirect_uri: 'https://attacker.example/callback' }, 'REDIRECT'],
    ['for another path', { redirect_uri: 'http://127.0.0.1:51004/other' }, 'REDIRECT'],
    ['without an address', { redirect_uri: '' }, 'REDIRECT'],
  ])('%s never leads anywhere', async (_what, change, code) => {
    const { status, error } = await checked(change);
    expect([status, error.code]).toEqual([422, code]);
    expect(JSON.stringify(error)).not.toContain('"redirect"');
  });

  it.each([
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for a scope that changes something', { scope: 'cam:general:write' }, 'invalid_scope'],
  ])('%s is refused with the error that the program gets', async (_what, change, code) => {
    const { status, error } = await checked(change);
    const { error: told, redirect } = error.details as { error: string; redirect: string };
    expect([status, told]).toEqual([422, code]);
    const answer = new URL(redirect);
    expect([answer.host, answer.searchParams.get('error'), answer.searchParams.get('state')]).toEqual(['127.0.0.1:51004', code, 'x']);
  });

  it('is refused by the user, which the program learns and the audit log records', async () => {
    const { asked } = program();
    const { body } = await api('POST /v1/oauth/requests/refusal', { body: asked }, tenant.token);
    const answer = new URL(body.redirect).searchParams;
    expect([answer.get('error'), answer.get('code'), answer.get('state'), answer.get('iss')]).toEqual(['access_denied', null, 'x', serverUrl]);
    expect(await auditText()).toContain('Refuse an assistant');
  });

  it('gives only scopes that the user has and the program asked for', async () => {
    const reader = await member('reader', ['cam:general:read']);
    const { asked } = program();
    const { body } = await api('POST /v1/oauth/requests/check', { body: asked }, reader.token);
    expect(body.scopes.filter(({ held }) => held).map(({ scope }) => scope)).toEqual(['cam:general:read']);
    const missing = await api('POST /v1/oauth/requests', { body: { ...asked, scopes: ['cam:alerts:read'] } }, reader.token);
    expect([missing.status, missing.error.code]).toEqual([403, 'SCOPE_MISSING']);
    const more = { ...asked, scope: 'cam:alerts:read', scopes: ['cam:general:read' as const] };
    expect((await api('POST /v1/oauth/requests', { body: more }, tenant.token)).error.code).toBe('SCOPE');
  });

  it('needs a session: an API token decides nothing', async () => {
    const { body } = await api('POST /v1/tokens', { body: { name: 'x', kind: 'PERSONAL', scopes: ['cam:general:write'], days: 1 } }, tenant.token);
    const { asked } = program();
    expect((await api('POST /v1/oauth/requests', { body: { ...asked, scopes: ['cam:general:read'] } }, body.token)).error.code).toBe(
      'API_TOKEN_REFUSED',
    );
  });
});

describe('a code', () => {
  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['another address', { redirect_uri: 'http://127.0.0.1:51005/callback' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('is refused with %s', async (_what, change, error) => {
    const { asked, exchange } = program();
    const code = (await consent(asked)).get('code') ?? '';
    expect(await refusal(await post('token', { ...exchange, code, ...change }))).toEqual([400, error]);
  });

  it('is refused to another program, and to one that is not registered', async () => {
    const { asked, exchange } = program();
    const code = (await consent(asked)).get('code') ?? '';
    expect(await refusal(await post('token', { ...exchange, code, client_id: stranger }))).toEqual([400, 'invalid_grant']);
    expect(await refusal(await post('token', { ...exchange, code, client_id: 'unknown' }))).toEqual([401, 'invalid_client']);
    expect(await refusal(await post('token', `${new URLSearchParams({ ...exchange, code }).toString()}&code=${code}`))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('counts once: a second use ends what the first one gave', async () => {
    const { exchange, code, tokens } = await connected();
    expect((await ping(tokens.access_token)).status).toBe(200);
    expect(await refusal(await post('token', { ...exchange, code }))).toEqual([400, 'invalid_grant']);
    expect((await ping(tokens.access_token)).status).toBe(401);
    expect(await refusal(await refresh(exchange.client_id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await auditText()).toContain('Disconnect an assistant whose code or refresh token was used twice');
  });

  it('gives one connection at most to requests at the same moment', async () => {
    const { asked, exchange } = program();
    const code = (await consent(asked)).get('code') ?? '';
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('token', { ...exchange, code })));
    const issued = answers.filter(({ status }) => status === 200);
    expect(issued.length).toBeLessThanOrEqual(1);
    for (const answer of issued) expect((await ping(((await answer.json()) as OAuthTokens).access_token)).status).toBe(401);
  });
});

describe('an access token of an assistant', () => {
  it('is accepted by the tools alone', async () => {
    const { tokens } = await connected();
    const { status, error } = await api('GET /v1/risk/weights', {}, tokens.access_token);
    expect([status, error.code]).toEqual([401, 'TOKEN_AUDIENCE']);
    expect((await api('GET /v1/tenants', {}, tokens.access_token)).status).toBe(401);
    expect((await ping(tokens.refresh_token)).status).toBe(401);
  });

  it('of a user whose roles are limited to accounts reads these accounts alone', async () => {
    const own = '777788889999';
    await importAccount(tenant.token, JSON.parse(JSON.stringify(dump({ users: [user('zoe')] })).replaceAll(ACCOUNT, own)) as object, {
      account: own,
      name: 'Own',
    });
    await importAccount(tenant.token, dump({ users: [user('yan')] }));
    const mia = await member('mia', ['cam:alerts:read']);
    const role = { name: 'Own account', description: '', rights: ['CAM_GENERAL_READ' as const], accounts: [own] };
    const members = [{ kind: 'USER' as const, name: mia.email }];
    expect((await api('POST /v1/roles', { body: { ...role, members } }, tenant.token)).status).toBe(201);
    const { tokens } = await connected(mia.token);
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${tokens.access_token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(MCP), { requestInit }));
    const { structuredContent } = await client.callTool({ name: 'query', arguments: { query: 'user', limit: 100 } });
    const { rows } = structuredContent as unknown as { rows: { identity: string }[] };
    expect(rows.map(({ identity }) => identity)).toEqual(['zoe']);
    await client.close();
  });

  it('ends with the user', async () => {
    const { email, token } = await member('leaving', ['cam:general:read']);
    const { tokens, client_id } = await connected(token);
    expect((await ping(tokens.access_token)).status).toBe(200);
    await api('DELETE /v1/operator/users/{email}', { path: { email }, headers: operatorHeaders });
    expect((await ping(tokens.access_token)).status).toBe(401);
    expect(await refusal(await refresh(client_id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('ends with a new password of the user, and its connection with it', async () => {
    const { email, token } = await member('forgetful', ['cam:general:read']);
    const { tokens, client_id } = await connected(token);
    expect((await ping(tokens.access_token)).status).toBe(200);
    const reset = { path: { email }, headers: operatorHeaders };
    expect((await api('POST /v1/operator/users/{email}/first-password', reset)).status).toBe(200);
    expect((await ping(tokens.access_token)).status).toBe(401);
    expect(await refusal(await refresh(client_id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    const row = (await listed()).find(({ owner }) => owner === email);
    expect(row?.revoked_time).not.toBeNull();
  });

  it('ends with the switch of the tenant, and comes back with it', async () => {
    const { tokens, client_id, asked } = await connected();
    await allowAssistants({ enabled: true, sign_in: false });
    const off = await ping(tokens.access_token);
    expect([off.status, ((await off.json()) as { code: string }).code]).toEqual([403, 'MCP_SIGN_IN_OFF']);
    expect(await refusal(await refresh(client_id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    const request = await api('POST /v1/oauth/requests/check', { body: asked }, tenant.token);
    expect([request.status, request.error.code]).toEqual([403, 'MCP_SIGN_IN_OFF']);
    const { body } = await api('POST /v1/tokens', { body: { name: 'x', kind: 'PERSONAL', scopes: ['cam:general:read'], days: 1 } }, tenant.token);
    expect((await ping(body.token)).status).toBe(200);
    await allowAssistants({ enabled: false, sign_in: true });
    expect((await ping(tokens.access_token)).status).toBe(403);
    await allowAssistants();
    expect((await ping(tokens.access_token)).status).toBe(200);
  });

  it('reaches no other tenant, whose administrators cannot see or end it', async () => {
    const { tokens } = await connected();
    const other = await createTenant();
    const mine = (await listed()).filter(({ assistant_host: host, revoked_time: end }) => host !== null && end === null);
    expect(mine.length).toBeGreaterThan(0);
    expect(await listed(other.token)).toEqual([]);
    const ended = await api('DELETE /v1/tokens/{token_id}', { path: { token_id: mine[0]?.token_id ?? '' } }, other.token);
    expect(ended.status).toBe(404);
    expect((await ping(tokens.access_token)).status).toBe(200);
    const { asked } = program();
    expect((await api('POST /v1/oauth/requests/check', { body: asked }, other.token)).error.code).toBe('MCP_OFF');
  });
});

describe('a refresh token', () => {
  it('counts once: a second use ends the connection, with the tokens that came after it', async () => {
    const { tokens, client_id } = await connected();
    const next = (await (await refresh(client_id, tokens.refresh_token)).json()) as OAuthTokens & { refresh_token: string };
    expect((await ping(next.access_token)).status).toBe(200);
    expect(await refusal(await refresh(client_id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await ping(next.access_token)).status).toBe(401);
    expect(await refusal(await refresh(client_id, next.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('is refused to another program, for another resource and for more scopes, and stays valid', async () => {
    const { tokens, client_id } = await connected();
    expect(await refusal(await refresh(stranger, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await refusal(await refresh(client_id, tokens.refresh_token, { resource: 'https://other.example/' }))).toEqual([400, 'invalid_target']);
    expect(await refusal(await refresh(client_id, tokens.refresh_token, { scope: 'cam:alerts:read' }))).toEqual([400, 'invalid_scope']);
    expect((await refresh(client_id, tokens.refresh_token, { scope: 'cam:general:read', resource: MCP })).status).toBe(200);
  });
});

describe('a revocation', () => {
  it.each(['access_token', 'refresh_token'] as const)('of the %s ends the connection', async (kind) => {
    const { tokens, client_id } = await connected();
    expect((await post('revoke', { client_id, token: tokens[kind], token_type_hint: kind })).status).toBe(200);
    expect((await ping(tokens.access_token)).status).toBe(401);
    expect(await refusal(await refresh(client_id, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await post('revoke', { client_id, token: tokens[kind] })).status).toBe(200);
  });

  it('of a token of another program is refused', async () => {
    const { tokens } = await connected();
    expect(await refusal(await post('revoke', { client_id: stranger, token: tokens.refresh_token }))).toEqual([400, 'invalid_grant']);
    expect((await ping(tokens.access_token)).status).toBe(200);
  });

  it('of an API token that nobody got by signing in does nothing', async () => {
    const { body } = await api('POST /v1/tokens', { body: { name: 'x', kind: 'PERSONAL', scopes: ['cam:general:read'], days: 1 } }, tenant.token);
    expect((await post('revoke', { client_id: known, token: body.token })).status).toBe(200);
    expect((await ping(body.token)).status).toBe(200);
  });
});

it('an address that registers too many programs is told to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => register({ redirect_uris: ['https://app.example/cb'] })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusal(refused[0] as Response)).toEqual([429, 'temporarily_unavailable']);
});
