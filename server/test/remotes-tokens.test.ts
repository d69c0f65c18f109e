import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import JSZip from 'jszip';
import type { RemoteId } from '@cam/contracts';
import { startRegistryServer, type RegistryServer } from './support/registry-server';
import { releaseZip } from './support/release-zip';

let server: RegistryServer;
let operator: string;

beforeAll(async () => {
  server = await startRegistryServer();
  operator = await server.tokenFor({ tenant: 'demo' });
}, 240_000);
afterAll(() => server.stop());

async function tokenOf(id: RemoteId, body: { channels?: ('stable' | 'canary')[]; days?: number } = {}) {
  const made = await server.call('POST /v1/remotes/{id}/publisher-tokens', { path: { id }, body: { label: 'a pipeline', ...body } }, operator);
  expect(made.status).toBe(201);
  return { token: made.body.token, tokenId: made.body.publisher_token.token_id };
}

describe('a publisher token', () => {
  it('publishes its own remote, and the release names the publisher', async () => {
    const { token } = await tokenOf('alerts');
    expect(await server.publish(token, 'alerts', '2.0.0')).toMatchObject({ status: 201 });
    const { body } = await server.call('GET /v1/remotes/{id}/releases', { path: { id: 'alerts' } }, token);
    expect(body.releases[0]).toMatchObject({ version: '2.0.0', published_by: 'publisher:a pipeline' });
    // The audit log of the token's author has the entry.
    const admin = await server.tokenFor({ user: 'admin@demo.example' });
    const { entries } = (await server.call('GET /v1/tenants/audit', { query: { search: 'publisher:a pipeline' } }, admin)).body;
    expect(entries).toMatchObject([{ actor: 'publisher:a pipeline', subject: 'alerts', kind: 'ADDED', after: { version: '2.0.0' } }]);
  });

  it('cannot publish another remote or read tenant data', async () => {
    const { token } = await tokenOf('alerts');
    expect(await server.publish(token, 'reports', '2.0.0')).toMatchObject({ status: 403, error: { code: 'PUBLISHER_TOKEN_OF_ANOTHER' } });
    for (const answer of [
      await server.call('GET /v1/remotes', {}, token),
      await server.call('GET /v1/tenants', {}, token),
      await server.call('GET /v1/remotes/{id}/history', { path: { id: 'alerts' } }, token),
      await server.call('GET /v1/remotes/{id}/publisher-tokens', { path: { id: 'alerts' } }, token),
      await server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'alerts' }, body: { enabled: false, reason: 'because' } }, token),
    ])
      expect(answer.status).toBe(403);
  });

  it('can move only its own channels', async () => {
    const { token } = await tokenOf('reports', { channels: ['canary'] });
    expect(await server.publish(token, 'reports', '3.0.0')).toMatchObject({ status: 201 });
    const move = (channel: 'stable' | 'canary') =>
      server.call(
        'PUT /v1/remotes/{id}/channels/{channel}',
        { path: { id: 'reports', channel }, body: { version: '3.0.0', reason: 'try it' } },
        token,
      );
    expect(await move('canary')).toMatchObject({ status: 200 });
    expect(await move('stable')).toMatchObject({ status: 403, error: { code: 'PUBLISHER_TOKEN_CHANNEL' } });
  });

  it('changes nothing for tenants without a channel, or with the canary channel only, except for those that follow canary', async () => {
    const moveCanary = (id: string, version: string, token: string) =>
      server.call('PUT /v1/remotes/{id}/channels/{channel}', { path: { id, channel: 'canary' }, body: { version } }, token);
    const viewOf = async (token: string) => (await server.call('GET /v1/remotes', {}, token)).body;
    const [stable, brave] = [
      await server.tokenFor({ tenant: await server.createTenant() }),
      await server.tokenFor({ tenant: await server.createTenant() }),
    ];
    await server.publish(operator, 'alerts', '5.0.0');
    await server.point(operator, 'alerts', '5.0.0');
    await server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'alerts' }, body: { channel: 'canary', reason: 'early' } }, brave);
    const before = [await viewOf(stable), await viewOf(brave)];

    // A newer release of a known area, and the first release of an area that no tenant knows.
    const { token } = await tokenOf('alerts');
    const first = await tokenOf('orders', { channels: ['canary'] });
    expect(await server.publish(token, 'alerts', '6.0.0')).toMatchObject({ status: 201 });
    expect(await server.publish(first.token, 'orders', '1.0.0')).toMatchObject({ status: 201 });
    expect(await moveCanary('alerts', '6.0.0', token)).toMatchObject({ status: 403, error: { code: 'PUBLISHER_TOKEN_CHANNEL' } });
    expect([await viewOf(stable), await viewOf(brave)]).toEqual(before);

    const canary = await tokenOf('alerts', { channels: ['canary'] });
    expect(await moveCanary('alerts', '6.0.0', canary.token)).toMatchObject({ status: 200 });
    expect(await moveCanary('orders', '1.0.0', first.token)).toMatchObject({ status: 200 });
    expect(await viewOf(stable)).toEqual(before[0]);
    expect((await viewOf(brave)).remotes.map(({ id, version }) => `${id} ${version}`)).toContain('alerts 6.0.0');
    await server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'orders' }, body: { channel: 'canary', reason: 'early' } }, brave);
    expect((await viewOf(brave)).remotes.map(({ id, version }) => `${id} ${version}`)).toContain('orders 1.0.0');
    expect(await viewOf(stable)).toEqual(before[0]);
  });

  it('is shown only once: the list contains no token', async () => {
    const { token, tokenId } = await tokenOf('alerts');
    const list = await server.call('GET /v1/remotes/{id}/publisher-tokens', { path: { id: 'alerts' } }, operator);
    expect(list.body.tokens.map(({ token_id }) => token_id)).toContain(tokenId);
    expect(JSON.stringify(list.body)).not.toContain(token);
  });

  it('is rejected at once when revoked, and the message refers to an operator', async () => {
    const { token, tokenId } = await tokenOf('alerts');
    const path = { id: 'alerts' as const, token_id: tokenId };
    expect((await server.call('DELETE /v1/remotes/{id}/publisher-tokens/{token_id}', { path }, operator)).status).toBe(204);
    const refused = await server.publish(token, 'alerts', '2.1.0');
    expect(refused).toMatchObject({ status: 401, error: { code: 'PUBLISHER_TOKEN_INVALID' } });
    expect(refused.error.user_message).toContain('operator');
  });

  it('is rejected if it was never issued', async () => {
    expect(await server.publish('camp_guessed', 'alerts', '2.2.0')).toMatchObject({ status: 401 });
  });

  it('can be created only by operators', async () => {
    const admin = await server.tokenFor({ user: 'admin@demo.example' });
    const made = await server.call('POST /v1/remotes/{id}/publisher-tokens', { path: { id: 'alerts' }, body: { label: 'mine' } }, admin);
    expect(made.status).toBe(403);
  });
});

