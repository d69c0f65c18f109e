import type { Role, Scope } from '@cam/contracts';
import { ACCOUNT, allow, dump, managedPolicy, policyDocument, user } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, operatorHeaders, tokenFor, type TestTenant } from './support/client';

const OWN = ACCOUNT;
const OTHER = '444455556666';

let tenant: TestTenant;
/** Users of the tenant without a right of their own. */
let ana: { email: string; token: string };
let bob: { email: string; token: string };

const accountOf = (word: string, id: string): object =>
  JSON.parse(
    JSON.stringify(
      dump({ users: [user(`${word}-admin`, { managed: ['All'] })], policies: [managedPolicy('All', policyDocument(allow('*')))] }),
    ).replaceAll(ACCOUNT, id),
  ) as object;

async function member(name: string, scopes: Scope[] = []): Promise<{ email: string; token: string }> {
  const email = `${name}@${tenant.tenantId}.example`;
  const body = { email, tenant: tenant.tenantId, password: 'Another-password-3', scopes };
  expect((await api('POST /v1/operator/users', { body, headers: operatorHeaders })).status).toBe(201);
  return { email, token: await tokenFor({ user: email }) };
}

beforeAll(async () => {
  tenant = await createTenant();
  await importAccount(tenant.token, accountOf('own', OWN), { account: OWN, name: 'own account' });
  await importAccount(tenant.token, accountOf('other', OTHER), { account: OTHER, name: 'other account' });
  ana = await member('ana');
  bob = await member('bob');
});

interface Wanted {
  name?: string;
  rights?: string[];
  accounts?: string[];
  users?: string[];
}

const bodyOf = ({ name = 'Readers', rights = ['CAM_GENERAL_READ'], accounts = [], users = [] }: Wanted) => ({
  ...{ name, description: '', rights, accounts },
  members: users.map((email) => ({ kind: 'USER' as const, name: email })),
});
const add = (wanted: Wanted, by = tenant.token) => api('POST /v1/roles', { body: bodyOf(wanted) }, by);
const change = ({ role_id }: Role, wanted: Wanted, by = tenant.token) =>
  api('PUT /v1/roles/{role_id}', { path: { role_id }, body: bodyOf(wanted) }, by);
const remove = ({ role_id }: Role, by = tenant.token) => api('DELETE /v1/roles/{role_id}', { path: { role_id } }, by);
const search = (token: string) => api('POST /v1/graph-querymgr/autocomplete-user', { body: { input: 'user with-access any for admin' } }, token);
const namesIn = async (token: string): Promise<string[]> => [
  ...new Set((await search(token)).body.result_table.flatMap(({ identityAccountID, resourceAccountID }) => [identityAccountID, resourceAccountID])),
];
const profileOf = async ({ email, token }: { email: string; token: string }) =>
  (await api('GET /v1/tenants/users', { query: { email } }, token)).body.user;

