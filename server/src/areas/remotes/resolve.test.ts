import type { RemoteManifest } from '@cam/contracts/server';
import type { Catalogue, RemotePolicy, StoredRelease } from './release';
import { resolveRemote, type RemoteCaller } from './resolve';
import { shareOf } from './rollout';

function release(version: string, number: number, change: Partial<StoredRelease> = {}): StoredRelease {
  const manifest = { id: 'alerts', version } as RemoteManifest;
  return {
    id: 'alerts',
    version,
    number,
    publishedAt: '',
    publishedBy: '',
    digest: '',
    bytes: 0,
    fileCount: 0,
    manifest,
    consumes: { react: '^19.0.0' },
    wasStable: true,
    isUnfit: false,
    integrity: {},
    listsDigests: false,
    commit: null,
    builder: null,
    keyId: null,
    ...change,
  };
}

function catalogue(releases: StoredRelease[], channels: Record<string, string>): Catalogue {
  const pointers = Object.fromEntries(Object.entries(channels).map(([name, version]) => [name, { version, etag: version, rollout: null }]));
  return { releases: new Map([['alerts', releases]]), channels: new Map([['alerts', pointers]]), automaticRollbacks: new Map() };
}

function callerWith(change: Partial<RemoteCaller> = {}, policy?: Partial<RemotePolicy>): RemoteCaller {
  const full: RemotePolicy = { enabled: true, pin: null, channel: 'stable', canaryPercent: 0, signedOnly: false, reason: 'because', ...policy };
  return {
    tenantId: 'demo',
    ring: 'all',
    environment: 'production',
    email: 'ada@demo.example',
    host: { version: '1.0.0', provides: { react: '19.3.1' } },
    flags: new Set(),
    previews: new Map(),
    policies: new Map([['alerts', full]]),
    ...change,
  };
}

const threeReleases = [release('3.0.0', 3), release('2.0.0', 2), release('1.0.0', 1)];
const versionOf = (from: Catalogue, who: RemoteCaller) => {
  const resolution = resolveRemote('alerts', from, who);
  return resolution.state === 'on' ? resolution.release.version : resolution.state;
};

