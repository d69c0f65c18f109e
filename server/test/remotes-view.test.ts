import { HOST_LOADER, type RemotesView, type RolloutStage } from '@cam/contracts';
import { EventReader } from './support/event-reader';
import { HOST_PROVIDES, startRegistryServer, type RegistryServer } from './support/registry-server';

let server: RegistryServer;
let operator: string;
let admin: string;

beforeAll(async () => {
  server = await startRegistryServer();
  operator = await server.tokenFor({ tenant: 'demo' });
  admin = await server.tokenFor({ user: 'admin@demo.example' });
  for (const id of ['alerts', 'reports'] as const) {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await server.publish(operator, id, version);
    await server.point(operator, id, '1.0.0');
  }
}, 240_000);
afterAll(() => server.stop());

const viewOf = async (token: string, host?: string): Promise<RemotesView> =>
  (await server.call('GET /v1/remotes', { query: host ? { host } : {} }, token)).body;
const versionOf = async (token: string, id = 'alerts', host?: string) =>
  (await viewOf(token, host)).remotes.find((remote) => remote.id === id)?.version;
const whyOf = async (token: string, host?: string) =>
  (await server.call('GET /v1/remotes/why', { query: { id: 'alerts', ...(host ? { host } : {}) } }, token)).body;
const setFlag = (token: string, featureflag: string, value: boolean) =>
  server.call('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag }, body: { value } }, token);

describe('the remotes of a tenant', () => {
  it('are the releases of the stable channel, with the digest of every file', async () => {
    const remote = (await viewOf(admin)).remotes.find(({ id }) => id === 'alerts');
    expect(remote).toMatchObject({ version: '1.0.0', base: '/r/alerts/1.0.0/', previous: null, manifest: { id: 'alerts' } });
    expect(remote?.integrity['remoteEntry.1.js']).toMatch(/^sha384-/);
  });

  it('omit digests that the release lists itself if the client requests it', async () => {
    const page = '12.0123456789ab.js';
    await server.publish(operator, 'settings', '1.0.0', { files: { [page]: 'page(1)' }, listed: true });
    await server.point(operator, 'settings', '1.0.0');
    const viewed = async (query: { digests?: 'first' | 'entry' }) => (await server.call('GET /v1/remotes', { query }, admin)).body;
    const [whole, short] = [await viewed({}), await viewed({ digests: 'first' })];
    const settings = ({ remotes }: RemotesView) => remotes.find(({ id }) => id === 'settings');
    expect(Object.keys(settings(whole)?.integrity ?? {})).toEqual([page, 'mf-manifest.json', 'remoteEntry.1.js']);
    expect(settings(whole)).not.toHaveProperty('listed');
    expect(settings(short)).toMatchObject({ integrity: { 'mf-manifest.json': settings(whole)?.integrity['mf-manifest.json'] }, listed: 2 });
    expect(Object.keys(settings(short)?.integrity ?? {})).toEqual(['mf-manifest.json']);
    // A release that lists no digests is described in full, and both forms share one version of the view.
    expect(short.remotes.find(({ id }) => id === 'alerts')).toEqual(whole.remotes.find(({ id }) => id === 'alerts'));
    expect(short.revision).toBe(whole.revision);

    // A release that lists digests in its entry is described by its entry and its needs, so that consoles read no manifest. Earlier ones stay as they are.
    const described = settings(short);
    expect(settings(await viewed({ digests: 'entry' }))).toEqual({ ...described, manifest: { ...described?.manifest, calls: [] } });
    const { 'mf-manifest.json': _manifest, ...code } = settings(whole)?.integrity ?? {};
    const listed = Object.fromEntries(Object.entries(code).map(([path, digest]) => [path, digest.replace('sha384-', '')]));
    const entry = `self.__camListed=${JSON.stringify(listed)};\n`;
    const files = { [page]: 'page(1)', 'remoteEntry.js': entry };
    await server.publish(operator, 'settings', '1.1.0', { files, listed: true, shared: { [HOST_LOADER]: '^1.0.0' } });
    await server.point(operator, 'settings', '1.1.0');
    const [full, byEntry] = [await viewed({}), await viewed({ digests: 'entry' })];
    expect(byEntry.revision).toBe(full.revision);
    const [known, asked] = [settings(full), settings(byEntry)];
    expect(asked).toMatchObject({ version: '1.1.0', listed: 3, needs: { [HOST_LOADER]: '^1.0.0', '@cam/ui': '^1.0.0', react: '^19.0.0' } });
    expect(asked?.integrity).toEqual({ 'remoteEntry.js': known?.integrity['remoteEntry.js'] });
    expect(asked?.previous).not.toHaveProperty('needs');
  });

  it('are answered with 304 while nothing has changed', async () => {
    const first = await server.call('GET /v1/remotes', {}, admin);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`"${first.body.revision}"`);
    const second = await server.call('GET /v1/remotes', { headers: { 'if-none-match': etag } }, admin);
    expect(second.status).toBe(304);
    await setFlag(admin, 'UI_HIDE_CHANGES', true);
    expect((await server.call('GET /v1/remotes', { headers: { 'if-none-match': etag } }, admin)).status).toBe(200);
  });

  it('are refused without a session', async () => {
    expect((await server.call('GET /v1/remotes')).status).toBe(401);
    expect((await server.call('GET /v1/remotes/events')).status).toBe(401);
  });
});