describe('a role', () => {
  it('gives its rights in its accounts with the next call of its members, and takes them with the next one', async () => {
    expect((await search(ana.token)).error.code).toBe('RIGHT_MISSING');
    const { status, body: role } = await add({ name: 'Own readers', accounts: [OWN], users: [ana.email.toUpperCase()] });
    expect([status, role.members]).toEqual([201, [{ kind: 'USER', name: ana.email }]]);
    expect(await namesIn(ana.token)).toEqual([OWN]);
    expect((await search(bob.token)).error.code).toBe('RIGHT_MISSING');
    expect((await profileOf(ana)).rights).toEqual(['CAM_GENERAL_READ']);
    expect((await api('GET /v1/tenants', {}, ana.token)).body.tenant.account_info.map(({ account_id: id }) => id)).toEqual([OWN]);
    const whole = await change(role, { name: 'Own readers', users: [ana.email] });
    expect([whole.status, whole.body.version]).toEqual([200, 2]);
    expect((await namesIn(ana.token)).sort()).toEqual([OWN, OTHER]);
    expect((await remove(role)).status).toBe(204);
    expect((await search(ana.token)).error.code).toBe('RIGHT_MISSING');
  });

  it('refuses a filter for another account, and calls that cannot be limited, with the reason', async () => {
    const role = (await add({ accounts: [OWN], rights: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'], users: [ana.email] })).body;
    const filtered = await api('GET /v1/graph-querymgr/entities', { query: { type: 'USER', account_id: OTHER } }, ana.token);
    expect([filtered.error.code, filtered.error.user_message]).toEqual([
      'TOKEN_ACCOUNTS',
      expect.stringContaining('Your roles are limited to accounts'),
    ]);
    const settings = await api('PUT /v1/tiers/names', { body: { names: ['a', 'b', 'c', 'd'] } }, ana.token);
    expect([settings.error.code, settings.error.user_message]).toEqual(['TOKEN_ACCOUNTS_REFUSED', expect.stringContaining('in some accounts only')]);
    expect((await api('GET /v1/roles', {}, ana.token)).status).toBe(403);
    await remove(role);
  });

  it('works in the accounts of all roles that open a call, and no right of one account counts in another', async () => {
    const first = (await add({ name: 'Reads own', accounts: [OWN], users: [ana.email] })).body;
    const second = (await add({ name: 'Reads other', accounts: [OTHER], users: [ana.email] })).body;
    const alerts = (await add({ name: 'Alerts of own', rights: ['CAM_ALERTS_READ'], accounts: [OWN], users: [ana.email] })).body;
    expect((await namesIn(ana.token)).sort()).toEqual([OWN, OTHER]);
    const findings = () => api('GET /v1/risk', { query: { of: 'finding' } }, ana.token);
    expect((await findings()).error.code).toBe('RIGHT_MISSING');
    await remove(second);
    expect((await findings()).status).toBe(200);
    await remove(first);
    await remove(alerts);
  });

  it('is given to a built-in role by its members alone', async () => {
    const { roles } = (await api('GET /v1/roles', {}, tenant.token)).body;
    const viewer = roles.find(({ role_id: id }) => id === 'viewer')!;
    const { name, description, rights } = viewer;
    const put = (body: object) =>
      api(
        'PUT /v1/roles/{role_id}',
        { path: { role_id: 'viewer' }, body: { name, description, rights, accounts: [], members: [], ...body } as never },
        tenant.token,
      );
    expect((await put({ rights: ['CAM_GENERAL_READ'] })).error.code).toBe('ROLE_BUILT_IN');
    expect((await put({ members: [{ kind: 'USER', name: bob.email }] })).status).toBe(200);
    expect((await search(bob.token)).status).toBe(200);
    expect((await remove(viewer)).error.code).toBe('ROLE_BUILT_IN');
    await put({});
    expect((await search(bob.token)).status).toBe(403);
  });

  it('limits personal tokens of its members, also those from before, and ends them with the role', async () => {
    const role = (await add({ name: 'Token readers', users: [ana.email] })).body;
    const body = { name: 'pipeline', kind: 'PERSONAL' as const, scopes: ['cam:general:read' as const], days: 7 };
    const { status, body: made } = await api('POST /v1/tokens', { body }, ana.token);
    expect(status).toBe(201);
    expect((await namesIn(made.token)).sort()).toEqual([OWN, OTHER]);
    await change(role, { name: 'Token readers', accounts: [OWN], users: [ana.email] });
    expect(await namesIn(made.token)).toEqual([OWN]);
    const service = await api('POST /v1/tokens', { body: { ...body, kind: 'SERVICE' } }, ana.token);
    expect(service.status).toBe(403);
    await remove(role);
    expect((await search(made.token)).status).toBe(403);
  });
});

describe('nobody', () => {
  it('gives a right that they do not hold in all accounts, or that does not exist', async () => {
    const granting = (await add({ name: 'Managers', rights: ['CAM_GENERAL_WRITE', 'CAM_GENERAL_READ'], users: [ana.email] })).body;
    const more = await add({ name: 'More', rights: ['CAM_ALERTS_WRITE'] }, ana.token);
    expect([more.status, more.error.code]).toEqual([403, 'RIGHT_NOT_HELD']);
    const raised = await change(granting, { name: 'Managers', rights: ['CAM_GENERAL_WRITE', 'CAM_ACCOUNT_WRITE'], users: [ana.email] }, ana.token);
    expect(raised.error.code).toBe('RIGHT_NOT_HELD');
    const administrator = (await api('GET /v1/roles', {}, ana.token)).body;
    expect(administrator.grantable.sort()).toEqual(['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE']);
    const own = await add({ name: 'Same', rights: ['CAM_GENERAL_READ'] }, ana.token);
    expect(own.status).toBe(201);
    for (const right of ['CAM_OPERATOR', 'CAM_NOTHING', 'payments.read'])
      expect([right, (await add({ name: 'Odd', rights: [right] })).error.code]).toEqual([right, 'ROLE_RIGHT']);
    await remove(own.body);
    await remove(granting);
  });

  it('takes from themselves the right to manage roles, or from everybody', async () => {
    const role = (await add({ name: 'Managers', rights: ['CAM_GENERAL_WRITE'], users: [ana.email] })).body;
    const locked = [await remove(role, ana.token), await change(role, { name: 'Managers', rights: ['CAM_GENERAL_WRITE'] }, ana.token)];
    locked.push(await change(role, { name: 'Managers', rights: ['CAM_GENERAL_WRITE'], accounts: [OWN], users: [ana.email] }, ana.token));
    expect(locked.map(({ status, error }) => [status, error.code])).toEqual(Array.from({ length: 3 }, () => [409, 'LAST_ADMINISTRATOR']));
    const body = { name: 'roles as code', kind: 'SERVICE' as const, scopes: ['cam:general:write' as const], days: 1 };
    const service = (await api('POST /v1/tokens', { body }, tenant.token)).body.token;
    expect((await remove(role, service)).error.code).toBe('LAST_ADMINISTRATOR');
    expect((await remove(role)).status).toBe(204);
  });

  it('overwrites the change of another, or gives two roles one name', async () => {
    const role = (await add({ name: 'Versioned' })).body;
    const put = (version: number) =>
      api(
        'PUT /v1/roles/{role_id}',
        { path: { role_id: role.role_id }, body: { ...bodyOf({ name: 'Versioned', users: [bob.email] }), version } },
        tenant.token,
      );
    expect((await put(1)).status).toBe(200);
    expect([(await put(1)).status, (await put(1)).error.code]).toEqual([409, 'ROLE_CHANGED']);
    expect((await add({ name: 'versioned' })).error.code).toBe('ROLE_NAME');
    expect((await add({ name: 'Far', accounts: ['999999999999'] })).error.code).toBe('ACCOUNT');
    expect((await add({ name: 'Nobody', users: ['no address'] })).error.code).toBe('ROLE_MEMBER');
    const both = await Promise.all([add({ name: 'Twice' }), add({ name: 'Twice' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const { name, role_id, ...rest } of (await api('GET /v1/roles', {}, tenant.token)).body.roles)
      if (['Versioned', 'Twice'].includes(name)) await remove({ name, role_id, ...rest });
  });
});

it('the audit log has each change of a role with the state before and after', async () => {
  const role = (await add({ name: 'Audited', accounts: [OWN] })).body;
  await change(role, { name: 'Audited', users: [bob.email] });
  await remove(role);
  const { entries } = (await api('GET /v1/tenants/audit', {}, tenant.token)).body;
  const calls = entries.filter(({ call }) => call.includes('/v1/roles')).slice(0, 3);
  expect(calls.map(({ call }) => call)).toEqual(['DELETE /v1/roles/{role_id}', 'PUT /v1/roles/{role_id}', 'POST /v1/roles']);
  expect(JSON.stringify(calls)).toContain(bob.email);
});

it('a preview lists the calls of a role, and says why some refuse it in single accounts', async () => {
  const preview = async (rights: string[], accounts: string[]) =>
    (await api('POST /v1/roles/preview', { body: { rights, accounts } }, tenant.token)).body.subjects;
  const callsOf = (subjects: Awaited<ReturnType<typeof preview>>, subject: string) => subjects.find((one) => one.subject === subject)?.calls ?? [];
  const all = await preview(['CAM_GENERAL_READ'], []);
  expect(callsOf(all, 'Search').some(({ refused }) => refused !== '')).toBe(false);
  expect(callsOf(all, 'Audit log')).toEqual([]);
  const within = await preview(['CAM_GENERAL_READ'], [OWN]);
  expect(callsOf(within, 'Search').filter(({ refused }) => refused === '').length).toBeGreaterThan(3);
  expect(callsOf(within, 'What-if').every(({ refused }) => refused === 'it concerns the whole tenant')).toBe(true);
});
