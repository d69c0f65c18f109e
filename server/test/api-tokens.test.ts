import type { ApiTokenScope, EndpointKey, Scope } from '@cam/contracts';
import { endpoints, type Endpoint } from '@cam/contracts/server';
import { ACCOUNT, allow, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, operatorHeaders, serverUrl, tokenFor, type CallArgs, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';
import examples from '../src/graph/query/examples.json';
import { compareAnswers } from './support/limited-answers';
import { QUERIES } from './support/query-reference/queries';
import { until } from './support/until';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTenant();
});

interface Wanted {
  name?: string;
  kind?: 'PERSONAL' | 'SERVICE';
  scopes?: ApiTokenScope[];
  days?: number;
  networks?: string[];
  accounts?: string[];
}

const create = (
  { name = 'pipeline', kind = 'PERSONAL', scopes = ['cam:general:read'], days = 30, networks, accounts }: Wanted = {},
  by = tenant.token,
) => api('POST /v1/tokens', { body: { name, kind, scopes, days, ...(networks ? { networks } : {}), ...(accounts ? { accounts } : {}) } }, by);

/** Creates a token that is expected to be allowed. */
async function tokenOf(wanted: Wanted = {}, by = tenant.token): Promise<{ value: string; id: string }> {
  const { status, body } = await create(wanted, by);
  expect(status).toBe(201);
  return { value: body.token, id: body.api_token.token_id };
}

/** Adds a user to the tenant, and returns a session token. */
async function member(name: string, scopes: Scope[], of = tenant): Promise<{ email: string; token: string }> {
  const email = `${name}@${of.tenantId}.example`;
  const body = { email, tenant: of.tenantId, password: 'Another-password-3', scopes };
  expect((await api('POST /v1/operator/users', { body, headers: operatorHeaders })).status).toBe(201);
  return { email, token: await tokenFor({ user: email }) };
}

const entities = (token: string) => api('GET /v1/risk/weights', {}, token);
const listOf = async (token: string) => (await api('GET /v1/tokens', {}, token)).body.tokens;