describe('a channel', () => {
  it('can be moved only with the ETag of its current state', async () => {
    const before = (await server.call('GET /v1/remotes/{id}/releases', { path: { id: 'reports' } }, operator)).body.channels.stable;
    const moved = await server.point(operator, 'reports', '1.1.0', before?.etag);
    expect(moved.status).toBe(200);
    const late = await server.point(operator, 'reports', '1.2.0', before?.etag);
    expect(late).toMatchObject({ status: 409, error: { code: 'CHANNEL_MOVED', details: { current: { version: '1.1.0' } } } });
    expect(await versionOf(admin, 'reports')).toBe('1.1.0');
    const back = await server.point(operator, 'reports', '1.0.0', moved.body.etag);
    expect(back.body.version).toBe('1.0.0');
  });

  it('can be moved only by operators, and only to published releases', async () => {
    expect((await server.point(operator, 'reports', '7.7.7')).status).toBe(404);
    expect((await server.point(admin, 'reports', '1.1.0')).status).toBe(403);
  });

  it('keeps the previous release as the fallback when it moves', async () => {
    await server.point(operator, 'alerts', '1.1.0');
    const remote = (await viewOf(admin)).remotes.find(({ id }) => id === 'alerts');
    expect(remote).toMatchObject({ version: '1.1.0', previous: { version: '1.0.0', base: '/r/alerts/1.0.0/' } });
  });
});

describe('the remote policy of a tenant', () => {
  it('pins a release or turns a remote off, only for that tenant and with a reason', async () => {
    const other = await server.tokenFor({ tenant: await server.createTenant() });
    const policy = (body: Record<string, unknown>) =>
      server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'alerts' }, body: body as never }, admin);

    expect(await policy({ pin: '1.2.0', reason: 'they want the new list' })).toMatchObject({ status: 200, body: { pin: '1.2.0', enabled: true } });
    expect(await versionOf(admin)).toBe('1.2.0');
    expect((await whyOf(admin)).why.join(' ')).toContain('they want the new list');

    await policy({ pin: null, enabled: false, reason: 'not in their contract' });
    const view = await viewOf(admin);
    expect(view.off).toContainEqual(expect.objectContaining({ id: 'alerts', reason: expect.stringContaining('not in their contract') }));
    expect(view.off.find(({ id }) => id === 'alerts')?.manifest?.id).toBe('alerts');

    await policy({ enabled: true, reason: 'signed' });
    expect(await versionOf(admin)).toBe('1.1.0');
    expect(await versionOf(other)).toBe('1.1.0');
  });

  it('requires a reason, an existing release and the right to write', async () => {
    const call = (body: Record<string, unknown>, token: string) =>
      server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'alerts' }, body: body as never }, token);
    expect((await call({ enabled: false }, admin)).status).toBe(422);
    expect((await call({ pin: '7.7.7', reason: 'a typo' }, admin)).status).toBe(404);
    expect((await call({ enabled: false, reason: 'mischief' }, await server.tokenFor({ user: 'viewer@demo.example' }))).status).toBe(403);
    expect(await versionOf(admin)).toBe('1.1.0');
  });
});

describe('turning a remote off by its flag', () => {
  it('notifies open consoles of the tenant within 2 s, and no other tenant', async () => {
    const other = await server.tokenFor({ tenant: await server.createTenant() });
    const [own, others] = await Promise.all([
      EventReader.open(`${server.url}/v1/remotes/events`, admin),
      EventReader.open(`${server.url}/v1/remotes/events`, other),
    ]);
    const before = await viewOf(admin);
    expect(await own.next()).toMatchObject({ name: 'current', data: { revision: before.revision } });
    await others.next();
    // A release that no channel points at concerns no console.
    await server.publish(operator, 'reports', '1.3.0');
    const startedAt = Date.now();
    await setFlag(admin, 'UI_DISABLE_REMOTE_ALERTS', true);
    const event = await own.next();
    expect(event.name).toBe('revision');
    expect(event.at - startedAt).toBeLessThan(2000);
    const view = await viewOf(admin);
    expect(event.data).toEqual({ revision: view.revision });
    expect(view.off.map(({ id }) => id)).toContain('alerts');
    expect(await versionOf(other)).toBe('1.1.0');

    await setFlag(admin, 'UI_DISABLE_REMOTE_ALERTS', false);
    await own.next();
    expect(await versionOf(admin)).toBe('1.1.0');
    // A change for all tenants is the other tenant's first event, so this tenant's flag never reached it.
    await server.point(operator, 'alerts', '1.2.0');
    await Promise.all([own.next(), others.next()]);
    expect(others.unread).toBe(0);
    own.close();
    others.close();
  });

  it('is independent of the flag that shows reports', async () => {
    await setFlag(admin, 'UI_REPORTS', false);
    expect(await versionOf(admin, 'reports')).toBe('1.0.0');
  });
});

