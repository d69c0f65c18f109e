import { COMPANY, dump } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, operatorHeaders, serverUrl, tokenFor, type TestTenant } from './support/client';
import { signIn } from './support/visitor';

const change = (tenant: TestTenant, body: Record<string, unknown>) =>
  api('PATCH /v1/tenants/users', { body: { user: { email: tenant.adminEmail }, ...body } as never }, tenant.token);

describe('a tenant', () => {
  it('is visible only to its own users', async () => {
    const [one, other] = [await createTenant(), await createTenant()];
    expect((await api('GET /v1/tenants', {}, one.token)).body.tenant.tenant_id).toBe(one.tenantId);
    const answer = await api('GET /v1/tenants/users', { query: { email: other.adminEmail } }, one.token);
    expect(answer.status).toBe(404);
    expect(answer.error.user_message).toBe('Your tenant has no user with this e-mail.');
  });

  it('can be renamed and given an address by its administrators', async () => {
    const tenant = await createTenant();
    const rename = (body: { name?: string; address?: string }, token: string | undefined = tenant.token) =>
      api('PATCH /v1/tenants', { body: { tenant: body } }, token);
    expect((await rename({ name: ' Acme ', address: '1 Main Street' })).body.tenant).toMatchObject({ name: 'Acme', address: '1 Main Street' });
    expect((await rename({ address: ' ' })).body.tenant).toMatchObject({ tenant_id: tenant.tenantId, name: 'Acme', address: 'none' });
    expect([(await rename({ name: ' ' })).status, (await rename({})).status]).toEqual([422, 422]);
    const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    expect([(await rename({ name: 'X' }, reader)).status, (await api('PATCH /v1/tenants', { body: { tenant: {} } })).status]).toEqual([403, 401]);
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: 'name and address of the tenant' } }, tenant.token)).body;
    expect(entries[0]).toMatchObject({ before: { address: '1 Main Street' }, after: { name: 'Acme', address: 'none' } });
  });

  it('cannot be created twice, with a weak password, or with an e-mail that is in use', async () => {
    const { tenantId, adminEmail } = await createTenant();
    const headers = { authorization: `Operator ${process.env.CAM_TEST_OPERATOR_KEY}` };
    const make = (body: Record<string, string>) => api('POST /v1/operator/tenants', { body: { name: 'X', ...body } as never, headers });
    expect((await make({ tenant_id: tenantId })).error.code).toBe('TENANT_EXISTS');
    const weak = await make({ tenant_id: `${tenantId}-b`, admin_email: 'new@b.example', admin_password: 'short' });
    expect([weak.status, weak.error.user_message]).toEqual([422, 'Password should be at least 10 characters long']);
    const taken = await make({ tenant_id: `${tenantId}-c`, admin_email: adminEmail, admin_password: 'Right-password-1' });
    expect([taken.status, taken.error.code]).toEqual([409, 'USER_EXISTS']);
    expect((await make({ tenant_id: `${tenantId}-c` })).status).toBe(201);
  });

  it('has the facts of its imports, as a check by the operator says', async () => {
    const { tenantId, token } = await createTenant();
    const check = (tenant_id: string, headers: Record<string, string> = operatorHeaders, by?: string) =>
      api('POST /v1/operator/tenants/{tenant_id}/check', { path: { tenant_id }, headers }, by);
    expect((await check(tenantId)).body).toEqual({ sources: 0, unknown: [], differing: [] });
    await importAccount(token, await zipOf({ 'iam/get-account-authorization-details.json': dump(COMPANY) }));
    expect((await check(tenantId)).body).toEqual({ sources: 1, unknown: [], differing: [] });
    expect([(await check('nobody')).status, (await check(tenantId, {}, token)).status]).toEqual([404, 401]);
  });

  it('has notification settings for the three severities from the start', async () => {
    const { token } = await createTenant();
    const answer = await api('GET /v1/tenants/notification', {}, token);
    expect(answer.body.notification_info).toEqual(['HIGH', 'MEDIUM', 'LOW'].map((severity) => ({ severity, email: [], slack_url: [], syslog: [] })));
  });
});

describe('the user profile', () => {
  it('can be changed, and an empty name is stored as "none"', async () => {
    const tenant = await createTenant();
    const user = { email: tenant.adminEmail, first_name: 'Grace', last_name: '  ', role: 'Auditor' };
    expect((await change(tenant, { user })).body.user).toMatchObject({ first_name: 'Grace', last_name: 'none', role: 'Auditor' });
    const read = await api('GET /v1/tenants/users', { query: { email: tenant.adminEmail } }, tenant.token);
    expect(read.body.user).toMatchObject({ first_name: 'Grace', last_name: 'none', userSource: 'COGNITO', user_name: tenant.adminEmail });
  });

  it('can be changed only by its user, and read only by its user and administrators', async () => {
    const tenant = await createTenant();
    expect((await change(tenant, { user: { email: 'someone@else.example' } })).status).toBe(403);
    const viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    expect((await api('GET /v1/tenants/users', { query: { email: tenant.adminEmail } }, viewer)).error.code).toBe('RIGHT_MISSING');
  });
});

