import { randomBytes } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import JSZip from 'jszip';
import { endpoints } from '@cam/contracts/server';
import type { ReleaseChange } from './support/release-zip';
import { HOST_PROVIDES, startRegistryServer, type RegistryServer } from './support/registry-server';

let server: RegistryServer;
let operator: string;

beforeAll(async () => {
  server = await startRegistryServer();
  operator = await server.tokenFor({ tenant: 'demo' });
}, 240_000);
afterAll(() => server.stop());

interface Refusals {
  refusals: { gate: string; problem: string; fix: string }[];
}

async function refusalsOf(change: ReleaseChange, version = '9.0.0'): Promise<Refusals['refusals']> {
  const answer = await server.publish(operator, 'compliance', version, change);
  expect(answer.status).toBe(422);
  expect(answer.error.code).toBe('RELEASE_REFUSED');
  return (answer.error.details as Refusals).refusals;
}

const command = (change: object) => ({ commands: [{ id: 'compliance.open', label: 'X', to: '/compliance', ...change }] });
const menuItem = (change: object) => ({ id: 'x', label: 'X', to: '/compliance', group: 'watch', order: 1, icon: 'info', ...change });

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_none, index) => [`compliance.f${index}`, 'X']));

/** Returns text that does not compress well. */
const noise = (length: number): string => randomBytes(length / 2).toString('hex');

