import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from './support/client';
import { startServer, type ServerProcess } from './support/server-process.cjs';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

let issuer: string;
let platform: Server;
let server: ServerProcess;
let key: KeyObject;
const tokenRequests: URLSearchParams[] = [];

/** A third-party identity platform: discovery, keys, and a token endpoint that records its requests. */
beforeAll(async () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  key = pair.privateKey;
  const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'outside', alg: 'ES256', use: 'sig' };
  platform = createServer((request, response) => {
    const answer = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') {
      answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        end_session_endpoint: `${issuer}/logout`,
      });
    } else if (request.url === '/keys') {
      answer({ keys: [jwk] });
    } else {
      let form = '';
      request.on('data', (chunk) => (form += chunk));
      request.on('end', () => {
        tokenRequests.push(new URLSearchParams(form));
        answer({ access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60, internal: 'not for browsers' });
      });
    }
  });
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  server = await startServer(
    {
      CAM_OIDC_ISSUER: issuer,
      CAM_OIDC_CLIENT_ID: 'cam',
      CAM_OIDC_CLIENT_SECRET: 'client-secret-1',
      CAM_OIDC_AUDIENCE: 'cam-prod',
      CAM_OIDC_CLAIM_TENANT: 'org',
    },
    { data: 'none' },
  );
}, 240_000);
afterAll(async () => {
  await server.stop();
  platform.close();
});

function token(change: Record<string, unknown> = {}): string {
  const claims = {
    iss: issuer,
    aud: 'cam-prod',
    exp: now() + 300,
    org: 'acme',
    email: 'Ann@acme.example',
    scope: 'openid cam:general:read',
    ...change,
  };
  const input = `${base64({ alg: 'ES256', kid: 'outside', typ: 'JWT' })}.${base64(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
const me = (bearer: string) => api('GET /v1/tenants/users', { query: { email: 'ann@acme.example' } }, bearer, server.url);

it("the server returns the external platform's sign-in address, but never the client secret", async () => {
  const answer = await api('GET /v1/tenants/users/auth', {}, undefined, server.url);
  expect(answer.body).toMatchObject({ authorizeEndpoint: `${issuer}/authorize`, logoutEndpoint: `${issuer}/logout`, clientId: 'cam' });
  expect(JSON.stringify(answer.body)).not.toContain('client-secret-1');
});

it('the server exchanges the code and adds the client secret', async () => {
  const answer = await api(
    'POST /v1/tenants/users/auth/token',
    { body: { grant_type: 'authorization_code', code: 'c', code_verifier: 'v', redirect_uri: `${server.url}/authorize/idn` } },
    undefined,
    server.url,
  );
  expect(answer.body).toEqual({ access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60 });
  expect(Object.fromEntries(tokenRequests[0] ?? [])).toMatchObject({
    client_id: 'cam',
    client_secret: 'client-secret-1',
    code: 'c',
    code_verifier: 'v',
  });
});

it('the server reads tenant, e-mail, rights and user source from external tokens', async () => {
  const answer = await me(token());
  expect(answer.body.user).toMatchObject({ email: 'ann@acme.example', rights: ['CAM_GENERAL_READ'], userSource: 'IDN_IDP' });
  expect((await me(token({ rights: ['CAM_GENERAL_WRITE', 'root'] }))).body.user.rights).toEqual(['CAM_GENERAL_WRITE']);
});

it('the server rejects tokens that are expired or have a wrong audience, issuer or tenant', async () => {
  const codeOf = async (change: Record<string, unknown>) => (await me(token(change))).error.code;
  expect(await codeOf({ exp: now() - 90 })).toBe('TOKEN_EXPIRED');
  expect((await me(token({ exp: now() - 30 }))).status).toBe(200);
  expect(await codeOf({ exp: undefined })).toBe('TOKEN_INVALID');
  expect(await codeOf({ nbf: now() + 300 })).toBe('TOKEN_INVALID');
  expect(await codeOf({ aud: 'another-api' })).toBe('TOKEN_INVALID');
  expect(await codeOf({ iss: 'https://elsewhere.example' })).toBe('TOKEN_INVALID');
  expect(await codeOf({ org: undefined, tenant: 'acme' })).toBe('TOKEN_INVALID');
});

it('the server changes no password and issues no token for users of the external platform', async () => {
  const body = { user: { email: 'ann@acme.example' }, old_password: 'Old-password-1', new_password: 'New-password-1' };
  expect((await api('PATCH /v1/tenants/users', { body }, token(), server.url)).status).toBe(403);
  const headers = { authorization: `Operator ${server.operatorKey}` };
  const minted = await api('POST /v1/operator/token', { body: { user: 'ann@acme.example' }, headers }, undefined, server.url);
  expect([minted.status, minted.error.code]).toEqual([422, 'OUTSIDE_PLATFORM']);
  expect((await fetch(`${server.url}/identity/auth`)).status).toBe(404);
});
