import type { PlannedMove, RemoteId } from '@cam/contracts';
import { startRegistryServer, type RegistryServer } from './support/registry-server';
import { until } from './support/until';

let server: RegistryServer;
/** An operator in the demo tenant, and another in a tenant of their own. */
let operator: string;
let approver: string;
let admin: string;
/** A tenant of the staging environment, and one of production. */
let staging: { id: string; token: string };
let production: string;

beforeAll(async () => {
  server = await startRegistryServer();
  operator = await server.tokenFor({ tenant: 'demo' });
  admin = await server.tokenFor({ user: 'admin@demo.example' });
  approver = await server.operatorUser('approver@second.example', await server.createTenant());
  const id = await server.createTenant();
  staging = { id, token: await server.tokenFor({ tenant: id }) };
  production = await server.tokenFor({ tenant: await server.createTenant() });
}, 240_000);
afterAll(() => server.stop());

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();
const versionOf = async (token: string, id: RemoteId) =>
  (await server.call('GET /v1/remotes', {}, token)).body.remotes.find((remote) => remote.id === id)?.version;
const move = (id: RemoteId, version: string, token = operator, channel: 'stable' | 'staging' | 'canary' = 'stable') =>
  server.call('PUT /v1/remotes/{id}/channels/{channel}', { path: { id, channel }, body: { version } }, token);
const plan = (id: RemoteId, body: { version: string; at?: string; rollout?: { ring: 'early' | 'all'; percent: number } }, token = operator) =>
  server.call('POST /v1/remotes/{id}/channels/{channel}/plans', { path: { id, channel: 'stable' }, body }, token);
const decide = (id: RemoteId, planId: string, approve: boolean, token = approver) =>
  server.call('POST /v1/remotes/{id}/plans/{plan_id}/decision', { path: { id, plan_id: planId }, body: { approve, reason: 'checked' } }, token);
const setRules = (id: RemoteId, rules: { approval: boolean; staging: boolean }, token = operator) =>
  server.call('PUT /v1/remotes/{id}/delivery', { path: { id }, body: rules }, token);
const planned = async (id: RemoteId, planId: string): Promise<PlannedMove> => {
  const { plans } = (await server.call('GET /v1/remotes/{id}/delivery', { path: { id } }, operator)).body;
  return plans.find(({ plan_id }) => plan_id === planId) as PlannedMove;
};
const publishAll = async (id: RemoteId, versions: string[]): Promise<void> => {
  for (const version of versions) await server.publish(operator, id, version);
};

describe('the staging environment', () => {
  it('gets the release of the staging channel, which is promoted to all other tenants afterwards', async () => {
    const put = (token: string, tenant_id = staging.id) =>
      server.call('PUT /v1/remotes/environments/{tenant_id}', { path: { tenant_id }, body: { environment: 'staging' } }, token);
    expect([(await put(admin)).status, (await put(operator, 'nobody')).status, (await put(operator)).status]).toEqual([403, 404, 200]);
    expect((await server.call('GET /v1/remotes/environments', {}, operator)).body.staging).toEqual([staging.id]);

    await publishAll('alerts', ['1.0.0', '1.1.0']);
    await move('alerts', '1.0.0');
    await setRules('alerts', { approval: false, staging: true });
    expect([await versionOf(staging.token, 'alerts'), await versionOf(production, 'alerts')]).toEqual(['1.0.0', '1.0.0']);
    expect(await move('alerts', '1.1.0')).toMatchObject({ status: 409, error: { code: 'PROMOTION_REQUIRED' } });
    expect(await plan('alerts', { version: '1.1.0' })).toMatchObject({ status: 409, error: { code: 'PROMOTION_REQUIRED' } });

    expect((await move('alerts', '1.1.0', operator, 'staging')).status).toBe(200);
    expect([await versionOf(staging.token, 'alerts'), await versionOf(production, 'alerts')]).toEqual(['1.1.0', '1.0.0']);
    expect((await move('alerts', '1.1.0')).status).toBe(200);
    expect([await versionOf(staging.token, 'alerts'), await versionOf(production, 'alerts')]).toEqual(['1.1.0', '1.1.0']);
  });

  it('can be entered by no tenant itself', async () => {
    const body = { channel: 'staging' as never, reason: 'for a test' };
    expect((await server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'alerts' }, body }, production)).status).toBe(422);
  });
});