describe('publishing a release', () => {
  it('stores it once: the same content changes nothing, and other content for the version is refused', async () => {
    const first = await server.publish(operator, 'alerts', '1.0.0');
    expect(first).toMatchObject({ status: 201, body: { created: true, release: { version: '1.0.0', files: 4 } } });
    const again = await server.publish(operator, 'alerts', '1.0.0');
    expect(again).toMatchObject({ status: 200, body: { created: false, release: { digest: first.body.release.digest } } });
    const other = await server.publish(operator, 'alerts', '1.0.0', { script: '/* other */' });
    expect(other).toMatchObject({ status: 409, error: { code: 'RELEASE_EXISTS' } });
    expect(other.error.user_message).toContain('new version');
    await server.point(operator, 'alerts', '1.0.0');
  });

  it('stores nothing in a dry run', async () => {
    const raw = { content: await (await import('./support/release-zip')).releaseZip('reports', '1.0.0'), type: 'application/zip' };
    const args = { path: { id: 'reports' as const }, query: { dry_run: true }, raw };
    expect(await server.call('POST /v1/remotes/{id}/releases', args, operator)).toMatchObject({ status: 200, body: { created: false } });
    expect((await server.call('GET /v1/remotes/{id}/releases', { path: { id: 'reports' } }, operator)).body.releases).toEqual([]);
    expect((await fetch(`${server.url}/r/reports/1.0.0/remote.json`)).status).toBe(404);
  });

  it.each<[string, string, ReleaseChange]>([
    [
      'an unknown flag',
      'manifest',
      { manifest: { menu: [{ id: 'x', label: 'X', to: '/x', group: 'watch', order: 1, icon: 'info', whenFlag: 'UI_NONE' }] } },
    ],
    ['an unknown right', 'manifest', { manifest: { routes: [{ page: 'home', name: 'x', path: '/x', title: 'X', anyRight: ['ROOT'] }] } }],
    ['a path that does not start at the root', 'manifest', { manifest: { routes: [{ page: 'home', name: 'x', path: 'x', title: 'X' }] } }],
    ['an unknown field', 'manifest', { manifest: { owner: 'me' } }],
    ['the manifest of another remote', 'manifest', { manifest: { id: 'alerts' } }],
    ['an invalid version', 'version', { manifest: { version: '../../etc' } }],
    [
      'the menu id of another remote',
      'menu',
      { manifest: { menu: [{ id: 'alerts-home', label: 'X', to: '/x', group: 'watch', order: 1, icon: 'info' }] } },
    ],
    ['the path of another remote', 'routes', { manifest: { routes: [{ page: 'home', name: 'x', path: '/alerts', title: 'X' }] } }],
    ['a path of the server', 'routes', { manifest: { routes: [{ page: 'home', name: 'x', path: '/v1/x', title: 'X' }] } }],
    ['a call that is not served', 'calls', { manifest: { calls: ['GET /v1/nowhere'] } }],
    ['a page that is not exported', 'pages', { manifest: { routes: [{ page: 'missing', name: 'x', path: '/x', title: 'X' }] } }],
    ['a part that is not exported', 'pages', { manifest: { offers: ['alerts.badge'] } }],
    ['a module that the host lacks', 'shared', { shared: { 'left-pad': '^1.0.0' } }],
    ['a module that the host has in another version', 'shared', { shared: { react: '^18.0.0' } }],
    ['a platform that the host does not have yet', 'shared', { manifest: { needs: { contracts: '^1.0.0', platform: '^2.0.0', ui: '^1.0.0' } } }],
    ['a wildcard for every address', 'routes', { manifest: { routes: [{ page: 'home', name: 'x', path: '/*', title: 'X' }] } }],
    ['a parameter for every area', 'routes', { manifest: { routes: [{ page: 'home', name: 'x', path: '/:area/list', title: 'X' }] } }],
    ['the start page', 'routes', { manifest: { routes: [{ page: 'home', name: 'x', path: '/', title: 'X' }] } }],
    ['a wildcard before the end', 'routes', { manifest: { routes: [{ page: 'home', name: 'x', path: '/compliance/*/edit', title: 'X' }] } }],
    ['the sign-in page', 'routes', { manifest: { routes: [{ page: 'home', name: 'x', path: '/Login', title: 'X' }] } }],
    ['a page twice', 'routes', { manifest: { routes: ['/x/:a', '/x/:b'].map((path) => ({ page: 'home', name: 'x', path, title: 'X' })) } }],
    ['pages below those of another remote', 'routes', { manifest: { routes: [{ page: 'home', name: 'x', path: '/:x?/alerts', title: 'X' }] } }],
    ['a command with the id of another remote', 'commands', { manifest: command({ id: 'alerts.open' }) }],
    ['a command that leads to another remote', 'commands', { manifest: command({ to: '/alerts?show=ALERT_ALL' }) }],
    ['a command that leads to another site', 'manifest', { manifest: command({ to: '//elsewhere.example' }) }],
    ['a command with keys of the console', 'commands', { manifest: command({ keys: 'g k' }) }],
    ['a command with more than two keys', 'manifest', { manifest: command({ keys: 'g k a' }) }],
    ['a menu item that leads to another remote', 'menu', { manifest: { menu: [menuItem({ to: '/alerts' })] } }],
    ['a menu item that leads to another site', 'manifest', { manifest: { menu: [menuItem({ to: '//elsewhere.example' })] } }],
    ['a menu item with a script', 'manifest', { manifest: { menu: [menuItem({ to: '/\\\\elsewhere.example' })] } }],
    ['a menu label that is too long', 'manifest', { manifest: { menu: [menuItem({ label: 'x'.repeat(41) })] } }],
    ['an area name that is too long', 'manifest', { manifest: { name: 'x'.repeat(41) } }],
    ['an unknown icon', 'manifest', { manifest: { menu: [menuItem({ icon: 'skull' })] } }],
    [
      "more code than the operator's limit, whatever its own budget",
      'size',
      { manifest: { budget: 10_000_000 }, files: { 'big.js': noise(600_000) } },
    ],
    ['styles for the whole page', 'styles', { files: { '1.0123456789ab.css': ':root{--cam-border:red}' } }],
    ['a build under development', 'development', { files: { 'src_Page_tsx.js': 'self["webpackHotUpdatecam_compliance_development"] = () => {};' } }],
    ['a script that was changed after the build', 'digests', { tampered: { 'remoteEntry.1.js': 'alert(1)' } }],
    ['a compressed copy of something else', 'digests', { tampered: { 'remoteEntry.1.js.gz': Buffer.from('not it') } }],
    ['a file that no build wrote', 'digests', { tampered: { 'extra.js': '1' } }],
    ['a listed digest of something else', 'digests', { listed: { 'remoteEntry.1.js': 'sha384-0000' } }],
    ['a file that its list leaves out', 'digests', { listed: {} }],
    ['a digest of something else in its entry', 'digests', { files: { 'remoteEntry.js': 'self.__camListed={"remoteEntry.1.js":"0000"};\n' } }],
    ['a flag of another area', 'names', { manifest: { declares: { flags: { 'alerts.mine': 'X' } } } }],
    ['a part of another area', 'names', { manifest: { offers: ['alerts.badge'] } }],
    ['a right that nobody declares', 'names', { manifest: { menu: [menuItem({ anyRight: ['compliance.none'] })] } }],
    ['a part of an area that is not live', 'names', { manifest: { uses: ['orders.list'] } }],
    ['a malformed name', 'manifest', { manifest: { declares: { flags: { 'compliance.New Table': 'X' } } } }],
    ['a name without an area', 'manifest', { manifest: { declares: { rights: { approve: 'X' } } } }],
    ['an unknown kind of name', 'manifest', { manifest: { declares: { colours: { 'compliance.red': 'X' } } } }],
    ['a flag with a text that is too long', 'manifest', { manifest: { declares: { flags: { 'compliance.a': 'x'.repeat(201) } } } }],
    ['a menu group with a label that is too long', 'manifest', { manifest: { declares: { menuGroups: { 'compliance.a': 'x'.repeat(41) } } } }],
    ['more names than an area may have', 'manifest', { manifest: { declares: { flags: many(41) } } }],
    ['a declared part that is not exported', 'pages', { manifest: { declares: { parts: { 'compliance.score': { name: 'Score' } } } } }],
    ['no manifest', 'manifest', { tampered: { 'remote.json': 'not json' } }],
  ])('is refused with %s at the gate "%s", with the problem and the fix', async (_what, gate, change) => {
    const refusals = await refusalsOf(change);
    const refusal = refusals.find((candidate) => candidate.gate === gate);
    expect(refusal).toMatchObject({ gate, problem: expect.stringMatching(/\S/), fix: expect.stringMatching(/\S/) });
  });

  it('is refused if the release reads a field that the server does not return, with its name', async () => {
    const call = endpoints['GET /v1/tenants'];
    const answer = Type.Object({ tenant: Type.Object({ tenant_id: Type.String(), mood: Type.String() }) });
    const refusals = await refusalsOf({ contract: { 'GET /v1/tenants': { ...call, answer } } });
    expect(refusals.map(({ problem }) => problem)).toEqual([expect.stringMatching(/"GET \/v1\/tenants", but the answer\.tenant\.mood is missing/)]);
  });

  it('is refused if the release sends a field that the server does not accept, with its name', async () => {
    const call = endpoints['GET /v1/tenants'];
    const query = Type.Object({ colour: Type.Optional(Type.String()) });
    const [first] = await refusalsOf({ contract: { 'GET /v1/tenants': { ...call, query } } });
    expect(first?.problem).toContain('query.colour is no longer accepted');
  });

  it('is refused if the release does not declare its calls', async () => {
    expect(await refusalsOf({ contract: {} })).toMatchObject([{ gate: 'calls', problem: expect.stringContaining('does not describe') }]);
  });

  it('reports all problems at once', async () => {
    const refusals = await refusalsOf({ manifest: { calls: ['GET /v1/nowhere'] }, files: { 'big.js': noise(600_000) } });
    expect(refusals.map(({ gate }) => gate)).toEqual(['calls', 'size']);
  });

  it.each(['../outside.js', '/etc/outside.js', 'a/../../outside.js', '.hidden.js', 'page.html', 'a\\b.js'])(
    'is refused with a file named %s, and nothing is written',
    async (name) => {
      const zip = new JSZip();
      zip.file(name, 'x', { createFolders: false });
      const raw = { content: await zip.generateAsync({ type: 'uint8array' }), type: 'application/zip' };
      const answer = await server.call('POST /v1/remotes/{id}/releases', { path: { id: 'alerts' }, raw }, operator);
      expect(answer).toMatchObject({ status: 422, error: { details: { refusals: [{ gate: 'archive' }] } } });
    },
  );

  it('is refused with a reason if the upload is empty or not a zip', async () => {
    for (const content of ['not a zip', await new JSZip().generateAsync({ type: 'uint8array' })]) {
      const raw = { content, type: 'application/zip' };
      const answer = await server.call('POST /v1/remotes/{id}/releases', { path: { id: 'alerts' }, raw }, operator);
      expect(answer).toMatchObject({ status: 422, error: { details: { refusals: [{ gate: 'archive' }] } } });
    }
  });

  it('requires the right of an operator, which a tenant administrator does not have', async () => {
    expect((await server.publish(await server.tokenFor({ user: 'admin@demo.example' }), 'alerts', '1.0.1')).status).toBe(403);
    expect((await server.publish('', 'alerts', '1.0.1')).status).toBe(401);
  });
});