describe('the history of a remote', () => {
  it('lists releases, channels, policies and flags, newest first, with author and reason', async () => {
    await server.publish(operator, 'sources', '1.0.0');
    await server.publish(operator, 'sources', '1.1.0');
    await server.point(operator, 'sources', '1.0.0');
    await server.point(operator, 'sources', '1.1.0');
    await server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'sources' }, body: { pin: '1.0.0', reason: 'audit week' } }, operator);
    const flag = { featureflag: 'UI_DISABLE_REMOTE_SOURCES' };
    await server.call('PATCH /v1/tenants/featureflag/{featureflag}', { path: flag, body: { value: true } }, operator);
    const { body } = await server.call('GET /v1/remotes/{id}/history', { path: { id: 'sources' } }, operator);
    expect(body.changes.map(({ what, scope }) => `${scope}: ${what}`)).toEqual([
      'tenant: UI_DISABLE_REMOTE_SOURCES was turned on.',
      'tenant: It is on and pinned to 1.0.0.',
      'installation: The stable channel moved from 1.0.0 to 1.1.0.',
      'installation: The stable channel moved to 1.0.0.',
      'installation: Release 1.1.0 was published.',
      'installation: Release 1.0.0 was published.',
    ]);
    expect(body.changes[1]).toMatchObject({ by: 'operator@localhost', reason: 'audit week' });
  });

  it('shows no decisions of other tenants', async () => {
    const other = await server.tokenFor({ tenant: await server.createTenant() });
    const { body } = await server.call('GET /v1/remotes/{id}/history', { path: { id: 'sources' } }, other);
    expect(body.changes.filter(({ scope }) => scope === 'tenant')).toEqual([]);
  });

  it('requires a right to change something', async () => {
    const viewer = await server.tokenFor({ user: 'viewer@demo.example' });
    expect((await server.call('GET /v1/remotes/{id}/history', { path: { id: 'sources' } }, viewer)).status).toBe(403);
  });
});

