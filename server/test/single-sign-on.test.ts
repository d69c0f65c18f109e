import { createHash, verify } from 'node:crypto';
import type { Api, EndpointKey } from '@cam/contracts';
import { api as call, createTenant, tokenFor, type CallArgs, type TestTenant } from './support/client';
import {
  assertionOf,
  encoded,
  encryptedResponse,
  makeSigningKey,
  responseOf,
  SamlProvider,
  signedResponse,
  type AssertionWords,
} from './support/saml-provider';
import { startServer } from './support/server-process.cjs';
import { claimsOf, exchange, startSignIn, submit, Visitor, type Page, type SignInTry } from './support/visitor';

type Settings = Api['PUT /v1/sign-on/saml']['body'];

const ADMIN_RULE = { attribute: 'groups', value: 'admins', scopes: ['cam:general:read', 'cam:general:write'] } satisfies Settings['rules'][number];
const READER_RULE = { attribute: 'groups', value: 'readers', scopes: ['cam:general:read', 'cam:alerts:read'] } satisfies Settings['rules'][number];

let server: Awaited<ReturnType<typeof startServer>>;
const providers: SamlProvider[] = [];

const api = <K extends EndpointKey>(key: K, args: CallArgs<K>, token: string) => call(key, args, token, server.url);

/** A tenant with a provider of its own. */
interface Organization extends TestTenant {
  provider: SamlProvider;
  domain: string;
}

beforeAll(async () => {
  server = await startServer({ CAM_ALLOWED_NETWORKS: '127.0.0.0/8' }, { data: 'console' });
}, 240_000);
afterAll(async () => {
  for (const provider of providers) await provider.stop();
  await server?.stop();
});

async function organization(change: Partial<Settings> = {}): Promise<Organization> {
  const tenant = await createTenant(server);
  const domain = tenant.adminEmail.split('@')[1] ?? '';
  const provider = await new SamlProvider({ nameId: `ana@${domain}`, attributes: { groups: ['readers'], firstName: 'Ana' } }).start();
  providers.push(provider);
  const saved = await save({ ...tenant, provider, domain }, change);
  if (saved.status !== 200) throw new Error(saved.error.message);
  return { ...tenant, provider, domain };
}

function save(org: Organization, change: Partial<Settings> = {}) {
  const metadata = change.metadata_url === undefined ? { metadata: org.provider.metadata() } : {};
  const body = {
    ...{ name: 'Example IdP', domains: [org.domain], email_attribute: '', accepts_unrequested: false },
    ...{ rules: [ADMIN_RULE, READER_RULE], ...metadata, ...change },
  };
  return api('PUT /v1/sign-on/saml', { body }, org.token);
}

/** Runs a test sign-in, and returns its result. */
async function runTest(org: Organization, answer = (url: string) => signedResponse(org.provider.wordsFor(url), org.provider.signing)) {
  const { test_id, url } = (await api('POST /v1/sign-on/saml/tests', {}, org.token)).body;
  const acsUrl = org.provider.wordsFor(url).acsUrl;
  const page = await new Visitor(server.url).open(acsUrl, { SAMLResponse: answer(url) });
  return { page, result: (await api('GET /v1/sign-on/saml/tests/{test_id}', { path: { test_id } }, org.token)).body };
}

function setState(org: Organization, body: Partial<Api['PUT /v1/sign-on/saml/state']['body']> = {}) {
  const state = { is_enabled: true, is_required: false, break_glass_email: org.adminEmail, ...body };
  return api('PUT /v1/sign-on/saml/state', { body: state }, org.token);
}

async function enabled(change: Partial<Settings> = {}, state: Parameters<typeof setState>[1] = {}): Promise<Organization> {
  const org = await organization(change);
  const { result } = await runTest(org);
  expect(result).toMatchObject({ state: 'PASSED', message: '' });
  expect((await setState(org, state)).status).toBe(200);
  return org;
}

/** Enters an e-mail on the sign-in page, and returns the address of the provider. */
async function leaveFor(email: string, visitor = new Visitor(server.url)): Promise<SignInTry & { url: string }> {
  const attempt = await startSignIn(visitor);
  const action = /<form[^>]*action="([^"]+)"/.exec(attempt.page.html)?.[1] ?? '';
  const page = await visitor.open(new URL(action, server.url).href, { email });
  const url = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page.html)?.[1] ?? '';
  return { ...attempt, page, url: url.replaceAll('&#38;', '&') };
}