describe('changing the password', () => {
  it('is rejected with the first broken rule or for a wrong old password, and changes nothing', async () => {
    const tenant = await createTenant();
    const old = tenant.adminPassword;
    const cases: [string | undefined, string, string][] = [
      [undefined, 'Better-password-2', 'Old password should be filled in'],
      [old, 'short', 'Password should be at least 10 characters long'],
      [old, 'UPPERCASE-ONLY-1', 'Password should contain lowercase letters'],
      [old, 'lowercase-only-1', 'Password should contain uppercase letters'],
      [old, ' Spaces-around-1 ', 'Password should start and end from non-whitespace character'],
      [old, 'NothingSpecial1', 'Password should contain a special character'],
      [old, 'Password1!', 'Password should not be a common password'],
      [old, 'Admin-harbour-7', 'Password should not contain your name or e-mail address'],
      ['tooshort', 'Better-password-2', 'Password should be at least 10 characters long'],
      ['Wrong-password-1', 'Better-password-2', 'The old password is incorrect. Nothing was changed.'],
    ];
    for (const [oldPassword, newPassword, text] of cases) {
      const answer = await change(tenant, {
        old_password: oldPassword,
        new_password: newPassword,
        user: { email: tenant.adminEmail, role: 'Changed' },
      });
      expect([answer.status, answer.error.user_message]).toEqual([422, text]);
    }
    const read = await api('GET /v1/tenants/users', { query: { email: tenant.adminEmail } }, tenant.token);
    expect(read.body.user.role).toBe('none');
    expect((await signIn(tenant.adminEmail, old)).access_token).toBeTruthy();
  });

  it('must wait after five wrong old passwords, also with the right one', async () => {
    const tenant = await createTenant();
    const changeFrom = (oldPassword: string) => change(tenant, { old_password: oldPassword, new_password: 'Better-password-2' });
    const guesses = await Promise.all(Array.from({ length: 5 }, (_, index) => changeFrom(`Wrong-password-${index}`)));
    expect(guesses.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    const answer = await changeFrom(tenant.adminPassword);
    expect([answer.status, answer.error.user_message]).toEqual([429, 'Too many attempts. Please wait a minute and try again.']);
  });

  it('makes the new password valid and the old one invalid', async () => {
    const tenant = await createTenant();
    expect((await change(tenant, { old_password: tenant.adminPassword, new_password: 'Better-password-2' })).status).toBe(200);
    expect((await signIn(tenant.adminEmail, 'Better-password-2')).access_token).toBeTruthy();
    await expect(signIn(tenant.adminEmail, tenant.adminPassword)).rejects.toThrow();
  });
});

describe('a feature flag', () => {
  const path = { featureflag: 'UI_REPORTS' };
  const KEY = 'PATCH /v1/tenants/featureflag/{featureflag}';

  it('is off until it is set, and applies only to its tenant', async () => {
    const [one, other] = [await createTenant(), await createTenant()];
    const before = await api('GET /v1/tenants/featureflags', {}, one.token);
    expect(before.body.featureflags.every((flag) => !flag.value)).toBe(true);
    expect((await api(KEY, { path, body: { value: true } }, one.token)).body).toEqual({ ...path, value: true, error: '' });
    expect((await api('GET /v1/tenants/featureflag/{featureflag}', { path }, one.token)).body.value).toBe(true);
    expect((await api('GET /v1/tenants/featureflag/{featureflag}', { path }, other.token)).body.value).toBe(false);
    expect((await api(KEY, { path, body: { value: false } }, one.token)).body.value).toBe(false);
  });

  it('answers 404 and is not stored if it is unknown', async () => {
    const { token } = await createTenant();
    const answer = await api(KEY, { path: { featureflag: 'UI_NOTHING' }, body: { value: true } }, token);
    expect([answer.status, answer.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is on in the demo tenant if it shows more areas', async () => {
    const answer = await api('GET /v1/tenants/featureflags', {}, await tokenFor({ user: 'viewer@demo.example' }));
    expect(answer.body.featureflags.filter((flag) => flag.value).map((flag) => flag.featureflag)).toContain('UI_REPORTS');
  });
});

describe('the user directory for the identity-governance product', () => {
  it("returns only users of the caller's tenant", async () => {
    const [one, other] = [await createTenant(), await createTenant()];
    const { access_token: token } = await signIn(one.adminEmail, one.adminPassword);
    const { access_token: otherToken } = await signIn(other.adminEmail, other.adminPassword);
    const id = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub as string;
    const ask = (path: string, bearer?: string) =>
      fetch(`${serverUrl}/identity${path}`, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
    expect(await (await ask(`/mice/api/v1/identities/${id}`, token)).json()).toMatchObject({ id, email: one.adminEmail });
    expect((await ask(`/mice/api/v1/identities/${id}`, otherToken)).status).toBe(404);
    expect((await ask(`/mice/api/v1/identities/${id}`)).status).toBe(401);
    expect(await (await ask('/v3/sources', token)).json()).toEqual([]);
    expect((await ask('/v3/sources')).status).toBe(401);
    expect(await (await ask('/oauth/info')).json()).toMatchObject({ authorizeEndpoint: `${serverUrl}/identity/auth` });
  });
});
