import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import {
  API_TOKEN_SCOPES,
  endpoints,
  provisioningEndpoints,
  rightOfScope,
  singleSignOnEndpoints,
  type ApiTokenScope,
  type Endpoint,
  type EndpointKey,
} from '@cam/contracts/server';
import { createApp } from './app';
import { createMount } from './mount';

/** Calls where a session is enough that a token may make too: they tell a program where it is. */
const WITHOUT_SCOPE = ['GET /v1/tenants', 'GET /v1/tenants/featureflags'];
/** Changes that callers who are limited to accounts may make there. */
const CHANGES_IN_ACCOUNTS = ['PATCH /v1/alerts/work', 'PATCH /v1/alerts/dismissal', 'POST /v1/alerts/verification'];
/** Calls that change how users, tokens and assistants get in: no token makes them, whatever its scopes. */
const NEVER = [
  ...Object.keys(singleSignOnEndpoints),
  ...Object.keys(provisioningEndpoints),
  ...['PUT /v1/mcp/settings', 'PUT /v1/tenants/second-factor', 'PUT /v1/tokens/policy'],
];

let app: FastifyInstance;
let scopes: readonly ApiTokenScope[];
let accountIds: string[] | undefined;

beforeAll(() => {
  app = createApp(pino({ level: 'silent' }), { publicUrl: 'http://localhost' });
  const { mount } = createMount(app, {
    verifyToken: () => Promise.reject(new Error('a session was not expected')),
    verifyApiToken: async () => ({
      tenantId: 'one',
      email: 'a@one.example',
      rights: scopes.map(rightOfScope),
      userSource: 'SOURCE_UNKNOWN',
      expiresAt: Infinity,
      apiToken: { id: '1', name: 'pipeline', ...(accountIds ? { accountIds } : {}) },
    }),
    isOperatorKey: () => false,
    verifyPublisher: async () => null,
    record: async () => undefined,
    accountsWithin: async () => [],
    isRemoteOff: async () => false,
  });
  for (const key of Object.keys(endpoints)) mount(key as EndpointKey, async () => Promise.reject(new Error('the handler ran')));
});
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

/** Returns whether a call passes the checks of token and right: its input or its handler then refuses it. */
async function isAdmitted(key: string): Promise<boolean> {
  const [method = '', path = ''] = key.split(' ');
  const response = await fetch(new URL(path.replace(/\{\w+\}/g, 'x'), app.listeningOrigin), {
    method,
    headers: { authorization: 'Bearer cam_token' },
  });
  await response.text();
  return response.status !== 401 && response.status !== 403;
}

const byAccess = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { access }]) => access !== 'public');

it.each(API_TOKEN_SCOPES)(
  'a token with %s alone makes the calls of this scope, and no other',
  async (scope) => {
    scopes = [scope];
    const admitted: string[] = [];
    for (const [key] of byAccess) if (await isAdmitted(key)) admitted.push(key);
    const ofScope = byAccess.filter(([key, { access }]) => Array.isArray(access) && access.includes(rightOfScope(scope)) && !NEVER.includes(key));
    expect(admitted.sort()).toEqual([...ofScope.map(([key]) => key), ...WITHOUT_SCOPE].sort());
  },
  120_000,
);

it('a token with all scopes cannot create tokens, act as an operator, or use the session of a user', async () => {
  scopes = API_TOKEN_SCOPES;
  for (const [key, { access, apiTokens }] of byAccess) {
    const isOfSession = access === 'session' && !WITHOUT_SCOPE.includes(key);
    const isOfOperator = access === 'operator-key' || (Array.isArray(access) && access.every((right) => right === 'CAM_OPERATOR'));
    if (isOfSession || isOfOperator || apiTokens === false) expect([key, await isAdmitted(key)]).toEqual([key, false]);
  }
  expect(await isAdmitted('POST /v1/tokens')).toBe(false);
});

it('a token that is limited to accounts makes only the calls that its accounts narrow, or that have no data of accounts, and changes nothing but its alerts', async () => {
  scopes = API_TOKEN_SCOPES;
  accountIds = ['111122223333'];
  for (const [key, { accounts, readOnly, audit }] of byAccess) {
    const isServed = accounts !== undefined && accounts.by !== 'REFUSED';
    const changesNothing =
      CHANGES_IN_ACCOUNTS.includes(key) || key.startsWith('GET ') || readOnly || (typeof audit === 'object' && 'exempt' in audit);
    if (isServed) expect([key, changesNothing]).toEqual([key, true]);
    expect([key, await isAdmitted(key)]).toEqual([key, isServed]);
  }
}, 120_000);