/** Sends a response of the provider in the browser of a sign-in. */
function answer(attempt: SignInTry & { url: string }, org: Organization, change: Partial<AssertionWords> = {}, relayState = ''): Promise<Page> {
  const words = org.provider.wordsFor(attempt.url, change);
  return attempt.visitor.open(words.acsUrl, { SAMLResponse: signedResponse(words, org.provider.signing), RelayState: relayState });
}

/** Signs a person in, and returns the claims of the access token. */
async function signInWith(org: Organization, change: Partial<AssertionWords> = {}): Promise<Record<string, unknown>> {
  const attempt = await leaveFor(change.nameId ?? org.provider.person.nameId);
  const tokens = await exchange(attempt, await answer(attempt, org, change));
  if (tokens.status !== 200) throw new Error(tokens.error.message);
  return claimsOf(tokens.body.access_token);
}

describe('the settings', () => {
  it('give the values for the provider before it is set up, and read metadata from an address', async () => {
    const tenant = await createTenant(server);
    const { body } = await api('GET /v1/sign-on/saml', {}, tenant.token);
    expect(body).toMatchObject({ is_available: true, connection: null, administrators: [tenant.adminEmail] });
    const metadata = await fetch(body.service_provider?.entity_id ?? '');
    expect(await metadata.text()).toContain(`Location="${body.service_provider?.acs_url}"`);
    const org = await organization();
    const address = org.provider.entityId;
    const saved = await save(org, { metadata_url: address });
    expect(saved.body.connection).toMatchObject({ entity_id: org.provider.entityId, metadata_url: address, is_enabled: false, tested_time: null });
    expect(saved.body.connection.certificates).toHaveLength(1);
  });

  it('refuse metadata, addresses, domains and rules that cannot be used, and say what to do', async () => {
    const org = await organization();
    const other = await createTenant(server);
    const refusals: [Partial<Settings>, RegExp][] = [
      [{ metadata: '<a>' }, /not the metadata of a provider/],
      [{ metadata: `<!DOCTYPE a [<!ENTITY b "c">]>${org.provider.metadata()}` }, /document type/],
      [
        { metadata: org.provider.metadata().replace('IDPSSODescriptor', 'SPSSODescriptor').replace('/md:IDPSSO', '/md:SPSSO') },
        /no identity provider/,
      ],
      [{ metadata: org.provider.metadata().replace('HTTP-Redirect', 'SOAP') }, /HTTP-Redirect/],
      [{ metadata: org.provider.metadata([]) }, /no signing certificate/],
      [{ metadata: org.provider.metadata().replaceAll(org.provider.signOnUrl, 'javascript:alert(1)') }, /does not begin with https/],
      [{ metadata_url: 'https://10.0.0.1/metadata' }, /private network/],
      [{ metadata_url: 'http://example.com/metadata' }, /must begin with https/],
      [{ metadata_url: `${org.provider.origin}/nothing` }, /answered with status 404/],
      [{ metadata_url: 'http://127.0.0.1:9/metadata' }, /does not answer/],
      [{ domains: ['gmail.com'] }, /Anybody can get/],
      [{ domains: [other.adminEmail.split('@')[1] ?? ''] }, /cannot use/],
      [{ domains: ['not a domain'] }, /is not a domain/],
    ];
    for (const [change, message] of refusals) {
      const refused = await save(org, change);
      expect([change, refused.status >= 400, refused.error.user_message]).toEqual([change, true, expect.stringMatching(message)]);
    }
    const weak = await tokenFor({ tenant: org.tenantId, scopes: ['cam:general:read', 'cam:general:write'] }, server);
    const rules = [ADMIN_RULE, READER_RULE, { attribute: 'groups', value: 'x', scopes: ['cam:account:write' as const] }];
    expect((await save({ ...org, token: weak }, { rules })).error.code).toBe('SCOPE_MISSING');
    expect((await save({ ...org, token: weak }, { rules: [ADMIN_RULE, READER_RULE] })).status).toBe(200);
  });

  it('roll certificates over: two count at a time, and the last valid one cannot be removed', async () => {
    const org = await enabled();
    const next = makeSigningKey();
    const words = async (): Promise<AssertionWords> => org.provider.wordsFor((await leaveFor(`ana@${org.domain}`)).url);
    const isAccepted = async (key: typeof next): Promise<boolean> => {
      const attempt = await leaveFor(`ana@${org.domain}`);
      const of = org.provider.wordsFor(attempt.url);
      return (await attempt.visitor.open(of.acsUrl, { SAMLResponse: signedResponse(of, key) })).location !== null;
    };
    expect((await words()).entityId).toBe(org.provider.entityId);
    expect(await isAccepted(next)).toBe(false);
    const added = await api('POST /v1/sign-on/saml/certificates', { body: { certificate: next.certificate } }, org.token);
    const [first, second] = added.body.connection.certificates;
    expect([await isAccepted(next), await isAccepted(org.provider.signing)]).toEqual([true, true]);
    const remove = (fingerprint = '') => api('DELETE /v1/sign-on/saml/certificates/{fingerprint}', { path: { fingerprint } }, org.token);
    expect((await remove(first?.fingerprint)).status).toBe(200);
    expect([await isAccepted(next), await isAccepted(org.provider.signing)]).toEqual([true, false]);
    expect((await remove(second?.fingerprint)).error.code).toBe('LAST_CERTIFICATE');
    const same = await api('POST /v1/sign-on/saml/certificates', { body: { certificate: next.certificate } }, org.token);
    expect(same.error.code).toBe('CERTIFICATE_KNOWN');
    expect((await api('POST /v1/sign-on/saml/certificates', { body: { certificate: 'x' } }, org.token)).error.code).toBe('CERTIFICATE');
  });

  it('are in the audit log, and end with the provider', async () => {
    const org = await enabled();
    expect((await api('DELETE /v1/sign-on/saml', {}, org.token)).status).toBe(204);
    const { entries } = (await api('GET /v1/tenants/audit', { query: {} }, org.token)).body;
    expect(entries.map(({ call: key }) => key)).toEqual(['DELETE /v1/sign-on/saml', 'PUT /v1/sign-on/saml/state', 'PUT /v1/sign-on/saml']);
    expect((await leaveFor(`ana@${org.domain}`)).page.html).toContain('Password');
  });
});