describe('a rollout', () => {
  it('gives the release to early tenants first, then to a share of the others, and at last to all; a rollback takes it back', async () => {
    const early = await server.createTenant();
    const [earlyUser, otherUser] = [await server.tokenFor({ tenant: early }), await server.tokenFor({ tenant: await server.createTenant() })];
    const ring = (token: string, tenant_id = early) =>
      server.call('PUT /v1/remotes/rings/{tenant_id}', { path: { tenant_id }, body: { ring: 'early' } }, token);
    expect([(await ring(admin)).status, (await ring(operator, 'nobody')).status, (await ring(operator)).status]).toEqual([403, 404, 200]);
    expect((await server.call('GET /v1/remotes/rings', {}, operator)).body.early).toEqual([early]);

    const stable = { id: 'graph-explorer' as const, channel: 'stable' as const };
    const move = (version: string, rollout?: RolloutStage) =>
      server.call('PUT /v1/remotes/{id}/channels/{channel}', { path: stable, body: { version, ...(rollout ? { rollout } : {}) } }, operator);
    const both = async () => [await versionOf(earlyUser, 'graph-explorer'), await versionOf(otherUser, 'graph-explorer')];
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await server.publish(operator, 'graph-explorer', version);
    expect(await move('1.0.0', { ring: 'early', percent: 50 })).toMatchObject({ status: 422, error: { code: 'ROLLOUT_FIRST' } });
    expect((await move('1.0.0')).body.rollout).toBeNull();
    const canary = { path: { ...stable, channel: 'canary' as const }, body: { version: '1.0.0', rollout: { ring: 'all' as const, percent: 5 } } };
    expect(await server.call('PUT /v1/remotes/{id}/channels/{channel}', canary, operator)).toMatchObject({ error: { code: 'ROLLOUT_CHANNEL' } });

    expect((await move('1.1.0', { ring: 'early', percent: 100 })).body.rollout).toEqual({ ring: 'early', percent: 100, from: '1.0.0' });
    expect(await both()).toEqual(['1.1.0', '1.0.0']);
    const why = await server.call('GET /v1/remotes/why', { query: { id: 'graph-explorer' } }, otherUser);
    expect(why.body.why[0]).toContain('rolled out to all users of the early tenants. This user is not one of them and keeps 1.0.0.');
    const used = (await server.call('GET /v1/remotes/in-use', {}, operator)).body.releases.filter(({ id }) => id === 'graph-explorer');
    expect(used.map(({ version }) => version).sort()).toEqual(['1.0.0', '1.1.0']);

    // Another release takes the place of the one that is rolled out; all others keep the one before.
    expect((await move('1.2.0', { ring: 'all', percent: 1 })).body.rollout?.from).toBe('1.0.0');
    expect((await both())[0]).toBe('1.2.0');
    expect((await move('1.2.0', { ring: 'all', percent: 100 })).body.rollout).toBeNull();
    expect(await both()).toEqual(['1.2.0', '1.2.0']);
    await move('1.0.0');
    expect(await both()).toEqual(['1.0.0', '1.0.0']);
  });
});

describe('a tab that runs an earlier host', () => {
  it('gets the newest compatible release that was not rolled back, while new tabs get the newest release', async () => {
    server.serveHost('2.0.0', { ...HOST_PROVIDES, '@cam/platform': '2.0.0', react: '19.3.1' });
    const needs = { contracts: '^1.0.0', platform: '^2.0.0', ui: '^1.0.0' };
    expect((await server.publish(operator, 'reports', '2.0.0', { manifest: { needs } })).status).toBe(201);
    await server.point(operator, 'reports', '2.0.0');
    expect(await versionOf(admin, 'reports')).toBe('2.0.0');
    expect(await versionOf(admin, 'reports', '1.0.0')).toBe('1.0.0');
    expect((await viewOf(admin, '1.0.0')).must_reload).toContain('reports');
    expect((await viewOf(admin, '2.0.0')).must_reload).toEqual([]);
    const incompatible = (await viewOf(admin)).incompatible.find(({ id }) => id === 'alerts');
    expect(incompatible?.why).toContain('@cam/platform ^1.0.0, and host 2.0.0 has 2.0.0');
  });
});