describe('a move that needs an approval', () => {
  it('waits until another operator approves it; then all tenants get the release', async () => {
    await publishAll('reports', ['1.0.0', '1.1.0', '1.2.0']);
    await move('reports', '1.0.0');
    expect((await setRules('reports', { approval: true, staging: false }, admin)).status).toBe(403);
    await setRules('reports', { approval: true, staging: false });
    expect(await move('reports', '1.1.0')).toMatchObject({ status: 409, error: { code: 'APPROVAL_REQUIRED' } });

    const { status, body } = await plan('reports', { version: '1.1.0' });
    expect([status, body.state]).toEqual([201, 'approval']);
    expect(await decide('reports', body.plan_id, true, operator)).toMatchObject({ status: 403, error: { code: 'PLAN_OWN_APPROVAL' } });
    expect((await decide('reports', body.plan_id, true, admin)).status).toBe(403);
    expect((await decide('alerts', body.plan_id, true)).status).toBe(404);
    const used = (await server.call('GET /v1/remotes/in-use', {}, operator)).body.releases;
    expect(used.find(({ id, version }) => id === 'reports' && version === '1.1.0')?.why).toEqual(['planned for the stable channel']);
    expect(await versionOf(production, 'reports')).toBe('1.0.0');

    expect((await decide('reports', body.plan_id, true)).status).toBe(200);
    await until('the approved release is live', async () => (await versionOf(production, 'reports')) === '1.1.0');
    expect(await decide('reports', body.plan_id, true)).toMatchObject({ status: 409, error: { code: 'PLAN_DECIDED' } });
    const { changes } = (await server.call('GET /v1/remotes/{id}/history', { path: { id: 'reports' } }, operator)).body;
    expect(changes.map(({ what, by }) => `${what} ${by}`)).toEqual(
      expect.arrayContaining([
        'A move of the stable channel to 1.1.0 was requested. operator@localhost',
        'A move of the stable channel to 1.1.0 was approved. approver@second.example',
        'The stable channel moved from 1.0.0 to 1.1.0. operator@localhost',
      ]),
    );
    // A rollback needs no approval.
    expect((await move('reports', '1.0.0')).status).toBe(200);
  });

  it('can be requested with a publisher token of that channel, but not approved with it; a declined one changes nothing', async () => {
    const tokenOf = async (channels: ('stable' | 'canary')[]) =>
      (await server.call('POST /v1/remotes/{id}/publisher-tokens', { path: { id: 'reports' }, body: { label: 'a pipeline', channels } }, operator))
        .body.token;
    expect((await plan('reports', { version: '1.2.0' }, await tokenOf(['canary']))).status).toBe(403);
    const pipeline = await tokenOf(['stable']);
    const { body } = await plan('reports', { version: '1.2.0' }, pipeline);
    expect(body).toMatchObject({ state: 'approval', requested_by: 'publisher:a pipeline' });
    expect((await decide('reports', body.plan_id, true, pipeline)).status).toBe(403);
    expect((await decide('reports', body.plan_id, false)).body).toMatchObject({ state: 'declined', note: 'checked' });
    expect(await versionOf(production, 'reports')).toBe('1.0.0');
  });
});

