import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, createTenant } from './support/client';
import { findPostgres, startPostgres, type TestPostgres } from './support/postgres.cjs';
import { SamlProvider, signedResponse } from './support/saml-provider';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { until } from './support/until';
import { Visitor } from './support/visitor';

/** All processes accept tokens of the same issuer, and open the same sealed secrets. */
const SAME = { CAM_PUBLIC_URL: 'http://localhost:65002', CAM_SECRET_KEY: randomBytes(32).toString('base64') };

const withPostgres = findPostgres() ? describe : describe.skip;

withPostgres('two processes on one PostgreSQL', () => {
  let postgres: TestPostgres;
  let first: ServerProcess;
  let second: ServerProcess;

  beforeAll(async () => {
    postgres = await startPostgres();
    const start = async (): Promise<ServerProcess> => {
      const process = await startServer({ ...SAME, DATABASE_URL: postgres.url });
      // The public address is that of a proxy, which is not there.
      const { url } = JSON.parse(readFileSync(join(process.dataDir, 'server.json'), 'utf8')) as { url: string };
      return { ...process, url };
    };
    first = await start();
    second = await start();
  }, 240_000);
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
    postgres?.stop();
  }, 180_000);

  it('accept an assertion once between them', async () => {
    const { adminEmail, token } = await createTenant(first);
    const domain = adminEmail.split('@')[1] ?? '';
    const provider = new SamlProvider({ nameId: `ana@${domain}`, attributes: { groups: 'readers' } });
    provider.origin = 'https://idp.example';
    const rules = [{ attribute: 'groups', value: 'readers', scopes: ['cam:general:read' as const] }];
    const settings = { name: 'IdP', metadata: provider.metadata(), domains: [domain], email_attribute: '', accepts_unrequested: false, rules };
    expect((await api('PUT /v1/sign-on/saml', { body: settings }, token, first.url)).status).toBe(200);
    const { url } = (await api('POST /v1/sign-on/saml/tests', {}, token, first.url)).body;
    const words = provider.wordsFor(url);
    const SAMLResponse = signedResponse(words, provider.signing);
    const send = async ({ url: base }: ServerProcess) => (await new Visitor(base).open(base + new URL(words.acsUrl).pathname, { SAMLResponse })).html;
    // The other process opens the sealed request, too.
    expect(await send(second)).toContain('The test passed');
    expect(await send(first)).toContain('The test failed');
  });

  it('both refuse a user whom one of them deactivated', async () => {
    const { adminEmail, token } = await createTenant(first);
    const email = adminEmail.replace('admin', 'ana');
    const { token: scimToken } = (await api('POST /v1/provisioning/tokens', { body: { name: 'Okta' } }, token, first.url)).body;
    const rules = [{ group: 'Readers', scopes: ['cam:general:read' as const] }];
    await api('PUT /v1/provisioning/rules', { body: { rules } }, token, first.url);
    const scim = async (method: string, path: string, body: object): Promise<{ id: string }> => {
      const headers = { authorization: `Bearer ${scimToken}`, 'content-type': 'application/scim+json' };
      return (await fetch(`${first.url}/scim/v2${path}`, { method, headers, body: JSON.stringify(body) })).json() as Promise<{ id: string }>;
    };
    const { id } = await scim('POST', '/Users', { userName: email });
    await scim('POST', '/Groups', { displayName: 'Readers', members: [{ value: id }] });
    const headers = { authorization: `Operator ${first.operatorKey}` };
    const session = (await api('POST /v1/operator/token', { body: { user: email }, headers }, undefined, first.url)).body.access_token;
    const created = await api(
      'POST /v1/tokens',
      { body: { name: 'Mine', kind: 'PERSONAL', scopes: ['cam:general:read'], days: 7 } },
      session,
      first.url,
    );
    const statuses = async ({ url }: ServerProcess) =>
      Promise.all([session, created.body.token].map(async (one) => (await api('GET /v1/tenants', {}, one, url)).status));
    expect([await statuses(first), await statuses(second)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active: false } }] });
    expect(await statuses(first)).toEqual([401, 401]);
    await until('the other process refuses the user', async () => (await statuses(second)).every((status) => status === 401));
  });
});