describe('releases in use', () => {
  it('are the releases that channels point at or tenants pin, each with the reason', async () => {
    await server.publish(operator, 'compliance', '1.0.0');
    await server.publish(operator, 'compliance', '1.1.0');
    await server.publish(operator, 'compliance', '1.2.0');
    await server.point(operator, 'compliance', '1.2.0');
    const tenantId = await server.createTenant();
    const other = await server.tokenFor({ tenant: tenantId });
    await server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'compliance' }, body: { pin: '1.0.0', reason: 'their own pace' } }, other);
    const { body } = await server.call('GET /v1/remotes/in-use', {}, operator);
    expect(body.releases.filter(({ id }) => id === 'compliance')).toEqual([
      { id: 'compliance', version: '1.2.0', why: ['stable channel'] },
      { id: 'compliance', version: '1.0.0', why: [`pinned by tenant ${tenantId}`] },
    ]);
  });

  it('are visible only to operators', async () => {
    const admin = await server.tokenFor({ user: 'admin@demo.example' });
    expect((await server.call('GET /v1/remotes/in-use', {}, admin)).status).toBe(403);
  });
});

describe('signed releases', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const path = { id: 'reports' as const };
  let keyId: string;

  const signed = async (version: string, signer = privateKey) => {
    const zip = await JSZip.loadAsync(await releaseZip('reports', version));
    const digests = JSON.parse((await zip.file('integrity.json')?.async('text')) ?? '{}') as Record<string, string>;
    const lines = Object.entries(digests).map(([file, digest]) => `${file} ${digest}\n`);
    const digest = `sha384-${createHash('sha384').update(lines.sort().join('')).digest('base64')}`;
    const provenance = JSON.stringify({ id: 'reports', version, digest, commit: 'abc1', builder: 'https://ci.example/7' });
    const signature = sign(null, Buffer.from(provenance), signer).toString('base64');
    return { tampered: { 'provenance.json': provenance, 'signature.json': JSON.stringify({ key_id: keyId, signature }) } };
  };
  const gatesOf = (answer: { error?: { details?: unknown } }) =>
    (answer.error?.details as { refusals: { gate: string; problem: string }[] } | undefined)?.refusals.map(({ gate }) => gate);

  it('need the key that an operator added: without it, or with another one, a release is refused', async () => {
    expect((await server.publish(operator, 'reports', '1.0.0')).status).toBe(201);
    const added = await server.call('POST /v1/remotes/{id}/signing-keys', { path, body: { label: 'team', public_key: pem } }, operator);
    expect(added.status).toBe(201);
    keyId = added.body.key_id;
    expect(gatesOf(await server.publish(operator, 'reports', '1.1.0'))).toEqual(['signature']);
    expect(gatesOf(await server.publish(operator, 'reports', '1.1.0', await signed('1.1.0', generateKeyPairSync('ed25519').privateKey)))).toEqual([
      'signature',
    ]);
    expect(gatesOf(await server.publish(operator, 'reports', '1.1.0', await signed('1.0.0')))).toEqual(['signature']);
    expect((await server.publish(operator, 'reports', '1.1.0', await signed('1.1.0'))).status).toBe(201);
    const { releases } = (await server.call('GET /v1/remotes/{id}/releases', { path }, operator)).body;
    expect(releases[0]).toMatchObject({ version: '1.1.0', commit: 'abc1', builder: 'https://ci.example/7', key_id: keyId });
    expect(releases[1]).toMatchObject({ version: '1.0.0', commit: null, key_id: null });
  });

  it('are all that a tenant gets that accepts no others, until the key is revoked; other tenants are not concerned', async () => {
    await server.point(operator, 'reports', '1.0.0');
    const [own, other] = [
      await server.tokenFor({ tenant: await server.createTenant() }),
      await server.tokenFor({ tenant: await server.createTenant() }),
    ];
    const versionOf = async (token: string) => (await server.call('GET /v1/remotes/why', { query: { id: 'reports' } }, token)).body.version;
    const body = { signed_only: true, reason: 'our policy' };
    expect((await server.call('PATCH /v1/remotes/{id}/policy', { path, body }, own)).body.signed_only).toBe(true);
    expect([await versionOf(own), await versionOf(other)]).toEqual([null, '1.0.0']);
    await server.point(operator, 'reports', '1.1.0');
    expect([await versionOf(own), await versionOf(other)]).toEqual(['1.1.0', '1.1.0']);
    const revoke = { path: { ...path, key_id: keyId } };
    expect((await server.call('DELETE /v1/remotes/{id}/signing-keys/{key_id}', revoke, operator)).status).toBe(204);
    expect([await versionOf(own), await versionOf(other)]).toEqual([null, '1.1.0']);
  });

  it('have keys that only operators manage, and only Ed25519 public keys', async () => {
    const admin = await server.tokenFor({ user: 'admin@demo.example', scopes: ['cam:general:write'] });
    const add = (public_key: string, token: string) =>
      server.call('POST /v1/remotes/{id}/signing-keys', { path, body: { label: 'team', public_key } }, token);
    expect((await add(pem, admin)).status).toBe(403);
    expect((await add(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), operator)).status).toBe(422);
    expect((await add(pem, operator)).status).toBe(409);
  });
});

