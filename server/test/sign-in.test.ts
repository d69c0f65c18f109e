import { api, createTenant, serverUrl } from './support/client';
import { claimsOf, exchange, signIn, startSignIn, submit, type Page, Visitor } from './support/visitor';
import { DEMO_PASSWORD } from './support/server-process.cjs';

const ADMIN = 'admin@demo.example';
const WRONG = 'The e-mail or password is incorrect.';

const refresh = (refreshToken: string) =>
  api('POST /v1/tenants/users/auth/token', { body: { grant_type: 'refresh_token', refresh_token: refreshToken } });

/** Calls the platform's token endpoint directly, without the server's grace period for repeated refreshes. */
async function refreshDirectly(refreshToken: string): Promise<{ status: number; body: Record<string, string> }> {
  const { body: info } = await api('GET /v1/tenants/users/auth');
  const response = await fetch(`${serverUrl}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: info.clientId }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe('signing in', () => {
  it('returns tokens with the tenant and the rights after the sign-in page', async () => {
    const attempt = await startSignIn();
    expect(attempt.page.status).toBe(200);
    const policy = attempt.page.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toContain('report-uri /v1/remotes/violations');
    expect(attempt.page.html.match(/<script.*?<\/script>/gs)).toEqual(['<script src="/identity/password.js" defer></script>']);
    const page = await submit(attempt, ADMIN, DEMO_PASSWORD);
    expect(page.location).toMatch(`${serverUrl}/authorize/idn?`);
    expect(new URL(page.location ?? '').searchParams.get('state')).toBe('state-1');
    const answer = await exchange(attempt, page);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(claimsOf(answer.body.access_token)).toMatchObject({
      tenant: 'demo',
      email: ADMIN,
      user_source: 'COGNITO',
      aud: 'cam-api',
      rights: expect.arrayContaining(['cam:general:write']),
    });
    const tenant = await api('GET /v1/tenants', {}, answer.body.access_token);
    expect(tenant.body.tenant).toMatchObject({ tenant_id: 'demo', name: 'Demo Company' });
  });

  it('shows the same message for a wrong password and an unknown e-mail, and keeps the e-mail', async () => {
    for (const email of [ADMIN, 'nobody@demo.example']) {
      const page = await submit(await startSignIn(), email, 'not-the-password');
      expect(page.status).toBe(401);
      expect(page.html).toContain(WRONG);
      expect(page.html).toContain(`value="${email}"`);
    }
  });

  it('answers 429 after five wrong passwords, whether or not the user exists', async () => {
    const attempt = await startSignIn();
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries++) statuses.push((await submit(attempt, 'guessed@demo.example', `guess-${tries}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('checks no more than five of the passwords that are sent at once', async () => {
    const attempt = await startSignIn();
    const guesses = Array.from({ length: 30 }, (_, index) => submit(attempt, 'raced@demo.example', `guess-${index}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  it('escapes typed text in the page', async () => {
    const page = await submit(await startSignIn(), '"><img src=x>', 'x');
    expect(page.html).not.toContain('<img');
  });

  it('rejects a request without PKCE, with plain PKCE, or with a redirect to another site', async () => {
    const without = await startSignIn(new Visitor(), { code_challenge: null, code_challenge_method: null });
    expect(new URL(without.page.location ?? '').searchParams.get('error')).toBe('invalid_request');
    const plain = await startSignIn(new Visitor(), { code_challenge_method: 'plain' });
    expect(new URL(plain.page.location ?? '').searchParams.get('error')).toBe('invalid_request');
    const elsewhere = await startSignIn(new Visitor(), { redirect_uri: 'https://evil.example/authorize/idn' });
    expect(elsewhere.page).toMatchObject({ status: 400, location: null });
  });

  it('rejects a code with another verifier or redirect address, and a used code', async () => {
    const attempt = await startSignIn();
    const page = await submit(attempt, ADMIN, DEMO_PASSWORD);
    expect((await exchange({ ...attempt, redirectUri: 'https://evil.example/authorize/idn' }, page)).error.code).toBe('REDIRECT_URI');
    const other = await exchange({ ...attempt, verifier: 'a'.repeat(43) }, page);
    expect(other.status).toBe(401);
    expect(other.error.user_message).toContain('sign in again');
    const second = await startSignIn();
    const secondPage = await submit(second, ADMIN, DEMO_PASSWORD);
    expect((await exchange(second, secondPage)).status).toBe(200);
    expect((await exchange(second, secondPage)).status).toBe(401);
  });

  it("returns tokens of the user's own tenant", async () => {
    const tenant = await createTenant();
    const tokens = await signIn(tenant.adminEmail, tenant.adminPassword);
    expect((await api('GET /v1/tenants', {}, tokens.access_token)).body.tenant.tenant_id).toBe(tenant.tenantId);
  });

  it('asks for no password while the session lasts', async () => {
    const visitor = new Visitor();
    await signIn(ADMIN, DEMO_PASSWORD, visitor);
    const again = await startSignIn(visitor);
    expect(new URL(again.page.location ?? '').searchParams.get('code')).toBeTruthy();
  });
});

describe('staying signed in', () => {
  it('returns a new refresh token with every refresh, and ends the session when an old one is used', async () => {
    const first = await signIn(ADMIN, DEMO_PASSWORD);
    const second = await refreshDirectly(first.refresh_token ?? '');
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await refreshDirectly(first.refresh_token ?? '')).status).toBe(400);
    expect((await refreshDirectly(second.body.refresh_token ?? '')).status).toBe(400);
  });

  it('lets two tabs refresh concurrently with the same token', async () => {
    const { refresh_token: token = '' } = await signIn(ADMIN, DEMO_PASSWORD);
    const [one, other] = await Promise.all([refresh(token), refresh(token)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const next = await refresh(one.body.refresh_token ?? '');
    expect(next.status).toBe(200);
    expect((await api('GET /v1/tenants', {}, next.body.access_token)).status).toBe(200);
  });

  it('requires a new sign-in if the refresh token is invalid', async () => {
    const answer = await refresh('made-up');
    expect(answer.status).toBe(401);
    expect(answer.error).toMatchObject({ code: 'SIGN_IN_REFUSED', user_message: expect.stringContaining('sign in again') });
    expect(JSON.stringify(answer.error)).not.toContain('made-up');
  });
});

/** Returns the address and the form fields that end a visitor's session. */
async function startSignOut(visitor: Visitor, hint: string): Promise<[string, Record<string, string>]> {
  const { body: info } = await api('GET /v1/tenants/users/auth');
  const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: `${serverUrl}/login` });
  const page = await visitor.open(`${info.logoutEndpoint}?${query}`);
  expect(page.html).toContain('/identity/send-form.js');
  return formOf(page);
}

/** Returns the address and the fields of a form that ends a session. */
function formOf({ html }: Page): [string, Record<string, string>] {
  const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
  return [action, { xsrf, logout: 'yes' }];
}

/** Asserts that a page has our style and policy, and no script that the policy refuses. */
function expectOwnPage({ html, headers }: Page): void {
  expect(html).toContain('/identity/pages.css');
  expect(html).not.toMatch(/<script(?! src="\/identity\/)|\son\w+=/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
}

describe('signing out', () => {
  it('ends the session without a confirmation and returns to the console', async () => {
    const visitor = new Visitor();
    const { id_token: hint = '', refresh_token: token = '' } = await signIn(ADMIN, DEMO_PASSWORD, visitor);
    const out = await visitor.open(...(await startSignOut(visitor, hint)));
    expect(out.location).toMatch(`${serverUrl}/login`);
    expect((await startSignIn(visitor)).page.html).toContain('<form');
    expect((await refresh(token)).status).toBe(401);
  });

  it('succeeds despite concurrent requests of other tabs, where users can then sign in', async () => {
    const visitor = new Visitor();
    const { id_token: hint = '' } = await signIn(ADMIN, DEMO_PASSWORD, visitor);
    // The other tabs learn of the sign-out before the platform does, and open its sign-in page.
    const other = () => startSignIn(visitor, { prompt: 'login' });
    const [signOut] = await Promise.all([startSignOut(visitor, hint), other(), other()]);
    const before = await other();
    const [out] = await Promise.all([visitor.open(...signOut), other(), other(), other()]);
    expect(out.location).toMatch(`${serverUrl}/login`);
    expect((await startSignIn(visitor)).page.html).toContain('<form');
    expect((await exchange(before, await submit(before, ADMIN, DEMO_PASSWORD))).status).toBe(200);
  });

  it('without a session returns to the console, or to a page of ours', async () => {
    const { body: info } = await api('GET /v1/tenants/users/auth');
    const open = (query: Record<string, string>) => new Visitor().open(`${info.logoutEndpoint}?${new URLSearchParams(query)}`);
    const back = await open({ client_id: info.clientId, post_logout_redirect_uri: `${serverUrl}/login` });
    expect([back.status, back.location]).toEqual([303, `${serverUrl}/login`]);
    const page = await open({});
    expect(page.html).toContain('You are signed out.');
    expectOwnPage(page);
    const refused = await open({ client_id: info.clientId, post_logout_redirect_uri: 'https://evil.example/' });
    expect([refused.status, refused.location]).toEqual([400, null]);
  });

  it('asks users who open the page directly, under our content security policy', async () => {
    const visitor = new Visitor();
    await signIn(ADMIN, DEMO_PASSWORD, visitor);
    const { body: info } = await api('GET /v1/tenants/users/auth');
    const page = await visitor.open(info.logoutEndpoint);
    expect(page.html).toContain('Do you want to sign out?');
    expectOwnPage(page);
  });

  it('happens by itself when another user signs in in the same browser', async () => {
    const visitor = new Visitor();
    const former = await signIn(ADMIN, DEMO_PASSWORD, visitor);
    const attempt = await startSignIn(visitor, { prompt: 'login' });
    const page = await submit(attempt, 'viewer@demo.example', DEMO_PASSWORD);
    expectOwnPage(page);
    expect(page.html).toContain('/identity/send-form.js');
    const answer = await exchange(attempt, await visitor.open(...formOf(page)));
    expect(claimsOf(answer.body.access_token).email).toBe('viewer@demo.example');
    expect((await refresh(former.refresh_token ?? '')).status).toBe(401);
  });
});