describe('a test sign-in', () => {
  it('shows what the provider sends, signs nobody in, and comes before the provider is enabled', async () => {
    const org = await organization();
    expect((await setState(org)).error.code).toBe('TEST_MISSING');
    const { page, result } = await runTest(org);
    expect(page.html).toContain('The test passed');
    expect(result).toEqual({
      ...{ state: 'PASSED', message: '', email: `ana@${org.domain}`, name_id: `ana@${org.domain}` },
      name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: [
        { name: 'groups', values: ['readers'] },
        { name: 'firstName', values: ['Ana'] },
      ],
      scopes: ['cam:general:read', 'cam:alerts:read'],
    });
    expect((await setState(org)).status).toBe(200);
    // Another provider has to be tested again.
    const moved = await save(org, { metadata: org.provider.metadata().replaceAll('/sign-in"', '/sign-in-2"') });
    expect(moved.body.connection).toMatchObject({ is_enabled: false, tested_time: null });
  });

  it('says why it failed', async () => {
    const org = await organization();
    const sent = (change: Partial<AssertionWords>) => (url: string) => signedResponse(org.provider.wordsFor(url, change), org.provider.signing);
    const stranger = makeSigningKey();
    const failures: [(url: string) => string, RegExp][] = [
      [(url) => signedResponse(org.provider.wordsFor(url), stranger), /not signed with a certificate of this connection/],
      [sent({ audience: 'urn:other' }), /another audience/],
      [sent({ nameId: 'f3a9' }), /NameID is not an e-mail/],
      [sent({ nameId: 'ana@elsewhere.example' }), /domain elsewhere\.example/],
      [sent({ attributes: { groups: 'nobody' } }), /No rule gives this person rights/],
    ];
    for (const [respond, message] of failures) {
      const { page, result } = await runTest(org, respond);
      expect(page.html).toContain('The test failed');
      expect([result.state, result.message]).toEqual(['FAILED', expect.stringMatching(message)]);
    }
    expect((await setState(org)).error.code).toBe('TEST_MISSING');
    const foreign = await organization();
    const { test_id } = (await api('POST /v1/sign-on/saml/tests', {}, org.token)).body;
    expect((await api('GET /v1/sign-on/saml/tests/{test_id}', { path: { test_id } }, foreign.token)).status).toBe(404);
  });
});

