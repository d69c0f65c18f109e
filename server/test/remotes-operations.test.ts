import type { RemoteLoad, RemoteOperation, Scope } from '@cam/contracts';
import { startRegistryServer, type RegistryServer } from './support/registry-server';

let server: RegistryServer;
let operator: string;

beforeAll(async () => {
  server = await startRegistryServer();
  operator = await server.tokenFor({ tenant: 'demo' });
  await server.publish(operator, 'alerts', '1.0.0', { manifest: { offers: [] } });
  await server.publish(operator, 'alerts', '1.1.0', { manifest: { offers: [] } });
  await server.point(operator, 'alerts', '1.1.0');
}, 240_000);
afterAll(() => server.stop());

async function operationOf(id: RemoteOperation['id'], token = operator): Promise<RemoteOperation> {
  const { status, body } = await server.call('GET /v1/remotes/operations', {}, token);
  expect(status).toBe(200);
  const found = body.remotes.find((remote) => remote.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

const report = (loads: RemoteLoad[], token: string) => server.call('POST /v1/remotes/loads', { body: { loads } }, token);

describe('the operations view of a tenant', () => {
  it("shows each area's version, the reason, its channels and its releases", async () => {
    expect(await operationOf('alerts')).toMatchObject({
      state: 'on',
      version: '1.1.0',
      why: [expect.stringContaining('The stable channel points at 1.1.0.'), expect.any(String)],
      flag_on: false,
      policy: { enabled: true, pin: null, channel: 'stable', canary_percent: 0 },
      channels: { stable: { version: '1.1.0' } },
      releases: [{ version: '1.1.0' }, { version: '1.0.0' }],
    });
    expect(await operationOf('reports')).toMatchObject({ state: 'off', version: null });
  });

  it('shows which menu items disappear if an area is turned off', async () => {
    expect((await operationOf('alerts')).vanishes).toEqual(['Menu item "alerts"']);
  });

  it("follows the tenant's policy, which does not affect other tenants", async () => {
    const other = await server.tokenFor({ tenant: await server.createTenant() });
    const path = { id: 'alerts' as const };
    await server.call('PATCH /v1/remotes/{id}/policy', { path, body: { pin: '1.0.0', reason: 'audit week' } }, other);
    expect(await operationOf('alerts', other)).toMatchObject({ version: '1.0.0', policy: { pin: '1.0.0', reason: 'audit week' } });
    expect(await operationOf('alerts')).toMatchObject({ version: '1.1.0', policy: { pin: null } });
  });

  it('requires a right to change something', async () => {
    const viewer = await server.tokenFor({ user: 'viewer@demo.example' });
    expect((await server.call('GET /v1/remotes/operations', {}, viewer)).status).toBe(403);
    expect((await server.call('GET /v1/remotes/operations')).status).toBe(401);
  });
});

describe('the names that an area declares', () => {
  const NAMES = {
    flags: { 'billing.newTable': 'Shows the new table.' },
    rights: { 'billing.approve': 'Approve invoices.' },
    parts: { 'billing.total': { name: 'Open invoices', anyRight: ['billing.approve'] } },
    menuGroups: { 'billing.money': 'Money' },
  };
  const flag = { featureflag: 'billing.newTable' };
  const ask = (email: string, scopes: string[]) =>
    server.callAsInstallation('PATCH /v1/operator/users/{email}', { path: { email }, body: { scopes: scopes as Scope[] } });

  beforeAll(async () => {
    const script = 'var part={"billing.total":1};';
    await server.publish(operator, 'billing', '1.0.0', { script, manifest: { name: 'Billing', declares: NAMES } });
  });

  it('are unknown until a channel points at a release of it', async () => {
    expect((await server.call('GET /v1/tenants/featureflag/{featureflag}', { path: flag }, operator)).status).toBe(404);
    expect(await ask('viewer@demo.example', ['cam:general:read', 'billing.approve'])).toMatchObject({
      status: 422,
      error: { code: 'UNKNOWN_RIGHT' },
    });
    await server.point(operator, 'billing', '1.0.0');
    expect((await server.call('GET /v1/tenants/featureflag/{featureflag}', { path: flag }, operator)).body).toEqual({
      ...flag,
      value: false,
      error: '',
      owner: 'Billing',
      effect: 'Shows the new table.',
    });
  });

  it('can be used by other areas; operators see who owns and who uses each', async () => {
    const menu = [{ id: 'cart', label: 'Cart', to: '/cart', group: 'billing.money', order: 1, icon: 'info', whenFlag: 'billing.newTable' }];
    const routes = [{ page: 'home', name: 'cart', path: '/cart', title: 'Cart', anyRight: ['billing.approve'] }];
    expect((await server.publish(operator, 'cart', '1.0.0', { manifest: { name: 'Cart', menu, routes, uses: ['billing.total'] } })).status).toBe(201);
    await server.point(operator, 'cart', '1.0.0');
    const { names, vanishes } = await operationOf('billing');
    expect(names).toEqual([
      { kind: 'flags', name: 'billing.newTable', text: 'Shows the new table.', used_by: ['Cart'] },
      { kind: 'rights', name: 'billing.approve', text: 'Approve invoices.', used_by: ['Cart'] },
      { kind: 'parts', name: 'billing.total', text: 'Open invoices', used_by: ['Cart'] },
      { kind: 'menuGroups', name: 'billing.money', text: 'Money', used_by: ['Cart'] },
    ]);
    expect(vanishes).toContain('"Open invoices" in Cart');
    expect((await operationOf('alerts')).names).toEqual([]);
    const view = (await server.call('GET /v1/remotes', {}, operator)).body;
    expect(view.remotes.find(({ id }) => id === 'billing')?.manifest.declares).toEqual(NAMES);
  });

  it('include flags that administrators set for their tenant only, and that survive a rollback', async () => {
    const set = (value: boolean, token: string) => server.call('PATCH /v1/tenants/featureflag/{featureflag}', { path: flag, body: { value } }, token);
    const valueOf = async (token: string) => {
      const { featureflags } = (await server.call('GET /v1/tenants/featureflags', {}, token)).body;
      return featureflags.find((one) => one.featureflag === flag.featureflag)?.value;
    };
    const viewer = await server.tokenFor({ user: 'viewer@demo.example' });
    const other = await server.tokenFor({ tenant: await server.createTenant() });
    expect((await set(true, viewer)).status).toBe(403);
    expect(await set(true, operator)).toMatchObject({ status: 200, body: { value: true, owner: 'Billing' } });
    expect([await valueOf(operator), await valueOf(viewer), await valueOf(other)]).toEqual([true, true, false]);

    await server.publish(operator, 'billing', '1.0.1', { manifest: { name: 'Billing' } });
    await server.point(operator, 'billing', '1.0.1');
    expect([await valueOf(operator), (await set(false, operator)).status]).toEqual([undefined, 404]);
    await server.point(operator, 'billing', '1.0.0');
    expect(await valueOf(operator)).toBe(true);
  });

  it('include rights that the installation grants to a user, whose session then has them', async () => {
    const tenant = await server.createTenant();
    const email = `clerk@${tenant}.example`;
    const body = { email, tenant, password: `Aa1!${tenant}-long`, scopes: ['cam:general:read', 'billing.approve'] as Scope[] };
    expect((await server.callAsInstallation('POST /v1/operator/users', { body })).status).toBe(201);
    const rights = async () =>
      (await server.call('GET /v1/tenants/users', { query: { email } }, await server.tokenFor({ user: email }))).body.user.rights;
    expect(await rights()).toEqual(['CAM_GENERAL_READ', 'billing.approve']);
    expect(await ask(email, ['cam:general:read', 'billing.pay'])).toMatchObject({ status: 422, error: { code: 'UNKNOWN_RIGHT' } });
    expect(await ask(email, ['root'])).toMatchObject({ status: 422 });
    expect((await ask(email, ['cam:general:read'])).body).toMatchObject({ scopes: ['cam:general:read'] });
    expect(await rights()).toEqual(['CAM_GENERAL_READ']);
  });
});

describe('load reports from browsers', () => {
  it('are counted by version and outcome, only for their tenant', async () => {
    const tenant = await server.createTenant();
    const own = await server.tokenFor({ tenant });
    const good = { id: 'alerts' as const, version: '1.1.0', outcome: 'ready' as const, ms: 90 };
    expect((await report([good, good, { ...good, outcome: 'missing', ms: 10 }], own)).status).toBe(204);
    expect((await operationOf('alerts', own)).fleet).toEqual({
      loads: 3,
      failures: 1,
      crashes: 0,
      p50_ms: 100,
      p95_ms: 100,
      versions: [{ version: '1.1.0', loads: 3, failures: 1, crashes: 0 }],
      kinds: [{ kind: 'missing', count: 1 }],
    });
    const other = await server.tokenFor({ tenant: await server.createTenant() });
    expect((await operationOf('alerts', other)).fleet.loads).toBe(0);
  });

  it('make a release that fails for several users of any tenant no fallback any more', async () => {
    const tenants = await Promise.all([1, 2, 3].map(() => server.createTenant()));
    const users = await Promise.all(tenants.map((tenant) => server.tokenFor({ tenant })));
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      await server.publish(operator, 'compliance', version);
      await server.point(operator, 'compliance', version);
    }
    const previous = async () => {
      const { remotes } = (await server.call('GET /v1/remotes', {}, operator)).body;
      return remotes.find(({ id }) => id === 'compliance')?.previous?.version;
    };
    const crash = { id: 'compliance' as const, version: '1.1.0', outcome: 'crashed' as const, ms: 0 };
    for (const user of users.slice(0, 2)) await report([crash, crash, { ...crash, outcome: 'ready' }], user);
    await report([{ ...crash, version: '1.0.0', outcome: 'network' }], operator);
    expect(await previous()).toBe('1.1.0');
    await report([crash], users[2] ?? '');
    expect(await previous()).toBe('1.0.0');
  });

  it('roll a stable release back by themselves if it fails for more users than the one before, with the reason', async () => {
    const users = await Promise.all([1, 2, 3].map(async () => server.tokenFor({ tenant: await server.createTenant() })));
    for (const version of ['1.0.0', '2.0.0']) {
      await server.publish(operator, 'graph-explorer', version);
      await server.point(operator, 'graph-explorer', version);
    }
    const load = { id: 'graph-explorer' as const, version: '2.0.0', outcome: 'crashed' as const, ms: 0 };
    const versions = async () => (await operationOf('graph-explorer')).channels.stable?.version;
    for (const user of users.slice(0, 2)) await report([load], user);
    expect(await versions()).toBe('2.0.0');
    await report([load], users[2] ?? '');
    expect(await versions()).toBe('1.0.0');
    const reason = '2.0.0 was rolled back automatically. It failed for 3 users, on 100 % of all days of its users; 1.0.0 failed for nobody.';
    const { changes } = (await server.call('GET /v1/remotes/{id}/history', { path: { id: 'graph-explorer' } }, operator)).body;
    expect(changes[0]).toMatchObject({ by: 'CAM', what: 'The stable channel moved from 2.0.0 to 1.0.0.', reason });
    const noticed = async (token: string) => (await server.call('GET /v1/remotes', {}, token)).body.rolled_back;
    expect(await noticed(operator)).toEqual([{ id: 'graph-explorer', reason }]);
    expect(await noticed(await server.tokenFor({ user: 'viewer@demo.example' }))).toBeUndefined();
    await server.publish(operator, 'graph-explorer', '2.0.1');
    await server.point(operator, 'graph-explorer', '2.0.1');
    expect(await noticed(operator)).toBeUndefined();
  });

  it('are not counted for unpublished versions', async () => {
    const own = await server.tokenFor({ tenant: await server.createTenant() });
    await report([{ id: 'alerts', version: '6.6.6', outcome: 'ready', ms: 1 }], own);
    expect((await operationOf('alerts', own)).fleet.loads).toBe(0);
  });

  it('are rejected if malformed or sent without a session', async () => {
    expect((await report([], operator)).status).toBe(422);
    expect((await report([{ id: 'alerts', version: '1.1.0', outcome: 'ready', ms: -1 }], operator)).status).toBe(422);
    expect((await server.call('POST /v1/remotes/loads', { body: { loads: [] } })).status).toBe(401);
  });
});

describe('reports of content security policy violations', () => {
  const origin = (): string => server.url.replace('127.0.0.1', 'localhost');
  const sendViolations = (body: string, type = 'application/reports+json', from = '198.51.100.7') =>
    fetch(`${server.url}/v1/remotes/violations`, { method: 'POST', headers: { 'content-type': type, 'x-forwarded-for': from }, body });
  const violation = (change: Record<string, unknown>) => ({
    type: 'csp-violation',
    body: {
      documentURL: `${origin()}/search?q=somebody`,
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://elsewhere.example/x.js',
      ...change,
    },
  });

  it('are counted for the release of the file, without the page address', async () => {
    const sourceFile = `${origin()}/r/alerts/1.1.0/12.js`;
    expect((await sendViolations(JSON.stringify([violation({ sourceFile }), violation({ sourceFile })]))).status).toBe(204);
    const { violations } = await operationOf('alerts');
    expect(violations).toEqual([
      {
        version: '1.1.0',
        directive: 'script-src-elem',
        blocked: 'https://elsewhere.example',
        source: '/r/alerts/1.1.0/12.js',
        count: 2,
        last_at: expect.any(String),
      },
    ]);
    expect(JSON.stringify(violations)).not.toContain('somebody');
  });

  it('are counted for the newest release of a shared file', async () => {
    const file = '12.0123456789ab.js';
    for (const version of ['7.0.0', '7.1.0']) await server.publish(operator, 'reports', version, { files: { [file]: 'page(1)' } });
    expect((await sendViolations(JSON.stringify([violation({ sourceFile: `${origin()}/r/reports/f/${file}` })]))).status).toBe(204);
    expect((await operationOf('reports')).violations).toMatchObject([{ version: '7.1.0', source: `/r/reports/f/${file}`, count: 1 }]);
  });

  it('are counted for the console if no published release is involved', async () => {
    const report = {
      'document-uri': `${origin()}/`,
      'effective-directive': 'script-src',
      'blocked-uri': 'eval',
      'source-file': `${origin()}/r/alerts/6.6.6/1.js`,
    };
    expect((await sendViolations(JSON.stringify({ 'csp-report': report }), 'application/csp-report')).status).toBe(204);
    const { body } = await server.call('GET /v1/remotes/operations', {}, operator);
    expect(body.console_violations).toMatchObject([{ directive: 'script-src', blocked: 'eval', version: '', count: 1 }]);
  });

  it('are rejected with 413 if too long, and with 429 if too many come from one address', async () => {
    expect((await sendViolations(`[${' '.repeat(70_000)}]`)).status).toBe(413);
    const answers = [];
    for (let n = 0; n < 40; n++) answers.push((await sendViolations('[]')).status);
    expect(answers[0]).toBe(204);
    expect(answers.at(-1)).toBe(429);
    // Another user behind the same proxy.
    expect((await sendViolations('[]', 'application/reports+json', '203.0.113.9')).status).toBe(204);
  });
});

describe('the health of releases', () => {
  // Maps line 1, column 1 of the script to line 7, column 3 of a source.
  const map = { version: 3, sources: ['webpack://cam_reports/./src/ReportsPage.tsx'], names: [], mappings: 'AAME', file: 'remoteEntry.1.js' };
  const stack = (host: string): string =>
    `TypeError: boom\n    at render (${host}/r/reports/1.0.0/remoteEntry.1.js:1:1)\n    at other (https://elsewhere.example/x.js:1:1)`;
  const healthOf = async (token: string) => server.call('GET /v1/remotes/{id}/health', { path: { id: 'reports' } }, token);
  const error = { id: 'reports' as const, version: '1.0.0', message: 'boom' };

  beforeAll(async () => {
    await server.publish(operator, 'reports', '1.0.0', { tampered: { 'remoteEntry.1.js.map': JSON.stringify(map) } });
  });

  it('lists the errors of the tenant only, with stacks that private source maps resolve', async () => {
    const tenant = await server.createTenant();
    const [own, other] = [
      await server.operatorUser('o1@health.example', tenant),
      await server.operatorUser('o2@health.example', await server.createTenant()),
    ];
    const body = { errors: [{ ...error, stack: stack(server.url) }] };
    for (let time = 0; time < 2; time += 1) expect((await server.call('POST /v1/remotes/errors', { body }, own)).status).toBe(204);
    await server.call('POST /v1/remotes/errors', { body: { errors: [{ ...error, version: '9.9.9', stack: '' }] } }, own);
    const { errors } = (await healthOf(own)).body;
    expect(errors).toEqual([expect.objectContaining({ version: '1.0.0', message: 'boom', count: 2, is_resolved: true })]);
    expect(errors[0]?.stack).toEqual(['TypeError: boom', 'at render (src/ReportsPage.tsx:7:3)', 'at other (https://elsewhere.example/x.js:1:1)']);
    expect((await healthOf(other)).body.errors).toEqual([]);
  });

  it('keeps source maps from browsers, and out of the digest of the release', async () => {
    for (const file of ['remoteEntry.1.js.map', 'remoteEntry.1.js.map.gz'])
      expect((await fetch(`${server.url}/r/reports/1.0.0/${file}`)).status).toBe(404);
    expect((await fetch(`${server.url}/r/reports/1.0.0/remoteEntry.1.js`)).status).toBe(200);
    expect(await server.publish(operator, 'reports', '1.0.0')).toMatchObject({ status: 200, body: { created: false } });
  });

  it('compares releases by the failures and web vitals in all tenants, for operators', async () => {
    const user = await server.tokenFor({ tenant: await server.createTenant() });
    const vital = { id: 'reports' as const, version: '1.0.0' };
    const vitals = [
      { ...vital, metric: 'lcp' as const, ms: 900 },
      { ...vital, metric: 'inp' as const, ms: 90 },
      { ...vital, version: '9.9.9', metric: 'inp' as const, ms: 90 },
    ];
    expect((await server.call('POST /v1/remotes/vitals', { body: { vitals } }, user)).status).toBe(204);
    await report([{ ...vital, outcome: 'crashed', ms: 0 }], user);
    expect((await healthOf(operator)).body.releases).toEqual([
      { version: '1.0.0', user_days: 1, troubled_days: 1, troubled_users: 1, lcp_p75_ms: 1600, lcp_count: 1, inp_p75_ms: 100, inp_count: 1 },
    ]);
    expect((await healthOf(await server.tokenFor({ user: 'viewer@demo.example' }))).status).toBe(403);
    expect((await server.call('POST /v1/remotes/errors', { body: { errors: [{ ...error, stack: '' }] } })).status).toBe(401);
  });
});
