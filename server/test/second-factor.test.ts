import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { Passkeys } from '../src/areas/identity-platform/passkeys';
import { SecondFactors } from '../src/areas/identity-platform/second-factors';
import { SecretBox } from '../src/platform/security/secret-box';
import { api, createTenant, operatorHeaders, serverUrl, type TestTenant } from './support/client';
import { addApp, codeOf, codesIn, errorIn, firstCodeOf, manage, secretIn, send } from './support/second-step';
import { optionsIn, SoftwarePasskey } from './support/software-passkey';
import { openTestDatabase } from './support/test-database';
import { exchange, signIn, startSignIn, submit, type Page, type SignInTry } from './support/visitor';

/** Signs in up to the second step. */
async function toSecondStep(tenant: TestTenant): Promise<SignInTry & { page: Page }> {
  const attempt = await startSignIn();
  const page = await submit(attempt, tenant.adminEmail, tenant.adminPassword);
  expect(page.html).toContain('Second step');
  expect(page.location).toBeNull();
  return { ...attempt, page };
}

const stateOf = async (tenant: TestTenant) => (await api('GET /v1/tenants/users/second-factor', {}, tenant.token)).body;

describe('an authenticator app', () => {
  it('is added with the password and a code, gives recovery codes, and is asked for at the next sign-in', async () => {
    const tenant = await createTenant();
    expect(await stateOf(tenant)).toEqual({ factors: [], recovery_codes_left: 0, is_required: false, manage_url: '/identity/second-factor' });
    expect((await manage(tenant, 'Wrong-password-1')).page.status).toBe(401);
    const { visitor, page } = await manage(tenant);
    const shown = await send({ visitor }, page, 'new-app');
    expect(shown.html).toContain('<svg role="img" aria-label="QR code of the secret"');
    expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
    const wrong = await send({ visitor }, shown, 'add-app', { code: '000000' });
    expect([wrong.status, errorIn(wrong), secretIn(wrong)]).toEqual([
      401,
      'This code is wrong. Enter the one that the app shows now.',
      secretIn(shown),
    ]);
    const secret = secretIn(shown);
    const added = await send({ visitor }, wrong, 'add-app', { code: firstCodeOf(secret) });
    // 24 of 31 letters are 118 bits.
    expect(new Set(codesIn(added)).size).toBe(10);
    expect((await send({ visitor }, added, 'continue')).html).toContain('10 recovery codes left');
    expect(await stateOf(tenant)).toMatchObject({ factors: [{ kind: 'totp', name: 'Authenticator app' }], recovery_codes_left: 10 });

    const attempt = await toSecondStep(tenant);
    const done = await send(attempt, attempt.page, 'code', { code: codeOf(secret) });
    expect((await exchange(attempt, done)).status).toBe(200);
  });

  it('accepts each code once', async () => {
    const tenant = await createTenant();
    const { secret, codes } = await addApp(tenant);
    const code = codeOf(secret);
    const [first, second] = [await toSecondStep(tenant), await toSecondStep(tenant)];
    expect((await exchange(first, await send(first, first.page, 'code', { code }))).status).toBe(200);
    const again = await send(second, second.page, 'code', { code });
    expect([again.status, errorIn(again)]).toEqual([401, 'This code is wrong or was used already. Enter the next one.']);
    expect((await exchange(second, await send(second, again, 'code', { code: codes[0] ?? '' }))).status).toBe(200);
  });

  it('answers 429 after five wrong codes, also to the right one', async () => {
    const tenant = await createTenant();
    const { secret } = await addApp(tenant);
    const attempt = await toSecondStep(tenant);
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, index) => send(attempt, attempt.page, 'code', { code: `00000${index}` })));
    expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const right = await send(attempt, attempt.page, 'code', { code: codeOf(secret) });
    expect([right.status, right.location]).toEqual([429, null]);
    expect(right.headers.get('retry-after')).toBeTruthy();
  });

  it('is asked for before anything is changed on the page that manages it', async () => {
    const tenant = await createTenant();
    const { secret } = await addApp(tenant);
    const { visitor, page } = await manage(tenant);
    expect(page.html).toContain('Second step');
    const step = /name="step" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const skipped = await visitor.open(`${serverUrl}/identity/second-factor/new-codes`, { step });
    expect(codesIn(skipped)).toEqual([]);
    expect(skipped.html).toContain('Second step');
    const list = await send({ visitor }, page, 'code', { code: codeOf(secret) });
    const renewed = await send({ visitor }, list, 'new-codes');
    const again = await send({ visitor }, renewed, 'continue');
    expect((await send({ visitor }, again, 'remove')).html).toContain('Your password alone signs you in.');
    expect(await stateOf(tenant)).toMatchObject({ factors: [], recovery_codes_left: 0 });
    const { entries } = (await api('GET /v1/tenants/audit', { query: {} }, tenant.token)).body;
    const app = expect.objectContaining({ kind: 'totp', name: 'Authenticator app' }) as unknown;
    expect(entries.map(({ actor, kind, summary, before, after }) => [actor, kind, summary, before, after])).toEqual([
      [tenant.adminEmail, 'REMOVED', 'Remove a second factor', app, null],
      [tenant.adminEmail, 'ASKED', 'Replace the recovery codes of the second factor', null, null],
      [tenant.adminEmail, 'ADDED', 'Add an authenticator app as second factor', null, app],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect((await signIn(tenant.adminEmail, tenant.adminPassword)).access_token).toBeTruthy();
  });
});