describe('the addresses of an area', () => {
  const areaAt = (path: string): ReleaseChange => ({
    manifest: {
      menu: [],
      routes: [{ page: 'home', name: 'x', path, title: 'X' }],
    },
  });
  const problemsOf = (answer: { error: { details?: unknown } }) => (answer.error.details as Refusals).refusals.map(({ problem }) => problem);

  it('belong to the first area that is live there; the second is refused with the name of the owner, at publish and when its channel moves', async () => {
    expect(await server.publish(operator, 'first', '1.0.0', areaAt('/claims/*'))).toMatchObject({ status: 201 });
    // Nothing is live yet, so both may publish.
    expect(await server.publish(operator, 'second', '1.0.0', areaAt('/Claims/open'))).toMatchObject({ status: 201 });
    expect(await server.point(operator, 'first', '1.0.0')).toMatchObject({ status: 200 });

    const published = await server.publish(operator, 'second', '1.1.0', areaAt('/claims/closed'));
    expect(published).toMatchObject({ status: 422, error: { code: 'RELEASE_REFUSED' } });
    expect(problemsOf(published)).toEqual(['The path /claims/closed belongs to first already.']);
    const moved = await server.point(operator, 'second', '1.0.0');
    expect(moved).toMatchObject({ status: 422, error: { code: 'RELEASE_REFUSED' } });
    expect(problemsOf(moved)).toEqual(['The path /Claims/open belongs to first already.']);

    // The owner leaves the address, and the second takes it.
    await server.publish(operator, 'first', '2.0.0', areaAt('/claims-archive'));
    expect(await server.point(operator, 'first', '2.0.0')).toMatchObject({ status: 200 });
    expect(await server.point(operator, 'second', '1.0.0')).toMatchObject({ status: 200 });
    // A rollback cannot take it back.
    expect(await server.point(operator, 'first', '1.0.0')).toMatchObject({ status: 422 });
  });

  it('belong to an area that one tenant pins, for every tenant; and a tenant cannot pin an area over another', async () => {
    const [one, other] = [
      await server.tokenFor({ tenant: await server.createTenant() }),
      await server.tokenFor({ tenant: await server.createTenant() }),
    ];
    const pin = (id: string, version: string | null, token: string) =>
      server.call('PATCH /v1/remotes/{id}/policy', { path: { id }, body: { pin: version, reason: 'for a test' } }, token);
    await server.publish(operator, 'third', '1.0.0', areaAt('/invoices'));
    await server.publish(operator, 'fourth', '1.0.0', areaAt('/invoices'));
    expect(await pin('third', '1.0.0', one)).toMatchObject({ status: 200 });
    expect(problemsOf(await server.point(operator, 'fourth', '1.0.0'))).toEqual(['The path /invoices belongs to third already.']);
    expect(problemsOf(await pin('fourth', '1.0.0', one))).toEqual(['The path /invoices belongs to third already.']);
    // The other tenant has only the fourth.
    expect(await pin('fourth', '1.0.0', other)).toMatchObject({ status: 200 });
    const areasOf = async (token: string) => (await server.call('GET /v1/remotes', {}, token)).body.remotes.map(({ id }) => id);
    expect([(await areasOf(one)).includes('third'), (await areasOf(other)).includes('third')]).toEqual([true, false]);
    expect([(await areasOf(one)).includes('fourth'), (await areasOf(other)).includes('fourth')]).toEqual([false, true]);
    await Promise.all([pin('third', null, one), pin('fourth', null, other)]);
    expect(await server.point(operator, 'fourth', '1.0.0')).toMatchObject({ status: 200 });
  });
});