describe('a sign-in with the provider', () => {
  it('makes the person at the first time, and renews the rights each time', async () => {
    const org = await enabled();
    expect(await signInWith(org)).toMatchObject({
      email: `ana@${org.domain}`,
      tenant: org.tenantId,
      rights: ['cam:general:read', 'cam:alerts:read'],
    });
    expect(await signInWith(org, { attributes: { groups: ['admins', 'readers'] } })).toMatchObject({
      rights: ['cam:general:read', 'cam:general:write', 'cam:alerts:read'],
    });
    expect(await signInWith(org)).toMatchObject({ rights: ['cam:general:read', 'cam:alerts:read'] });
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: 'single sign-on' } }, org.token)).body;
    expect(entries.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['CHANGED', `ana@${org.domain}`],
      ['CHANGED', `ana@${org.domain}`],
      ['ADDED', `ana@${org.domain}`],
    ]);
  });

  it('is asked for with a signature, and answered with an encrypted assertion, by keys of CAM that roll over', async () => {
    const org = await enabled({ signs_requests: true });
    const keysNow = async () => (await api('GET /v1/sign-on/saml', {}, org.token)).body.service_provider?.keys ?? [];
    const [first] = await keysNow();
    if (!first) throw new Error('no key');
    const metadata = async (): Promise<string> =>
      (await fetch((await api('GET /v1/sign-on/saml', {}, org.token)).body.service_provider?.entity_id ?? '')).text();
    const inMetadata = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');
    expect(await metadata()).toContain('AuthnRequestsSigned="true"');
    expect(await metadata()).toContain(inMetadata(first.certificate));
    const isSignedBy = (url: string, certificate: string): boolean => {
      const { search, searchParams } = new URL(url);
      const signature = Buffer.from(searchParams.get('Signature') ?? '', 'base64');
      return verify('sha256', Buffer.from(search.slice(1, search.indexOf('&Signature='))), certificate, signature);
    };
    const signIn = async (certificate: string): Promise<{ status: number; url: string }> => {
      const attempt = await leaveFor(org.provider.person.nameId);
      const words = org.provider.wordsFor(attempt.url);
      const page = await attempt.visitor.open(words.acsUrl, { SAMLResponse: await encryptedResponse(words, org.provider.signing, certificate) });
      return { status: page.status === 303 ? (await exchange(attempt, page)).status : page.status, url: attempt.url };
    };
    const before = await signIn(first.certificate);
    expect([before.status, isSignedBy(before.url, first.certificate)]).toEqual([200, true]);

    const made = await api('POST /v1/sign-on/saml/keys', {}, org.token);
    const next = made.body.keys.find(({ is_signing }) => !is_signing);
    if (!next) throw new Error('no next key');
    expect((await api('POST /v1/sign-on/saml/keys', {}, org.token)).error.code).toBe('TOO_MANY_KEYS');
    expect(await metadata()).toContain(inMetadata(next.certificate));
    // Both count until the former one is removed; the one in use signs.
    const path = { fingerprint: first.fingerprint };
    expect((await api('DELETE /v1/sign-on/saml/keys/{fingerprint}', { path }, org.token)).error.code).toBe('KEY_SIGNS');
    expect((await signIn(next.certificate)).status).toBe(200);
    await api('POST /v1/sign-on/saml/keys/{fingerprint}/use', { path: { fingerprint: next.fingerprint } }, org.token);
    const during = await signIn(first.certificate);
    expect([during.status, isSignedBy(during.url, next.certificate)]).toEqual([200, true]);
    expect((await api('DELETE /v1/sign-on/saml/keys/{fingerprint}', { path }, org.token)).body.keys.map(({ is_signing }) => is_signing)).toEqual([
      true,
    ]);
    expect((await signIn(first.certificate)).status).toBe(403);
    expect(await metadata()).not.toContain(inMetadata(first.certificate));
    // No private key is in any answer, in the audit log or in the server's log.
    const entries = await api('GET /v1/tenants/audit', {}, org.token);
    expect(JSON.stringify([made.body, await keysNow(), entries.body]) + server.log()).not.toContain('PRIVATE KEY');
  });

  it('lets the person connect an assistant, which ends with the person', async () => {
    const org = await enabled();
    const attempt = await leaveFor(org.provider.person.nameId);
    const session = (await exchange(attempt, await answer(attempt, org))).body.access_token;
    expect((await api('PUT /v1/mcp/settings', { body: { enabled: true } }, org.token)).status).toBe(200);
    const post = async (path: string, type: string, body: string): Promise<Record<string, string>> => {
      const sent = await fetch(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
      return (await sent.json()) as Record<string, string>;
    };
    const redirect = 'http://127.0.0.1:51004/callback';
    const { client_id = '' } = await post('/oauth/register', 'application/json', JSON.stringify({ client_name: 'Aide', redirect_uris: [redirect] }));
    const verifier = 'v'.repeat(43);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const asked = { client_id, redirect_uri: redirect, response_type: 'code', code_challenge_method: 'S256', code_challenge: challenge };
    const allowed = await api('POST /v1/oauth/requests', { body: { ...asked, scopes: ['cam:general:read'] } }, session);
    expect(allowed.status).toBe(200);
    const code = new URL(allowed.body.redirect).searchParams.get('code') ?? '';
    const form = new URLSearchParams({ grant_type: 'authorization_code', client_id, redirect_uri: redirect, code_verifier: verifier, code });
    const { access_token: token = '' } = await post('/oauth/token', 'application/x-www-form-urlencoded', form.toString());
    const ask = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      return (await fetch(`${server.url}/v1/mcp`, { method: 'POST', headers, body: JSON.stringify(ping) })).status;
    };
    expect(await ask()).toBe(200);
    const { tokens: kept } = (await api('GET /v1/tokens', {}, org.token)).body;
    expect(kept.find(({ name }) => name === 'Aide')).toMatchObject({ owner: org.provider.person.nameId });
    await call(
      'DELETE /v1/operator/users/{email}',
      { path: { email: org.provider.person.nameId }, headers: { authorization: `Operator ${server.operatorKey}` } },
      undefined,
      server.url,
    );
    expect(await ask()).toBe(401);
  });

  it('refuses a person without rights with a sentence that says what to ask for', async () => {
    const org = await enabled();
    const attempt = await leaveFor(`eve@${org.domain}`);
    const page = await answer(attempt, org, { nameId: `eve@${org.domain}`, attributes: { groups: 'others' } });
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('Ask your administrator for a group or role')]);
    const members = await call(
      'POST /v1/operator/token',
      { body: { user: `eve@${org.domain}` }, headers: { authorization: `Operator ${server.operatorKey}` } },
      undefined,
      server.url,
    );
    expect(members.status).toBe(404);
  });

  it('lets a person in whom no rule matches but a role names, and nobody once the role is gone', async () => {
    const org = await enabled();
    const email = `eve@${org.domain}`;
    const role = { name: 'Auditors', description: '', rights: ['CAM_ALERTS_READ'], accounts: [], members: [{ kind: 'USER' as const, name: email }] };
    const { body: made } = await api('POST /v1/roles', { body: role }, org.token);
    const message = { nameId: email, attributes: { groups: 'others' } };
    const attempt = await leaveFor(email);
    const { body } = await exchange(attempt, await answer(attempt, org, message));
    expect((await api('GET /v1/alerts/policy', {}, body.access_token)).status).toBe(200);
    await api('DELETE /v1/roles/{role_id}', { path: { role_id: made.role_id } }, org.token);
    expect((await api('GET /v1/alerts/policy', {}, body.access_token)).status).toBe(403);
    expect((await answer(await leaveFor(email), org, message)).status).toBe(403);
  });

  it('asks for the e-mail first, and lets others use a password', async () => {
    const org = await enabled();
    const first = await startSignIn(new Visitor(server.url));
    expect(first.page.html).toContain('Continue');
    expect(first.page.html).not.toContain('type="password"');
    const other = await createTenant(server);
    const attempt = await leaveFor(other.adminEmail);
    expect(attempt.url).toBe('');
    expect(attempt.page.html).toContain(`value="${other.adminEmail}"`);
    expect((await exchange(attempt, await submit(attempt, other.adminEmail, other.adminPassword))).status).toBe(200);
    // Passwords still work where single sign-on is not required.
    const own = await startSignIn(new Visitor(server.url));
    expect((await exchange(own, await submit(own, org.adminEmail, org.adminPassword))).status).toBe(200);
  });

  it('may be required: then passwords sign in nobody but the break-glass administrator, who stays', async () => {
    const org = await enabled({}, { is_required: true });
    const operator = { headers: { authorization: `Operator ${server.operatorKey}` } };
    const email = `bob@${org.domain}`;
    const body = { email, tenant: org.tenantId, password: 'Quiet-harbour-7', scopes: ['cam:general:read' as const] };
    expect((await call('POST /v1/operator/users', { ...operator, body }, undefined, server.url)).status).toBe(201);
    const bob = await startSignIn(new Visitor(server.url));
    const refused = await submit(bob, email, body.password);
    expect([refused.status, refused.location, refused.html]).toEqual([403, null, expect.stringContaining('requires single sign-on')]);
    expect((await submit(await startSignIn(new Visitor(server.url)), email, 'wrong')).html).not.toContain('requires single sign-on');
    const admin = await startSignIn(new Visitor(server.url));
    expect((await exchange(admin, await submit(admin, org.adminEmail, org.adminPassword))).status).toBe(200);
    const path = { email: org.adminEmail };
    const removed = await call('DELETE /v1/operator/users/{email}', { ...operator, path }, undefined, server.url);
    const lowered = await call(
      'PATCH /v1/operator/users/{email}',
      { ...operator, path, body: { scopes: ['cam:general:read'] } },
      undefined,
      server.url,
    );
    expect([removed.error.code, lowered.error.code]).toEqual(['BREAK_GLASS', 'BREAK_GLASS']);
    // The provider does not lower the rights of the break-glass administrator either.
    expect(await signInWith(org, { nameId: org.adminEmail })).toMatchObject({ rights: expect.arrayContaining(['cam:general:write']) });
    for (const break_glass_email of [null, email, 'nobody@example.com'])
      expect((await setState(org, { is_required: true, break_glass_email })).error.code).toBe('BREAK_GLASS');
  });

  it('that begins at the provider is refused unless it is allowed', async () => {
    const org = await enabled();
    const visitor = new Visitor(server.url);
    const { service_provider: own } = (await api('GET /v1/sign-on/saml', {}, org.token)).body;
    const words = {
      entityId: org.provider.entityId,
      acsUrl: own?.acs_url ?? '',
      audience: own?.entity_id ?? '',
      inResponseTo: null,
      ...org.provider.person,
    };
    const send = () => visitor.open(words.acsUrl, { SAMLResponse: signedResponse(words, org.provider.signing), RelayState: 'https://evil.example/' });
    const refused = await send();
    expect([refused.status, refused.location, refused.html]).toEqual([403, null, expect.stringContaining('sign in from CAM only')]);
    await save(org, { accepts_unrequested: true });
    expect((await send()).location).toBe(`${server.url}/login`);
    const attempt = await startSignIn(visitor);
    expect(claimsOf((await exchange(attempt, attempt.page)).body.access_token)).toMatchObject({ email: `ana@${org.domain}` });
    // The pass is used up.
    expect((await startSignIn(visitor, { prompt: 'login' })).page.html).toContain('Continue');
  });
});