describe('recovery codes', () => {
  it('replace the second step once each, and new ones replace all', async () => {
    const tenant = await createTenant();
    const { codes } = await addApp(tenant);
    const [code = '', unused = ''] = codes;
    const attempt = await toSecondStep(tenant);
    expect((await exchange(attempt, await send(attempt, attempt.page, 'code', { code: ` ${code.toUpperCase()} ` }))).status).toBe(200);
    const again = await toSecondStep(tenant);
    expect((await send(again, again.page, 'code', { code })).status).toBe(401);
    const { visitor, page } = await manage(tenant);
    const list = await send({ visitor }, page, 'code', { code: codes[2] ?? '' });
    expect(list.html).toContain('8 recovery codes left');
    expect(codesIn(await send({ visitor }, list, 'new-codes'))).toHaveLength(10);
    const later = await toSecondStep(tenant);
    expect((await send(later, later.page, 'code', { code: unused })).status).toBe(401);
  });
});

describe('a step between the password and the second factor', () => {
  it('is bound to its sign-in, cannot be made up, and ends with a change of the password', async () => {
    const tenant = await createTenant();
    const { secret } = await addApp(tenant);
    const [one, other] = [await toSecondStep(tenant), await startSignIn()];
    const step = /name="step" value="([^"]+)"/.exec(one.page.html)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(other.page.html)?.[1] ?? '';
    for (const bad of [step, '', 'made-up', `${step.slice(0, -4)}AAAA`]) {
      const answer = await other.visitor.open(`${new URL(action, serverUrl).href}/code`, { step: bad, code: codeOf(secret) });
      expect([answer.status, answer.location]).toEqual([400, null]);
    }
    const change = { user: { email: tenant.adminEmail }, old_password: tenant.adminPassword, new_password: 'Better-password-2' };
    expect((await api('PATCH /v1/tenants/users', { body: change }, tenant.token)).status).toBe(200);
    const late = await send(one, one.page, 'code', { code: codeOf(secret) });
    expect([late.status, late.location]).toEqual([400, null]);
  });
});

describe('a tenant', () => {
  it('can require a second factor, which its users then set up at their next sign-in', async () => {
    const tenant = await createTenant();
    const email = `reader@${tenant.tenantId}.example`;
    const body = { email, tenant: tenant.tenantId, password: 'Quiet-harbour-7', scopes: ['cam:general:read' as const] };
    await api('POST /v1/operator/users', { body, headers: operatorHeaders });
    const require = (token: string) => api('PUT /v1/tenants/second-factor', { body: { is_required: true } }, token);
    const reader = await signIn(email, body.password);
    expect((await require(reader.access_token)).error.code).toBe('RIGHT_MISSING');
    expect((await require(tenant.token)).error.code).toBe('SECOND_FACTOR_MISSING');
    const { secret } = await addApp(tenant);
    expect((await require(tenant.token)).body).toEqual({ is_required: true });
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: 'second factor' } }, tenant.token)).body;
    expect(entries[0]).toMatchObject({ before: { is_required: false }, after: { is_required: true } });

    const attempt = await startSignIn();
    const choice = await submit(attempt, email, body.password);
    expect(choice.html).toContain('Your administrator requires a second step at sign-in.');
    const app = await send(attempt, choice, 'new-app');
    const added = await send(attempt, app, 'add-app', { code: firstCodeOf(secretIn(app)) });
    expect(codesIn(added)).toHaveLength(10);
    expect((await exchange(attempt, await send(attempt, added, 'continue'))).status).toBe(200);

    // The last factor stays.
    const { visitor, page } = await manage(tenant);
    const list = await send({ visitor }, page, 'code', { code: codeOf(secret) });
    expect(list.html).toContain('you cannot remove the last one');
  });
});