describe('an API token', () => {
  it('makes the calls of its scopes as its owner, and no others', async () => {
    const { value } = await tokenOf();
    expect(value).toMatch(/^cam_[0-9A-Za-z]{49}$/);
    expect((await entities(value)).status).toBe(200);
    const { status, body } = await api('GET /v1/tenants', {}, value);
    expect([status, body.tenant.tenant_id]).toEqual([200, tenant.tenantId]);
    const weights = await api('PUT /v1/tiers/names', { body: { names: ['a', 'b', 'c', 'd'] } as never }, value);
    expect([weights.status, weights.error.code]).toEqual([403, 'RIGHT_MISSING']);
    const made = await create({}, value);
    expect([made.status, made.error.code]).toEqual([403, 'API_TOKEN_REFUSED']);
  });

  it('shows its value once, and its last use in the list', async () => {
    const { value, id } = await tokenOf({ name: 'seen once' });
    const find = async () => (await listOf(tenant.token)).find(({ token_id }) => token_id === id);
    expect(await find()).toMatchObject({ name: 'seen once', owner: tenant.adminEmail, last_used_time: null, last_used_from: null });
    await entities(value);
    expect(await find()).toMatchObject({ last_used_time: expect.any(String) as string, last_used_from: '127.0.0.1' });
    expect(JSON.stringify(await listOf(tenant.token))).not.toContain(value);
    const { body } = await api('GET /v1/tenants/audit', {}, tenant.token);
    expect(JSON.stringify(body)).toContain('seen once');
    expect(JSON.stringify(body)).not.toContain('cam_');
  });

  it('ends at once when it is revoked, by its owner or an administrator only', async () => {
    const { token: viewer, email } = await member('revoker', ['cam:general:read']);
    const { value, id } = await tokenOf({}, viewer);
    expect((await entities(value)).status).toBe(200);
    const { token: other } = await member('stranger', ['cam:general:read']);
    const revoke = (by: string) => api('DELETE /v1/tokens/{token_id}', { path: { token_id: id } }, by);
    expect((await revoke(other)).status).toBe(404);
    expect((await revoke((await createTenant()).token)).status).toBe(404);
    expect((await listOf(other)).length).toBe(0);
    expect((await listOf(viewer)).map(({ owner }) => owner)).toEqual([email]);
    expect((await revoke(tenant.token)).status).toBe(204);
    const answer = await entities(value);
    expect([answer.status, answer.error.code]).toEqual([401, 'TOKEN_INVALID']);
    expect((await listOf(viewer))[0]).toMatchObject({ revoked_time: expect.any(String) as string });
  });

  it('loses a right with its owner, and ends with the user', async () => {
    const { token, email } = await member('leaver', ['cam:general:read', 'cam:alerts:read']);
    const { value } = await tokenOf({ scopes: ['cam:general:read', 'cam:alerts:read'] }, token);
    const alerts = () => api('GET /v2/alerts/summary', {}, value);
    expect((await alerts()).status).not.toBe(403);
    const path = { email };
    const narrowed = await api('PATCH /v1/operator/users/{email}', { path, body: { scopes: ['cam:general:read'] }, headers: operatorHeaders });
    expect(narrowed.status).toBe(200);
    expect((await alerts()).error.code).toBe('RIGHT_MISSING');
    expect((await entities(value)).status).toBe(200);
    expect((await api('DELETE /v1/operator/users/{email}', { path, headers: operatorHeaders })).status).toBe(200);
    const ended = async () => {
      const answer = await entities(value);
      expect([answer.status, answer.error.code]).toEqual([401, 'TOKEN_INVALID']);
    };
    await ended();
    // Somebody else may get the e-mail later, without the tokens.
    const successor = await member('leaver', ['cam:general:read', 'cam:alerts:read']);
    await ended();
    expect(await listOf(successor.token)).toMatchObject([{ revoked_time: expect.any(String) as string }]);
  });

  it('of a service stays when the administrator who created it leaves', async () => {
    const { token, email } = await member('founder', ['cam:general:read', 'cam:general:write']);
    const { value } = await tokenOf({ kind: 'SERVICE', name: 'nightly' }, token);
    expect((await api('DELETE /v1/operator/users/{email}', { path: { email }, headers: operatorHeaders })).status).toBe(200);
    expect((await entities(value)).status).toBe(200);
    expect((await listOf(tenant.token)).some(({ kind, owner }) => kind === 'SERVICE' && owner === email)).toBe(true);
  });

  it('has a new value after a rotation, and the former one stays valid for a day', async () => {
    const { value, id } = await tokenOf();
    const rotate = () => api('POST /v1/tokens/{token_id}/rotate', { path: { token_id: id } }, tenant.token);
    const second = (await rotate()).body.token;
    expect((await entities(value)).status).toBe(200);
    expect((await entities(second)).status).toBe(200);
    const third = (await rotate()).body.token;
    expect((await entities(value)).status).toBe(401);
    expect((await entities(second)).status).toBe(200);
    expect((await entities(third)).status).toBe(200);
    await api('DELETE /v1/tokens/{token_id}', { path: { token_id: id } }, tenant.token);
    expect((await entities(third)).status).toBe(401);
    expect((await rotate()).error.code).toBe('TOKEN_ENDED');
  });

  it('works from its networks only', async () => {
    const inside = await tokenOf({ networks: ['127.0.0.0/8', '::1'] });
    expect((await entities(inside.value)).status).toBe(200);
    const outside = await tokenOf({ networks: ['203.0.113.7'] });
    const answer = await entities(outside.value);
    expect([answer.status, answer.error.code]).toEqual([403, 'TOKEN_ADDRESS']);
  });

  it('names itself in the audit log', async () => {
    const { value } = await tokenOf({ name: 'importer', scopes: ['cam:general:read', 'cam:general:write'] });
    const changed = await api('PATCH /v1/tenants', { body: { tenant: { address: 'Street 1' } } }, value);
    expect(changed.status).toBe(200);
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: 'importer' } }, tenant.token)).body;
    expect(entries.map(({ actor }) => actor)).toContain(`${tenant.adminEmail}, API token "importer"`);
  });
});

