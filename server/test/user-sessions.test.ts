import type { Scope } from '@cam/contracts';
import { api, createTenant, operatorHeaders, serverUrl, tokenFor, type TestTenant } from './support/client';
import { until } from './support/until';
import { claimsOf, exchange, signIn, startSignIn, submit, Visitor } from './support/visitor';

const NEW_PASSWORD = 'Better-password-2';

/** A browser that a user signed in with. */
interface Browser {
  visitor: Visitor;
  token: string;
  refreshToken: string;
}

async function open(tenant: TestTenant, password = tenant.adminPassword): Promise<Browser> {
  const visitor = new Visitor();
  const tokens = await signIn(tenant.adminEmail, password, visitor);
  return { visitor, token: tokens.access_token, refreshToken: tokens.refresh_token ?? '' };
}

const read = (token: string) => api('GET /v1/tenants', {}, token);
const refresh = (refreshToken: string) =>
  api('POST /v1/tenants/users/auth/token', { body: { grant_type: 'refresh_token', refresh_token: refreshToken } });
const sessionsOf = async (token: string) => (await api('GET /v1/tenants/users/sessions', {}, token)).body.sessions;
const changePassword = (tenant: TestTenant, token: string) =>
  api(
    'PATCH /v1/tenants/users',
    { body: { user: { email: tenant.adminEmail }, old_password: tenant.adminPassword, new_password: NEW_PASSWORD } },
    token,
  );

/** Asserts that nothing of a browser works any more: its access token, its refresh token and its cookie. */
async function expectEnded({ token, refreshToken, visitor }: Browser): Promise<void> {
  const answer = await read(token);
  expect([answer.status, answer.error.code]).toEqual([401, 'SESSION_ENDED']);
  expect(answer.error.user_message).toBe('Your session was ended. Please sign in again.');
  expect((await refresh(refreshToken)).status).toBe(401);
  expect((await startSignIn(visitor)).page.html).toContain('name="password"');
}

/** Asserts that a browser stays signed in. */
async function expectSignedIn({ token, refreshToken, visitor }: Browser): Promise<void> {
  expect((await read(token)).status).toBe(200);
  const renewed = await refresh(refreshToken);
  expect(renewed.status).toBe(200);
  expect((await read(renewed.body.access_token)).status).toBe(200);
  expect(new URL((await startSignIn(visitor)).page.location ?? '').searchParams.get('code')).toBeTruthy();
}

describe("a user's sessions", () => {
  it('are listed with device, address and last use, and one of them as the current one', async () => {
    const tenant = await createTenant();
    const [mine, other] = [await open(tenant), await open(tenant)];
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
    await api('GET /v1/tenants', { headers: { 'user-agent': userAgent } }, mine.token);
    // A use is recorded in the background.
    const sessions = await until('the use is recorded', async () => {
      const all = await sessionsOf(other.token);
      return all.some(({ device }) => device === 'Firefox on Linux') ? all : null;
    });
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
    const first = sessions.find(({ is_current }) => !is_current);
    expect(first).toMatchObject({ device: 'Firefox on Linux', address: expect.stringMatching(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/) });
    expect(Date.parse(first?.last_used_time ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.signed_in_time ?? ''));
    expect(await sessionsOf(tenant.token)).toMatchObject([{ is_current: false }, { is_current: false }]);
  });

  it('can be ended one by one, only by their own user, and the audit log says which', async () => {
    const [tenant, stranger] = [await createTenant(), await createTenant()];
    const [mine, lost] = [await open(tenant), await open(tenant)];
    const target = (await sessionsOf(mine.token)).find(({ is_current }) => !is_current);
    const end = (token: string) => api('DELETE /v1/tenants/users/sessions/{session_id}', { path: { session_id: target?.session_id ?? '' } }, token);
    expect((await end(stranger.token)).status).toBe(404);
    expect((await end(mine.token)).status).toBe(204);
    await expectEnded(lost);
    await expectSignedIn(mine);
    expect(await sessionsOf(mine.token)).toHaveLength(1);
    const again = await end(mine.token);
    expect([again.status, again.error.user_message]).toEqual([404, 'This session has ended already. Reload the list.']);
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: 'own sessions' } }, mine.token)).body;
    expect(entries[0]).toMatchObject({ before: { session_id: target?.session_id } });
  });

  it('end everywhere but here on request, with the tokens of the command line', async () => {
    const tenant = await createTenant();
    const [mine, ...others] = [await open(tenant), await open(tenant), await open(tenant)];
    const answer = await api('DELETE /v1/tenants/users/sessions', {}, mine.token);
    expect([answer.status, answer.body]).toEqual([200, { ended: 2 }]);
    for (const other of others) await expectEnded(other);
    expect((await read(tenant.token)).error.code).toBe('SESSION_ENDED');
    await expectSignedIn(mine);
    expect((await read(await tokenFor({ user: tenant.adminEmail }))).status).toBe(200);
    await expectSignedIn(await open(tenant));
  });

  it('end with their event streams', async () => {
    const tenant = await createTenant();
    const [mine, other] = [await open(tenant), await open(tenant)];
    const stream = await fetch(`${serverUrl}/v1/remotes/events?host=1.0.0`, { headers: { authorization: `Bearer ${other.token}` } });
    expect(stream.status).toBe(200);
    await api('DELETE /v1/tenants/users/sessions', {}, mine.token);
    // The text is complete when the server ended the stream.
    expect(await stream.text()).toContain(': open');
  });

  it('end when their user signs out, with the access token', async () => {
    const tenant = await createTenant();
    const visitor = new Visitor();
    const {
      access_token: token,
      refresh_token: refreshToken = '',
      id_token: hint = '',
    } = await signIn(tenant.adminEmail, tenant.adminPassword, visitor);
    const { body: info } = await api('GET /v1/tenants/users/auth');
    const page = await visitor.open(`${info.logoutEndpoint}?${new URLSearchParams({ id_token_hint: hint })}`);
    const [, action = ''] = /action="([^"]+)"/.exec(page.html) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.html) ?? [];
    await visitor.open(action, { xsrf, logout: 'yes' });
    await expectEnded({ visitor, token, refreshToken });
  });
});