describe('a user who lost the second factor', () => {
  it('gets in with the password after the operator removed it, and all sessions end', async () => {
    const tenant = await createTenant();
    await addApp(tenant);
    const path = { email: tenant.adminEmail };
    expect((await api('DELETE /v1/operator/users/{email}/second-factor', { path }, tenant.token)).status).toBe(401);
    expect((await api('DELETE /v1/operator/users/{email}/second-factor', { path, headers: operatorHeaders })).status).toBe(200);
    expect((await api('GET /v1/tenants', {}, tenant.token)).error.code).toBe('SESSION_ENDED');
    expect((await signIn(tenant.adminEmail, tenant.adminPassword)).access_token).toBeTruthy();
  });
});

describe('a passkey', () => {
  const origin = new URL(serverUrl).origin;

  it('is added and signs in, and each challenge is random and counts once', async () => {
    const tenant = await createTenant();
    const passkey = new SoftwarePasskey(origin);
    const { visitor, page } = await manage(tenant);
    const create = optionsIn(page, 'create');
    // EdDSA, ECDSA with P-256, and RSA, each with SHA-2.
    expect(create.pubKeyCredParams?.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
    const added = await send({ visitor }, page, 'add-passkey', { response: passkey.create(create) });
    expect(codesIn(added)).toHaveLength(10);
    expect(await stateOf(tenant)).toMatchObject({ factors: [{ kind: 'passkey', name: 'Passkey' }] });

    const attempt = await toSecondStep(tenant);
    const asked = optionsIn(attempt.page, 'get');
    const response = passkey.get(asked);
    expect((await exchange(attempt, await send(attempt, attempt.page, 'passkey', { response }))).status).toBe(200);

    const other = await toSecondStep(tenant);
    const challenges = [create, asked, optionsIn(other.page, 'get')].map(({ challenge }) => challenge);
    expect(new Set(challenges).size).toBe(3);
    expect(challenges.map((challenge) => Buffer.from(challenge, 'base64url').length)).toEqual([32, 32, 32]);
    // The former answer with its own step: the challenge was used.
    const step = /name="step" value="([^"]+)"/.exec(attempt.page.html)?.[1] ?? '';
    const again = await send(other, other.page, 'passkey', { response });
    expect([again.status, errorIn(again)]).toEqual([401, 'This passkey was not accepted. Try again, or choose another way.']);
    expect((await send(other, again, 'passkey', { response, step })).status).toBeGreaterThanOrEqual(400);
  });

  it('is refused with a forged signature, from another site, and as a copy with an old counter', async () => {
    const tenant = await createTenant();
    const [passkey, { visitor, page }] = [new SoftwarePasskey(origin), await manage(tenant)];
    const stolen = await send({ visitor }, page, 'add-passkey', {
      response: new SoftwarePasskey('https://evil.example').create(optionsIn(page, 'create')),
    });
    expect([stolen.status, codesIn(stolen)]).toEqual([400, []]);
    const early = passkey.create(optionsIn(stolen, 'create'));
    await send({ visitor }, stolen, 'add-passkey', { response: early });
    const attempt = await toSecondStep(tenant);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forged = await send(attempt, attempt.page, 'passkey', { response: passkey.get(optionsIn(attempt.page, 'get'), privateKey) });
    expect([forged.status, forged.location]).toEqual([401, null]);
    const done = await send(attempt, forged, 'passkey', { response: passkey.get(optionsIn(forged, 'get')) });
    expect((await exchange(attempt, done)).status).toBe(200);
  });
});

it('the database has only hashes of recovery codes', async () => {
  const database = await openTestDatabase();
  try {
    const box = new SecretBox({ use: (work) => work([randomBytes(32)]), begin: async () => undefined, end: async () => undefined });
    const factors = new SecondFactors(database.db, box, new Passkeys(serverUrl));
    const codes = await factors.newRecoveryCodes('ann');
    const rows = await database.db.system((tx) => tx.selectFrom('identity_recovery_code').selectAll().where('user_id', '=', 'ann').execute());
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
    expect(rows.map(({ code_hash: hash }) => hash).sort()).toEqual(codes.map((code) => sha256(code.replaceAll('-', ''))).sort());
    expect(await factors.acceptsCode('ann', codes[0] ?? '')).toBe(true);
  } finally {
    await database.remove();
  }
});