describe('a token is refused', () => {
  it('with a scope that its creator lacks, or as a service by a user who is no administrator', async () => {
    const { token } = await member('reader', ['cam:general:read']);
    const more = await create({ scopes: ['cam:general:read', 'cam:alerts:write'] }, token);
    expect([more.status, more.error.code]).toEqual([403, 'SCOPE_MISSING']);
    expect(more.error.user_message).toContain('cam:alerts:write');
    expect((await create({ kind: 'SERVICE' }, token)).status).toBe(403);
    expect((await create({ scopes: ['cam:operator'] as never })).status).toBe(422);
  });

  it('with a longer life than the tenant allows', async () => {
    const strict = await createTenant();
    expect((await create({ days: 91 }, strict.token)).error.code).toBe('TOKEN_LIFE');
    const policy = (max_days: number, by: string) => api('PUT /v1/tokens/policy', { body: { max_days } }, by);
    expect((await policy(7, strict.token)).body).toEqual({ max_days: 7 });
    expect((await create({ days: 8 }, strict.token)).error.user_message).toBe('A token of this tenant may live 7 days at most.');
    expect((await create({ days: 7 }, strict.token)).status).toBe(201);
    const { token } = await member('reader', ['cam:general:read'], strict);
    expect((await policy(366, token)).status).toBe(403);
  });

  it.each(['nowhere', '203.0.113.0/33', '::1/129', '203.0.113.0/24/1', '203.0.113.0/x'])('with a network that is none: %s', async (network) => {
    const answer = await create({ networks: [network] });
    expect([answer.status, answer.error.code]).toEqual([422, 'NETWORK']);
  });

  it('with another character, or in place of a token of another kind', async () => {
    const { value } = await tokenOf();
    for (const text of [`${value}x`, value.replace('cam_', 'camp_'), `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`, 'cam_'])
      expect((await entities(text)).status).toBe(401);
    const inAddress = await fetch(`${serverUrl}/v1/risk/weights?access_token=${value}`);
    expect(inAddress.status).toBe(401);
  });
});

describe('a program that asks for a token', () => {
  const begin = async (name = 'cam on laptop') => (await api('POST /v1/tokens/requests', { body: { name } })).body;
  const take = (device_code: string) => api('POST /v1/tokens/requests/value', { body: { device_code } });
  const decide = (
    user_code: string,
    by: string,
    body: { scopes: ApiTokenScope[]; days: number; accounts?: string[] } = { scopes: ['cam:general:read'], days: 7 },
  ) => api('POST /v1/tokens/requests/{user_code}', { path: { user_code }, body }, by);

  it('gets it once, after a user allowed it, with the scopes that the user chose', async () => {
    const { device_code, user_code, verification_uri_complete } = await begin();
    expect(verification_uri_complete).toMatch(/\/settings\/tokens\?connect=[A-Z]{4}-[A-Z]{4}$/);
    expect((await take(device_code)).body).toEqual({ token: null });
    const shown = await api('GET /v1/tokens/requests/{user_code}', { path: { user_code: user_code.toLowerCase() } }, tenant.token);
    expect(shown.body).toMatchObject({ name: 'cam on laptop', address: expect.any(String) });
    const allowed = await decide(user_code, tenant.token);
    expect(JSON.stringify(allowed.body)).not.toContain('"token":"cam_');
    const { token } = (await take(device_code)).body;
    expect(token).toMatch(/^cam_/);
    expect((await take(device_code)).status).toBe(404);
    expect((await api('GET /v1/graph-querymgr/dashboard', {}, token ?? '')).status).toBe(200);
    expect((await api('GET /v1/tenants/audit', {}, token ?? '')).status).toBe(403);
    const { tokens } = (await api('GET /v1/tokens', {}, tenant.token)).body;
    expect(tokens.find(({ name }) => name === 'cam on laptop')).toMatchObject({ kind: 'PERSONAL', scopes: ['cam:general:read'] });
  });

  it('shows the accounts that it asks for, and gets those that the user chose', async () => {
    const bundle = JSON.parse(JSON.stringify(dump({ users: [user('one')] })).replaceAll(ACCOUNT, '777788889999')) as object;
    await importAccount(tenant.token, bundle, { account: '777788889999', name: 'chosen account' });
    const asked = (await api('POST /v1/tokens/requests', { body: { name: 'cam on laptop', accounts: ['777788889999', '888899990000'] } })).body;
    const shown = await api('GET /v1/tokens/requests/{user_code}', { path: { user_code: asked.user_code } }, tenant.token);
    expect(shown.body.accounts).toEqual(['777788889999', '888899990000']);
    const of = (accounts: string[]) => ({ scopes: ['cam:general:read' as const], days: 7, accounts });
    const unknown = await decide(asked.user_code, tenant.token, of(['888899990000']));
    expect([unknown.status, unknown.error.code]).toEqual([422, 'ACCOUNT']);
    const { body } = await decide(asked.user_code, tenant.token, of(['777788889999']));
    expect(body.api_token.accounts).toEqual(['777788889999']);
  });

  it('gets nothing if the user refuses, and a decision is final', async () => {
    const { device_code, user_code } = await begin();
    const refuse = () => api('DELETE /v1/tokens/requests/{user_code}', { path: { user_code } }, tenant.token);
    expect((await refuse()).status).toBe(204);
    expect((await decide(user_code, tenant.token)).status).toBe(404);
    expect((await take(device_code)).status).toBe(403);
    expect((await take(device_code)).status).toBe(404);
  });

  it('cannot be allowed without a session, by an API token, or with scopes that the user lacks', async () => {
    const { user_code } = await begin();
    expect((await decide(user_code, '')).status).toBe(401);
    const mine = (await api('POST /v1/tokens', { body: { name: 'other', kind: 'PERSONAL', scopes: ['cam:general:read'], days: 7 } }, tenant.token))
      .body.token;
    expect((await decide(user_code, mine)).status).toBe(403);
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    expect((await decide(user_code, reader, { scopes: ['cam:alerts:write'], days: 7 })).status).toBe(403);
  });

  it('learns nothing from a wrong code, and codes cannot be tried without limit', async () => {
    expect((await take('x'.repeat(43))).status).toBe(404);
    const own = await createTenant();
    const tries = await Promise.all(
      Array.from({ length: 40 }, () => api('GET /v1/tokens/requests/{user_code}', { path: { user_code: 'BBBB-BBBB' } }, own.token)),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404, 429]));
  });
});