describe('a scheduled move', () => {
  it('happens at its time, for the users of its stage', async () => {
    await publishAll('sources', ['1.0.0', '1.1.0']);
    await move('sources', '1.0.0');
    await server.call('PUT /v1/remotes/rings/{tenant_id}', { path: { tenant_id: staging.id }, body: { ring: 'early' } }, operator);
    const { body } = await plan('sources', { version: '1.1.0', at: soon(1500), rollout: { ring: 'early', percent: 100 } });
    expect(body.state).toBe('scheduled');
    expect(await versionOf(staging.token, 'sources')).toBe('1.0.0');
    await until('the scheduled release is live', async () => (await versionOf(staging.token, 'sources')) === '1.1.0');
    expect(await versionOf(production, 'sources')).toBe('1.0.0');
    expect((await planned('sources', body.plan_id)).state).toBe('done');
  });

  it('does not bring a release back that was rolled back meanwhile, nor after it was cancelled', async () => {
    const next = (await plan('sources', { version: '1.1.0', at: soon(1500) })).body.plan_id;
    const cancelled = (await plan('sources', { version: '1.1.0', at: soon(86_400_000) })).body.plan_id;
    const path = { id: 'sources' as const, plan_id: cancelled };
    expect((await server.call('DELETE /v1/remotes/{id}/plans/{plan_id}', { path }, admin)).status).toBe(403);
    expect((await server.call('DELETE /v1/remotes/{id}/plans/{plan_id}', { path }, operator)).body.state).toBe('cancelled');
    expect((await server.call('DELETE /v1/remotes/{id}/plans/{plan_id}', { path }, operator)).error.code).toBe('PLAN_OVER');
    await move('sources', '1.0.0');
    const over = await until('the plan is over', async () => {
      const known = await planned('sources', next);
      return known.state === 'scheduled' ? null : known;
    });
    expect(over).toMatchObject({ state: 'failed', note: 'The stable channel has left 1.1.0 since the move was planned.' });
    expect(await versionOf(staging.token, 'sources')).toBe('1.0.0');
  });
});

describe('a freeze window', () => {
  it('holds new releases for all tenants, but neither rollbacks nor staging, and a planned move happens after its end', async () => {
    await publishAll('settings', ['1.0.0', '1.1.0', '1.2.0']);
    await move('settings', '1.0.0');
    await move('settings', '1.1.0');
    const freeze = (body: { id?: RemoteId; starts_at?: string; ends_at: string }, token = operator) =>
      server.call('POST /v1/remotes/freezes', { body: { reason: 'end of year', ...body } }, token);
    expect((await freeze({ ends_at: soon(60_000) }, admin)).status).toBe(403);
    expect(await freeze({ ends_at: soon(-1) })).toMatchObject({ status: 422, error: { code: 'FREEZE_TIMES' } });
    const window = (await freeze({ ends_at: soon(86_400_000) })).body;
    await freeze({ id: 'compliance', starts_at: soon(86_400_000), ends_at: soon(90_000_000) });
    expect((await server.call('GET /v1/remotes/freezes', {}, operator)).body.freezes.map(({ id }) => id)).toEqual([null, 'compliance']);

    const refused = await move('settings', '1.2.0');
    expect(refused).toMatchObject({ status: 409, error: { code: 'CHANNEL_FROZEN' } });
    expect(refused.error.user_message).toContain('end of year');
    expect((await move('settings', '1.2.0', operator, 'canary')).status).toBe(409);
    expect((await move('settings', '1.2.0', operator, 'staging')).status).toBe(200);
    expect((await move('settings', '1.0.0')).status).toBe(200);
    const held = (await plan('settings', { version: '1.2.0' })).body.plan_id;
    expect([await versionOf(production, 'settings'), (await planned('settings', held)).state]).toEqual(['1.0.0', 'scheduled']);

    const path = { freeze_id: window.freeze_id };
    expect((await server.call('DELETE /v1/remotes/freezes/{freeze_id}', { path }, admin)).status).toBe(403);
    expect((await server.call('DELETE /v1/remotes/freezes/{freeze_id}', { path }, operator)).status).toBe(204);
    await until('the planned move has happened', async () => (await versionOf(production, 'settings')) === '1.2.0');
    expect((await server.call('DELETE /v1/remotes/freezes/{freeze_id}', { path }, operator)).status).toBe(404);
  });
});
