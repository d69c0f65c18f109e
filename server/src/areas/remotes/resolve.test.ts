import type { RemoteManifest } from '@cam/contracts/server';
import type { Catalogue, RemotePolicy, StoredRelease } from './release';
import { resolveRemote, shareOf, type QueryCaller } from './resolve';

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
    integrity: {},
    listsDigests: false,
    ...change,
  };
}

function catalogue(releases: StoredRelease[], channels: Record<string, string>): Catalogue {
  const pointers = Object.fromEntries(Object.entries(channels).map(([name, version]) => [name, { version, etag: version }]));
  return { releases: new Map([['alerts', releases]]), channels: new Map([['alerts', pointers]]) };
}

function asker(change: Partial<QueryCaller> = {}, policy?: Partial<RemotePolicy>): QueryCaller {
  const full: RemotePolicy = { enabled: true, pin: null, channel: 'stable', canaryPercent: 0, reason: 'because', ...policy };
  return {
    tenantId: 'demo',
    email: 'ada@demo.example',
    host: { version: '1.0.0', provides: { react: '19.3.1' } },
    flags: new Set(),
    tried: new Map(),
    policies: new Map([['alerts', full]]),
    ...change,
  };
}

const three = [release('3.0.0', 3), release('2.0.0', 2), release('1.0.0', 1)];
const versionOf = (from: Catalogue, who: QueryCaller) => {
  const resolution = resolveRemote('alerts', from, who);
  return resolution.state === 'on' ? resolution.release.version : resolution.state;
};

describe('the release that a user gets', () => {
  it('is that of the stable channel, although newer ones exist', () => {
    expect(versionOf(catalogue(three, { stable: '2.0.0' }), asker())).toBe('2.0.0');
  });

  it('is the newest one without channels', () => {
    expect(versionOf(catalogue(three, {}), asker())).toBe('3.0.0');
  });

  it('is that of the canary channel for a tenant that follows it, and of stable without a canary', () => {
    expect(versionOf(catalogue(three, { stable: '2.0.0', canary: '3.0.0' }), asker({}, { channel: 'canary' }))).toBe('3.0.0');
    expect(versionOf(catalogue(three, { stable: '2.0.0' }), asker({}, { channel: 'canary' }))).toBe('2.0.0');
  });

  it('is that of the canary channel for a constant share of users', () => {
    const from = catalogue(three, { stable: '2.0.0', canary: '3.0.0' });
    const users = Array.from({ length: 1000 }, (_nothing, index) => `user-${index}@demo.example`);
    const inShare = (percent: number) => users.filter((email) => versionOf(from, asker({ email }, { canaryPercent: percent })) === '3.0.0');
    expect(inShare(0)).toEqual([]);
    expect(inShare(100)).toEqual(users);
    const ten = inShare(10);
    expect(ten.length).toBeGreaterThan(60);
    expect(ten.length).toBeLessThan(140);
    expect(inShare(20)).toEqual(expect.arrayContaining(ten));
    expect(ten).toEqual(users.filter((email) => shareOf('alerts', { tenantId: 'demo', email }) < 10));
  });

  it('is never one from before a rollback: an older tab gets a still older one', () => {
    const releases = [release('3.0.0', 3, { consumes: {} }), release('2.0.0', 2, { consumes: { react: '^20.0.0' } }), release('1.0.0', 1)];
    expect(versionOf(catalogue(releases, { stable: '2.0.0' }), asker())).toBe('1.0.0');
  });

  it('is never an earlier one that was not stable', () => {
    const releases = [release('3.0.0', 3, { consumes: { react: '^20.0.0' } }), release('2.0.0', 2, { wasStable: false }), release('1.0.0', 1)];
    expect(versionOf(catalogue(releases, { stable: '3.0.0' }), asker())).toBe('1.0.0');
  });

  it('is none if nothing fits, and the reason names the missing module', () => {
    const resolution = resolveRemote('alerts', catalogue([release('1.0.0', 1, { consumes: { 'left-pad': '*' } })], { stable: '1.0.0' }), asker());
    expect(resolution.state).toBe('incompatible');
    expect(resolution.why.join(' ')).toContain('left-pad, which host 1.0.0 does not provide');
  });

  it('is none if a pinned version does not fit, because a pin is exact', () => {
    const releases = [release('2.0.0', 2, { consumes: { react: '^20.0.0' } }), release('1.0.0', 1)];
    expect(versionOf(catalogue(releases, { stable: '1.0.0' }), asker({}, { pin: '2.0.0' }))).toBe('incompatible');
  });

  it('is none while the flag or the policy of the tenant turns the remote off, with the reason', () => {
    const from = catalogue(three, { stable: '2.0.0' });
    const byFlag = resolveRemote('alerts', from, asker({ flags: new Set(['UI_DISABLE_REMOTE_ALERTS']) }));
    expect(byFlag).toMatchObject({ state: 'off', reason: expect.stringContaining('UI_DISABLE_REMOTE_ALERTS'), release: { version: '2.0.0' } });
    const byPolicy = resolveRemote('alerts', from, asker({}, { enabled: false, reason: 'not in their contract' }));
    expect(byPolicy).toMatchObject({ state: 'off', reason: expect.stringContaining('not in their contract') });
  });
});