describe('the removal of old releases', () => {
  it('keeps releases in use, never lets a version return with other content, and is for operators only', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) await server.publish(operator, 'settings', version);
    await server.point(operator, 'settings', '1.0.0');
    const prune = (dry_run: boolean, token = operator) =>
      server.call('POST /v1/remotes/prune', { body: { id: 'settings', keep: 2, dry_run } }, token);
    const versions = async () =>
      (await server.call('GET /v1/remotes/{id}/releases', { path: { id: 'settings' } }, operator)).body.releases.map((one) => one.version);
    const own = await server.tokenFor({ tenant: await server.createTenant() });
    await server.call('PATCH /v1/remotes/{id}/policy', { path: { id: 'settings' }, body: { pin: '1.1.0', reason: 'audit week' } }, own);
    expect((await prune(true)).body.removed.map(({ version }) => version)).toEqual(['1.2.0']);
    expect((await versions()).length).toBe(5);
    await prune(false);
    expect(await versions()).toEqual(['1.4.0', '1.3.0', '1.1.0', '1.0.0']);
    expect((await fetch(`${server.url}/r/settings/1.2.0/remoteEntry.1.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/r/settings/1.1.0/remoteEntry.1.js`)).status).toBe(200);
    expect((await server.publish(operator, 'settings', '1.2.0', { script: '/* other */' })).status).toBe(409);
    expect((await server.publish(operator, 'settings', '1.2.0')).status).toBe(201);
    expect((await prune(false, await server.tokenFor({ user: 'viewer@demo.example' }))).status).toBe(403);
  });
});