describe('an attack', () => {
  it('with an unsigned, re-signed, expired or misdirected assertion signs nobody in', async () => {
    const org = await enabled();
    const stranger = makeSigningKey();
    const { provider } = org;
    const attacks: ((words: AssertionWords) => string)[] = [
      (words) => encoded(responseOf(assertionOf(words), words)),
      (words) => signedResponse(words, stranger),
      (words) => signedResponse({ ...words, audience: 'https://other.example' }, provider.signing),
      (words) => signedResponse({ ...words, recipient: 'https://other.example/acs' }, provider.signing),
      (words) => signedResponse({ ...words, madeAt: -3_600_000 }, provider.signing),
      (words) => signedResponse({ ...words, inResponseTo: '_made-up' }, provider.signing),
      (words) => signedResponse({ ...words, nameId: `root@${org.domain}<!-- -->.evil.example` }, provider.signing),
      () => 'not base64 %%%',
      () => '',
    ];
    for (const attack of attacks) {
      const attempt = await leaveFor(`ana@${org.domain}`);
      const words = provider.wordsFor(attempt.url);
      const page = await attempt.visitor.open(words.acsUrl, { SAMLResponse: attack(words) });
      expect([page.status, page.location]).toEqual([403, null]);
    }
  });

  it('cannot replay an assertion, in the same browser or another', async () => {
    const org = await enabled();
    const attempt = await leaveFor(`ana@${org.domain}`);
    const words = org.provider.wordsFor(attempt.url);
    const SAMLResponse = signedResponse(words, org.provider.signing);
    expect((await attempt.visitor.open(words.acsUrl, { SAMLResponse })).location).toContain('/authorize/idn?code=');
    for (const visitor of [attempt.visitor, new Visitor(server.url)]) expect((await visitor.open(words.acsUrl, { SAMLResponse })).status).toBe(403);
  });

  it('cannot sign a browser in with the answer to another browser', async () => {
    const org = await enabled();
    const victim = await startSignIn(new Visitor(server.url));
    const attempt = await leaveFor(`ana@${org.domain}`);
    const words = org.provider.wordsFor(attempt.url);
    const page = await victim.visitor.open(words.acsUrl, { SAMLResponse: signedResponse(words, org.provider.signing) });
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.html).toContain('Sign-in expired');
  });

  it('cannot use RelayState to lead a browser elsewhere', async () => {
    const org = await enabled();
    const attempt = await leaveFor(`ana@${org.domain}`);
    const page = await answer(attempt, org, {}, 'https://evil.example/');
    expect(new URL(page.location ?? '').origin).toBe(server.url);
  });

  it("cannot sign in users of another tenant with one's own provider", async () => {
    const [own, victim] = [await enabled(), await enabled()];
    // A message of the own provider for the own tenant, about the other's person.
    const attempt = await leaveFor(`ana@${own.domain}`);
    expect((await answer(attempt, own, { nameId: victim.adminEmail })).status).toBe(403);
    // A message of the own provider to the address of the other tenant.
    const other = await leaveFor(`ana@${victim.domain}`);
    const words = victim.provider.wordsFor(other.url);
    for (const entityId of [victim.provider.entityId, own.provider.entityId]) {
      const SAMLResponse = signedResponse({ ...words, entityId }, own.provider.signing);
      expect((await other.visitor.open(words.acsUrl, { SAMLResponse })).status).toBe(403);
    }
    // A request of one tenant does not fit the other.
    const mixed = { ...words, inResponseTo: own.provider.wordsFor(attempt.url).inResponseTo };
    expect((await other.visitor.open(words.acsUrl, { SAMLResponse: signedResponse(mixed, victim.provider.signing) })).status).toBe(403);
  });

  it('cannot sign in an operator of the installation', async () => {
    const org = await enabled();
    const email = `root@${org.domain}`;
    const body = { email, tenant: org.tenantId, password: 'Quiet-harbour-7', scopes: ['cam:operator' as const] };
    await call('POST /v1/operator/users', { body, headers: { authorization: `Operator ${server.operatorKey}` } }, undefined, server.url);
    const attempt = await leaveFor(email);
    const page = await answer(attempt, org, { nameId: email, attributes: { groups: 'admins' } });
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('sign in with a password')]);
  });

  it('does nothing while the provider is off', async () => {
    const org = await enabled();
    const attempt = await leaveFor(`ana@${org.domain}`);
    await setState(org, { is_enabled: false });
    const page = await answer(attempt, org);
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('Single sign-on is off')]);
  });
});