/** Accounts whose entities are named after them, and which trust each other. The second one is not for the token. */
const ALLOWED = ACCOUNT;
const HIDDEN = '444455556666';
const accountOf = (word: string): object =>
  dump({
    users: [
      user(`${word}-admin`, { managed: ['All'], groups: [`${word}-team`] }),
      user(`${word}-guest`),
      user(`${word}-reader`, { inline: { read: policyDocument(allow('iam:GetUser')) } }),
    ],
    roles: [role(`${word}-door`, trust({ AWS: `arn:aws:iam::${HIDDEN}:root` }), ['All'])],
    groups: [group(`${word}-team`, [])],
    policies: [managedPolicy('All', policyDocument(allow('*')))],
  });
const uriOf = (type: string, name: string, account = ALLOWED): string => `${tenant.tenantId}:AWS:${account}:-:${type}:${name}`;
/** Swaps both accounts in a bundle. */
const swapped = (bundle: object): object =>
  JSON.parse(JSON.stringify(bundle).replace(new RegExp(`${ALLOWED}|${HIDDEN}`, 'g'), (id) => (id === ALLOWED ? HIDDEN : ALLOWED))) as object;

describe('a token that is limited to accounts', () => {
  /** How each call that the contract narrows is made. A call that is missing here fails the first test. */
  const narrowedCalls = () =>
    ({
      'GET /v1/tenants': {},
      'GET /v1/intents/alerts': {},
      'GET /v1/intents/alertsv2': {},
      'GET /v1/intents/alertscount': {},
      'GET /v2/alerts': {},
      'GET /v2/alerts/count': {},
      'GET /v2/alerts/summary': { query: { type: 'PER_REFERENCE' } },
      'GET /v1/intents/suites': {},
      'GET /v1/intents/complianceRules': { query: { suite_id: 'aws-identity-least-privilege' } },
      'GET /v1/intents/rules': {},
      'GET /v1/intents/rule': { query: { rule_id: 'aws-iam-user-admin' } },
      'GET /v1/intents/complianceTrend': {},
      'GET /v1/intents/failedCountsByRegion': {},
      'GET /v1/graph-querymgr/identity': {},
      'GET /v1/graph-querymgr/objects': {},
      'GET /v1/graph-querymgr/networks': {},
      'GET /v1/graph-querymgr/entities': { query: { type: 'USER,ROLE,GROUP,POLICY' } },
      'GET /v1/graph-querymgr/entities/export': { query: { type: 'USER,ROLE,GROUP,POLICY' } },
      'GET /v1/graph-querymgr/account': {},
      'GET /v1/resources/groups': {},
      'GET /v1/resources/roles': {},
      'GET /v1/resources/scopes': {},
      'GET /v1/resources/services': {},
      'GET /v1/graph-querymgr/privileges/{view_type}': { path: { view_type: 'ALL' } },
      'GET /v1/graph-querymgr/privileges/{view_type}/export': { path: { view_type: 'ALL' } },
      'GET /v1/graph-querymgr/public-objects': {},
      'GET /v1/graph-querymgr/dashboard': {},
      'GET /v1/alerts/groups': { query: { by: 'CAUSE' } },
      'GET /v1/risk': { query: { of: 'identity', history: true } },
      'GET /v1/risk/top': {},
      'GET /v1/risk/trend': { query: { uri: uriOf('USER', 'open-admin') } },
      'GET /v1/graph-querymgr/explain': { query: { identity_uri: uriOf('USER', 'open-reader'), resource_uri: uriOf('USER', 'open-guest') } },
      'POST /v1/proofs': { body: { kind: 'reaches', identity_uri: uriOf('USER', 'open-reader'), resource_uri: uriOf('USER', 'open-guest') } },
      'GET /v1/graph-querymgr/names': { query: { text: 'admin' } },
      'GET /v1/usage/usage': { query: { 'table_options.query': 'any with-usage < 3000', start_time: '2020-01-01', end_time: '2030-01-01' } },
      'POST /v1/graph-querymgr/autocomplete': { body: { input: 'user ' } },
      'POST /v1/graph-querymgr/words': { body: { input: 'user with-access role for admin' } },
      'POST /v1/graph-querymgr/autocomplete-user': { body: { input: 'any with-access any' } },
      'POST /v1/graph-querymgr/autocomplete-user/export': { body: { input: 'any with-access any for admin' } },
      'POST /v1/graph-querymgr/why-empty': { body: { input: 'user *-admin with-access object_store' } },
      'POST /v1/graph-querymgr/ask': { body: { text: 'who has access to open-guest' } },
    }) as Record<string, CallArgs<EndpointKey>>;
  let limited: string;
  let whole: string;
  const ask = async (key: string, token: string, query: object = {}) => {
    const args = narrowedCalls()[key] as { query?: object; body?: object };
    const filtered = { ...args, ...(args.body ? { body: { ...args.body, ...query } } : { query: { ...args.query, ...query } }) };
    return api(key as EndpointKey, filtered as CallArgs<EndpointKey>, token);
  };

  beforeAll(async () => {
    const scopes: ApiTokenScope[] = ['cam:general:read', 'cam:alerts:read', 'cam:account:read', 'cam:guardrail:read'];
    const body = { name: 'Administrators', query: 'user with-access any for admin', severity: 'HIGH' as const };
    const { monitor } = (await api('POST /v1/intents/monitors', { body }, tenant.token)).body;
    await api('PATCH /v1/intents/monitors', { body: { monitor_ids: [monitor.monitor_id], alerts_enabled: true } }, tenant.token);
    await importAccount(tenant.token, accountOf('open'), { account: ALLOWED, name: 'open account' });
    await importAccount(tenant.token, swapped(accountOf('hidden')), { account: HIDDEN, name: 'hidden account' });
    await counted(tenant.token);
    await until('both accounts have alerts', async () => {
      const { body } = await api('GET /v1/intents/alertscount', {}, tenant.token);
      return body.high_count >= 2;
    });
    await until('the risks are scored', async () => {
      const { body } = await api('GET /v1/graph-querymgr/entities', { query: { type: 'USER' } }, tenant.token);
      return body.rows.every(({ risk }) => risk !== null);
    });
    whole = (await tokenOf({ scopes })).value;
    limited = (await tokenOf({ scopes, accounts: [ALLOWED] })).value;
  });

  it('gets nothing of another account from any call that it may make', async () => {
    const narrowed = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([key, { accounts, readOnly }]) =>
      (accounts?.by === 'FILTER' || accounts?.by === 'ROWS') && (key.startsWith('GET ') || readOnly) ? [key] : [],
    );
    expect(Object.keys(narrowedCalls()).sort()).toEqual(narrowed.sort());
    const shown: string[] = [];
    for (const key of narrowed) {
      const [all, own, both] = [await ask(key, whole), await ask(key, limited), await ask(key, limited, { account_id: `${ALLOWED},${HIDDEN}` })];
      expect([key, all.status, own.status, both.status]).toEqual([key, 200, 200, 200]);
      const text = JSON.stringify([own.body, both.body]);
      expect([key, text.includes('hidden'), text.includes(HIDDEN)]).toEqual([key, false, false]);
      if (JSON.stringify(all.body).includes('hidden')) shown.push(key);
      // A filter cannot lead out of the accounts.
      for (const account_id of [HIDDEN, ',', 'unknown'])
        expect([key, account_id, (await ask(key, limited, { account_id })).error.code]).toEqual([key, account_id, 'TOKEN_ACCOUNTS']);
    }
    // The other token sees the account there, so the test would notice a leak.
    expect(shown).toEqual(
      expect.arrayContaining(['GET /v1/intents/alerts', 'GET /v1/intents/rule', 'GET /v1/graph-querymgr/entities', 'GET /v1/tenants']),
    );
    const highOf = async (token: string) => ((await ask('GET /v1/intents/alertscount', token)).body as { high_count: number }).high_count;
    expect(await highOf(limited)).toBeLessThan(await highOf(whole));
  });

  it('is refused where the answer cannot be limited, with the reason', async () => {
    const { body } = await api('GET /v1/intents/alerts', {}, tenant.token);
    const query = { alert_id: body.alert_info_list.find(({ account_id: id }) => id === HIDDEN)?.alert_id ?? '' };
    const one = await api('GET /v1/intents/alerts', { query }, limited);
    expect([one.status, one.error.code, one.error.user_message]).toEqual([403, 'TOKEN_ACCOUNTS', expect.stringContaining('"alert_id"')]);
    const trial = await api('GET /v1/risk/explain', { query: { uri: uriOf('USER', 'open-admin') } }, limited);
    expect([trial.status, trial.error.code]).toEqual([403, 'TOKEN_ACCOUNTS_REFUSED']);
    expect((await api('GET /v1/risk/trend', {}, limited)).error.code).toBe('TOKEN_ACCOUNTS');
    expect((await api('GET /v1/risk/trend', { query: { uri: uriOf('USER', 'hidden-admin', HIDDEN) } }, limited)).status).toBe(404);
    expect((await api('GET /v2/alerts/count', { query: { accountIds: HIDDEN } }, limited)).error.code).toBe('TOKEN_ACCOUNTS');
  });

  it('proves access that needs nothing of another account, and refuses all else', async () => {
    const prove = (kind: 'reaches' | 'not-reaches', identity_uri: string, resource_uri: string) =>
      api('POST /v1/proofs', { body: { kind, identity_uri, resource_uri } }, limited);
    const guest = uriOf('USER', 'open-guest');
    const made = await prove('reaches', uriOf('USER', 'open-reader'), guest);
    const payload = Buffer.from(made.body.payload, 'base64').toString();
    expect([made.status, payload.includes('open-reader'), payload.includes('hidden'), payload.includes(HIDDEN)]).toEqual([200, true, false, false]);
    const none = await prove('not-reaches', guest, uriOf('USER', 'open-reader'));
    expect([none.status, none.error.code]).toEqual([403, 'PROOF_OUTSIDE']);
    expect((await prove('reaches', uriOf('USER', 'hidden-admin', HIDDEN), guest)).status).toBe(404);
    const wrong = await prove('reaches', guest, uriOf('USER', 'open-reader'));
    expect([wrong.status, wrong.error.code]).toEqual([422, 'CLAIM_FALSE']);
  });

  it('finds the rows of every query that are within its accounts, and no others', async () => {
    const inputs = [...examples.map(({ query }) => query), ...QUERIES].filter((query) => !/(as-of|changed-since) /.test(query));
    const compared = [];
    for (const input of inputs) compared.push(await compareAnswers(input, { token: whole }, { token: limited }, [ALLOWED]));
    expect(compared.filter(({ surplus, missing }) => surplus.length + missing.length > 0)).toEqual([]);
    expect(compared.some(({ hidden }) => hidden > 0)).toBe(true);
    expect(compared.some(({ shown }) => shown > 0)).toBe(true);
  }, 240_000);

  it('finds nothing by a name, a type of hop or a suggestion that only another account has', async () => {
    const rowsOf = async (input: string, token: string) =>
      (await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input } }, token)).body.result_table.length;
    for (const input of ['role hidden-door', 'any with-access role hidden-door', 'user with-access any via role hidden-door']) {
      expect([input, await rowsOf(input, whole)]).toEqual([input, expect.any(Number)]);
      expect([input, (await rowsOf(input, whole)) > 0, await rowsOf(input, limited)]).toEqual([input, true, 0]);
    }
    // A condition on what does not exist is as one on any unknown name.
    expect(await rowsOf('user with-access any and not with-access role hidden-door', limited)).toBe(
      await rowsOf('user with-access any and not with-access role unknown', limited),
    );
    const suggested = async (input: string, token: string) => (await api('POST /v1/graph-querymgr/autocomplete', { body: { input } }, token)).body;
    for (const input of ['user hid', 'any with-attribute accountid ', 'any with-attribute accountname ', 'user with-role hid']) {
      const { options, options_total } = await suggested(input, limited);
      expect([input, options.filter((option) => option.includes('hidden') || option.includes(HIDDEN))]).toEqual([input, []]);
      expect([input, options_total]).toEqual([input, options.length]);
    }
    expect((await suggested('user hid', whole)).options).toContain('hidden-admin');
    expect((await suggested('user with-access any via ', limited)).option_info.map(({ count }) => count).filter((n) => n !== null)).toEqual([]);
  });

  it('explains access within its accounts, and refuses to explain what depends on another one', async () => {
    const explain = (identity: string, resource: string) =>
      api('GET /v1/graph-querymgr/explain', { query: { identity_uri: identity, resource_uri: resource } }, limited);
    const own = await explain(uriOf('USER', 'open-reader'), uriOf('USER', 'open-guest'));
    expect([own.status, own.body.paths?.length]).toEqual([200, 1]);
    const through = await explain(uriOf('USER', 'open-admin'), uriOf('USER', 'open-guest'));
    expect([through.status, through.error.code]).toEqual([403, 'EXPLANATION_OUTSIDE']);
    const unknown = await explain(uriOf('USER', 'nobody'), uriOf('USER', 'open-guest'));
    const outside = await explain(uriOf('USER', 'hidden-reader', HIDDEN), uriOf('USER', 'hidden-guest', HIDDEN));
    expect([outside.status, outside.error.user_message]).toEqual([unknown.status, unknown.error.user_message]);
  });

  it('does not learn of other accounts from a search that its user opened without a limit', async () => {
    const input = 'any with-access any';
    const opened = await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input, session_props: { batch_size: 1 } } }, whole);
    const session_props = { session_id: opened.body.session_id ?? '', is_next: true, batch_size: 1000 };
    const turned = await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input, session_props } }, limited);
    expect([turned.status, JSON.stringify(turned.body).includes('hidden')]).toEqual([200, false]);
  });

  it('changes alerts of its accounts, and no others', async () => {
    const { value } = await tokenOf({ scopes: ['cam:alerts:read', 'cam:alerts:write'], accounts: [ALLOWED] });
    const { alert_info_list: all } = (await api('GET /v1/intents/alerts', {}, tenant.token)).body;
    const idOf = (account: string, subject: string): string =>
      all.find(({ account_id: id, object_uri: uri }) => id === account && uri.split(':')[2] === subject)?.alert_id ?? '';
    const [own, across, outside] = [idOf(ALLOWED, ALLOWED), idOf(ALLOWED, HIDDEN), idOf(HIDDEN, HIDDEN)];
    const work = (ids: string[]) => api('PATCH /v1/alerts/work', { body: { alert_ids: ids, due_date: '2030-01-01' } }, value);
    for (const ids of [[outside], [own, outside], [across], ['unknown']]) expect((await work(ids)).status).toBe(404);
    const changed = await work([own]);
    expect([changed.status, changed.body.alert_info_list?.map(({ due_date }) => due_date)]).toEqual([200, ['2030-01-01']]);
  });

  it('is created for connected accounts only, and the list names them', async () => {
    const unknown = await create({ accounts: ['999999999999'] });
    expect([unknown.status, unknown.error.code]).toEqual([422, 'ACCOUNT']);
    expect((await listOf(tenant.token)).map(({ accounts }) => accounts)).toEqual(expect.arrayContaining([[], [ALLOWED]]));
  });
});