describe('changing the password', () => {
  it('ends every other session, and keeps the one that changed it', async () => {
    const tenant = await createTenant();
    const [mine, stolen] = [await open(tenant), await open(tenant)];
    expect((await changePassword(tenant, mine.token)).status).toBe(200);
    await expectEnded(stolen);
    expect((await read(tenant.token)).error.code).toBe('SESSION_ENDED');
    await expectSignedIn(mine);
    await expectSignedIn(await open(tenant, NEW_PASSWORD));
  });

  it('ends sign-ins that checked the old password and were not completed', async () => {
    const tenant = await createTenant();
    const mine = await open(tenant);
    const attempt = await startSignIn();
    const page = await submit(attempt, tenant.adminEmail, tenant.adminPassword);
    expect((await changePassword(tenant, mine.token)).status).toBe(200);
    expect((await exchange(attempt, page)).status).toBe(401);
    expect((await startSignIn(attempt.visitor)).page.html).toContain('name="password"');
  });
});

describe("a user's rights", () => {
  const change = (tenant: TestTenant, scopes: Scope[]) =>
    api('PATCH /v1/operator/users/{email}', { path: { email: tenant.adminEmail }, body: { scopes }, headers: operatorHeaders });

  it('limit the scopes of a token, whatever the browser requests', async () => {
    const tenant = await createTenant();
    await change(tenant, ['cam:general:read']);
    const { token, refreshToken } = await open(tenant);
    expect(claimsOf(token)).toMatchObject({ scope: 'cam:general:read', rights: ['cam:general:read'] });
    expect(claimsOf((await refresh(refreshToken)).body.access_token)).toMatchObject({ scope: 'cam:general:read', rights: ['cam:general:read'] });
  });

  it('end all sessions when one is removed, and none when one is added', async () => {
    const tenant = await createTenant();
    const mine = await open(tenant);
    const { body: before } = await change(tenant, ['cam:general:read']);
    expect(before).toEqual({ email: tenant.adminEmail, tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    await expectEnded(mine);
    const again = await open(tenant);
    expect((await change(tenant, ['cam:general:read', 'cam:alerts:read'])).status).toBe(200);
    await expectSignedIn(again);
  });

  it('end with the user', async () => {
    const tenant = await createTenant();
    const mine = await open(tenant);
    const remove = () => api('DELETE /v1/operator/users/{email}', { path: { email: tenant.adminEmail }, headers: operatorHeaders });
    expect((await remove()).status).toBe(200);
    await expectEnded(mine);
    expect((await read(tenant.token)).error.code).toBe('SESSION_ENDED');
    await expect(open(tenant)).rejects.toThrow();
    expect((await remove()).error.user_message).toBe(`The user pool has no user ${tenant.adminEmail}.`);
  });

  it('are given to a new user by the operator alone', async () => {
    const tenant = await createTenant();
    const email = `reader@${tenant.tenantId}.example`;
    const body = { email, tenant: tenant.tenantId, password: 'Quiet-harbour-7', scopes: ['cam:general:read'] as Scope[] };
    expect((await api('POST /v1/operator/users', { body })).status).toBe(401);
    expect((await api('POST /v1/operator/users', { body, headers: operatorHeaders })).status).toBe(201);
    expect((await api('POST /v1/operator/users', { body, headers: operatorHeaders })).error.code).toBe('USER_EXISTS');
    const weak = await api('POST /v1/operator/users', { body: { ...body, email: `x${email}`, password: 'short' }, headers: operatorHeaders });
    expect([weak.status, weak.error.user_message]).toEqual([422, 'Password should be at least 10 characters long']);
    expect((await read((await signIn(email, body.password)).access_token)).body.tenant.tenant_id).toBe(tenant.tenantId);
  });
});