describe('a deployment that repeats', () => {
  it('does not undo a rollback: with `once`, a channel goes to each version by itself only one time', async () => {
    const deploy = async (version: string) => {
      await server.publish(operator, 'reports', version);
      const body = { version, reason: 'shipped by its container', once: true };
      return server.call('PUT /v1/remotes/{id}/channels/{channel}', { path: { id: 'reports', channel: 'stable' }, body }, operator);
    };
    expect((await deploy('1.0.0')).body.version).toBe('1.0.0');
    expect((await deploy('1.1.0')).body.version).toBe('1.1.0');
    await server.point(operator, 'reports', '1.0.0');
    // Its container restarts after the rollback, then the fix is shipped. An operator may still point at any release.
    expect((await deploy('1.1.0')).body.version).toBe('1.0.0');
    expect((await deploy('1.2.0')).body.version).toBe('1.2.0');
    expect((await server.point(operator, 'reports', '1.1.0')).body.version).toBe('1.1.0');
  });
});

describe('the files of a release', () => {
  beforeAll(async () => {
    await server.publish(operator, 'settings', '2.0.0');
  });

  it('are cacheable for a year, have the correct type, and are compressed if the browser accepts it', async () => {
    const response = await fetch(`${server.url}/r/settings/2.0.0/remoteEntry.1.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-encoding': 'gzip',
    });
    expect(await response.text()).toContain('pages:{home:1}');
  });

  it.each([
    'settings/2.0.0/nothing.js',
    'settings/9.9.9/remote.json',
    'nobody/2.0.0/remote.json',
    'settings/2.0.0/..%2f..%2f..%2foperator.key',
    'settings/2.0.0/',
  ])('answer a plain 404 instead of a page if they do not exist: %s', async (path) => {
    const response = await fetch(`${server.url}/r/${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).not.toContain('html');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('files with a digest in their name', () => {
  const PAGE = '12.0123456789ab.js';
  const shared = (id: string, path: string) => fetch(`${server.url}/r/${id}/f/${path}`);

  beforeAll(async () => {
    await server.publish(operator, 'settings', '3.0.0', { files: { [PAGE]: 'page(1)' } });
    await server.publish(operator, 'settings', '3.1.0', { files: { [PAGE]: 'page(1)', '13.ffffffffffff.js': 'page(2)' } });
  });

  it('have one address shared by all releases, and one in each release', async () => {
    for (const response of [await shared('settings', PAGE), await fetch(`${server.url}/r/settings/3.0.0/${PAGE}`)]) {
      expect([response.status, await response.text(), response.headers.get('cache-control')]).toEqual([
        200,
        'page(1)',
        'public, max-age=31536000, immutable',
      ]);
    }
    expect((await shared('settings', '13.ffffffffffff.js')).status).toBe(200);
  });

  it.each([
    ['settings', 'remoteEntry.1.js'],
    ['settings', '99.0123456789ab.js'],
    ['settings', '..%2f3.0.0%2f12.0123456789ab.js'],
    ['settings', '__proto__'],
    ['alerts', PAGE],
  ])('exist at no other address: %s/f/%s', async (id, path) => {
    const response = await shared(id, path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('keep their content in later releases, because caches keep the address for a year', async () => {
    const answer = await server.publish(operator, 'settings', '3.2.0', { files: { [PAGE]: 'page(666)' } });
    expect(answer.status).toBe(422);
    expect((answer.error.details as Refusals).refusals).toMatchObject([{ gate: 'digests', problem: expect.stringContaining('in release 3.1.0') }]);
    expect(await (await shared('settings', PAGE)).text()).toBe('page(1)');
  });
});

describe('a host that is deployed later', () => {
  it('accepts a release that was refused before, and warns about older tabs', async () => {
    const needs = { contracts: '^1.0.0', platform: '^2.0.0', ui: '^1.0.0' };
    expect((await server.publish(operator, 'sources', '2.0.0', { manifest: { needs } })).status).toBe(422);
    server.serveHost('2.0.0', { ...HOST_PROVIDES, '@cam/platform': '2.0.0' });
    const published = await server.publish(operator, 'sources', '2.0.0', { manifest: { needs } });
    expect(published.status).toBe(201);
    expect(published.body.warnings.join()).toContain('host 1.0.0');
  });
});