describe('resolveRemote', () => {
  it('returns the release of the stable channel, although newer releases exist', () => {
    expect(versionOf(catalogue(threeReleases, { stable: '2.0.0' }), callerWith())).toBe('2.0.0');
  });

  it('returns the newest earlier signed release to a tenant that accepts signed releases only, and no unsigned pin', () => {
    const list = [release('3.0.0', 3), release('2.0.0', 2, { keyId: 'k' }), release('1.0.0', 1)];
    const from = catalogue(list, { stable: '3.0.0' });
    const signedOnly = callerWith({}, { signedOnly: true });
    expect(resolveRemote('alerts', from, signedOnly)).toMatchObject({
      release: { version: '2.0.0' },
      previous: null,
      why: expect.arrayContaining([expect.stringContaining('accepts signed releases only')]),
    });
    expect(versionOf(from, callerWith({}, { signedOnly: true, pin: '3.0.0' }))).toBe('incompatible');
    expect(versionOf(from, callerWith({ previews: new Map([['alerts', '3.0.0']]) }, { signedOnly: true }))).toBe('incompatible');
    expect(versionOf(from, callerWith())).toBe('3.0.0');
  });

  it('returns no release that no channel of the tenant points at, however new it is', () => {
    expect(versionOf(catalogue(threeReleases, {}), callerWith())).toBe('off');
    expect(versionOf(catalogue(threeReleases, { canary: '3.0.0' }), callerWith())).toBe('off');
    expect(versionOf(catalogue(threeReleases, { canary: '3.0.0' }), callerWith({}, { channel: 'canary' }))).toBe('3.0.0');
    expect(versionOf(catalogue(threeReleases, {}), callerWith({}, { pin: '2.0.0' }))).toBe('2.0.0');
  });

  it('returns the canary release for a tenant on canary, or stable if there is no canary', () => {
    expect(versionOf(catalogue(threeReleases, { stable: '2.0.0', canary: '3.0.0' }), callerWith({}, { channel: 'canary' }))).toBe('3.0.0');
    expect(versionOf(catalogue(threeReleases, { stable: '2.0.0' }), callerWith({}, { channel: 'canary' }))).toBe('2.0.0');
  });

  it('returns the canary release for a constant share of users', () => {
    const from = catalogue(threeReleases, { stable: '2.0.0', canary: '3.0.0' });
    const users = Array.from({ length: 1000 }, (_nothing, index) => `user-${index}@demo.example`);
    const inShare = (percent: number) => users.filter((email) => versionOf(from, callerWith({ email }, { canaryPercent: percent })) === '3.0.0');
    expect(inShare(0)).toEqual([]);
    expect(inShare(100)).toEqual(users);
    const ten = inShare(10);
    expect(ten.length).toBeGreaterThan(60);
    expect(ten.length).toBeLessThan(140);
    expect(inShare(20)).toEqual(expect.arrayContaining(ten));
    expect(ten).toEqual(users.filter((email) => shareOf('alerts', { tenantId: 'demo', email }) < 10));
  });

  it('falls back to an older release than stable, never to one that was rolled back', () => {
    const releases = [release('3.0.0', 3, { consumes: {} }), release('2.0.0', 2, { consumes: { react: '^20.0.0' } }), release('1.0.0', 1)];
    expect(versionOf(catalogue(releases, { stable: '2.0.0' }), callerWith())).toBe('1.0.0');
  });

  it('never falls back to a release that was not stable', () => {
    const releases = [release('3.0.0', 3, { consumes: { react: '^20.0.0' } }), release('2.0.0', 2, { wasStable: false }), release('1.0.0', 1)];
    expect(versionOf(catalogue(releases, { stable: '3.0.0' }), callerWith())).toBe('1.0.0');
  });

  it('returns a release that is rolled out to its stage only, and the release before to all others', () => {
    const from = catalogue(threeReleases, { stable: '2.0.0' });
    const rolledOut = (ring: 'early' | 'all', percent: number): Catalogue => ({
      ...from,
      channels: new Map([['alerts', { stable: { version: '3.0.0', etag: '', rollout: { ring, percent, from: '2.0.0' } } }]]),
    });
    const users = Array.from({ length: 1000 }, (_nothing, index) => ({ tenantId: `tenant-${index % 10}`, email: `user-${index}@demo.example` }));
    const count = (stage: Catalogue, ring: 'early' | 'all') =>
      users.filter((user) => versionOf(stage, callerWith({ ...user, ring })) === '3.0.0').length;
    expect([count(rolledOut('early', 100), 'early'), count(rolledOut('early', 100), 'all')]).toEqual([1000, 0]);
    expect(count(rolledOut('early', 20), 'early')).toBeGreaterThan(150);
    expect(count(rolledOut('early', 20), 'early')).toBeLessThan(250);
    expect([count(rolledOut('all', 20), 'early'), count(rolledOut('all', 20), 'all')]).toEqual([1000, count(rolledOut('early', 20), 'early')]);
    expect(resolveRemote('alerts', rolledOut('all', 1), callerWith()).why[0]).toBe(
      'The stable channel points at 3.0.0. It is rolled out to all early tenants and 1 % of the users of the others. This user is not one of them and keeps 2.0.0.',
    );
  });

  it('never falls back to a release that was rolled back or crashes, for an old host and for a release that fails', () => {
    const releases = [release('3.0.0', 3), release('2.0.0', 2, { isUnfit: true }), release('1.0.0', 1)];
    const resolution = resolveRemote('alerts', catalogue(releases, { stable: '3.0.0' }), callerWith());
    expect(resolution).toMatchObject({ state: 'on', release: { version: '3.0.0' }, previous: { version: '1.0.0' } });
    const forNewHosts = [release('3.0.0', 3, { consumes: { react: '^20.0.0' } }), ...releases.slice(1)];
    expect(versionOf(catalogue(forNewHosts, { stable: '3.0.0' }), callerWith())).toBe('1.0.0');
  });

  it('returns a release that crashes where a channel points at it, because only an operator decides that', () => {
    expect(versionOf(catalogue([release('1.0.0', 1, { isUnfit: true })], { stable: '1.0.0' }), callerWith())).toBe('1.0.0');
  });

  it('reports that no release is compatible, and names the missing module', () => {
    const resolution = resolveRemote(
      'alerts',
      catalogue([release('1.0.0', 1, { consumes: { 'left-pad': '*' } })], { stable: '1.0.0' }),
      callerWith(),
    );
    expect(resolution.state).toBe('incompatible');
    expect(resolution.why.join(' ')).toContain('left-pad, which host 1.0.0 does not provide');
  });

  it('reports an incompatible pinned version instead of falling back', () => {
    const releases = [release('2.0.0', 2, { consumes: { react: '^20.0.0' } }), release('1.0.0', 1)];
    expect(versionOf(catalogue(releases, { stable: '1.0.0' }), callerWith({}, { pin: '2.0.0' }))).toBe('incompatible');
  });

  it('gives tenants of the staging environment the staging channel, and the stable one while it has no release', () => {
    const staging = callerWith({ environment: 'staging' });
    const both = catalogue(threeReleases, { stable: '1.0.0', staging: '2.0.0' });
    expect([versionOf(both, staging), versionOf(both, callerWith())]).toEqual(['2.0.0', '1.0.0']);
    expect(versionOf(catalogue(threeReleases, { stable: '1.0.0' }), staging)).toBe('1.0.0');
  });

  it("reports that the tenant's flag or policy turns the remote off, with the reason", () => {
    const from = catalogue(threeReleases, { stable: '2.0.0' });
    const byFlag = resolveRemote('alerts', from, callerWith({ flags: new Set(['UI_DISABLE_REMOTE_ALERTS']) }));
    expect(byFlag).toMatchObject({ state: 'off', reason: expect.stringContaining('UI_DISABLE_REMOTE_ALERTS'), release: { version: '2.0.0' } });
    const byPolicy = resolveRemote('alerts', from, callerWith({}, { enabled: false, reason: 'not in their contract' }));
    expect(byPolicy).toMatchObject({ state: 'off', reason: expect.stringContaining('not in their contract') });
  });
});
