import { automaticRollback } from './auto-rollback';
import type { Health } from './health';
import type { Catalogue, ChannelPointer, StoredRelease } from './release';

const release = (number: number, change: Partial<StoredRelease> = {}) =>
  ({ id: 'alerts', version: `${number}.0.0`, number, wasStable: true, isUnfit: false, ...change }) as StoredRelease;

const health = (number: number, days: number, troubledDays: number): Health => ({
  id: 'alerts',
  version: `${number}.0.0`,
  days,
  troubledDays,
  troubledUsers: troubledDays,
});

function catalogue(stable: Partial<ChannelPointer>, releases = [release(3), release(2), release(1)]): Catalogue {
  const pointer = { version: '3.0.0', etag: 'etag-3', rollout: null, ...stable };
  return { releases: new Map([['alerts', releases]]), channels: new Map([['alerts', { stable: pointer }]]), automaticRollbacks: new Map() };
}

const broken = health(3, 10, 4);

describe('automaticRollback', () => {
  it('returns to the stable release before, with the figures of both', () => {
    expect(automaticRollback(catalogue({}), broken, [broken, health(2, 100, 2)])).toEqual({
      id: 'alerts',
      version: '2.0.0',
      etag: 'etag-3',
      reason:
        '3.0.0 was rolled back automatically. It failed for 4 users, on 40 % of all days of its users; ' +
        '2.0.0 failed for 2 users, on 2 % of all days of its users.',
    });
    expect(automaticRollback(catalogue({}), broken, [broken])?.reason).toContain('; 2.0.0 failed for nobody.');
  });

  it('ends a rollout: all users get the release that most of them still have', () => {
    const rollout = { ring: 'early', percent: 10, from: '1.0.0' } as const;
    expect(automaticRollback(catalogue({ rollout }), broken, [broken])).toMatchObject({ version: '1.0.0' });
  });

  it('passes over releases that were rolled back or never stable', () => {
    const releases = [release(4), release(3, { isUnfit: true }), release(2, { wasStable: false }), release(1)];
    expect(automaticRollback(catalogue({ version: '4.0.0' }, releases), health(4, 10, 4), [])).toMatchObject({ version: '1.0.0' });
  });

  it('leaves a release that is not live, one without a release before, and one that fails hardly more often than the one before', () => {
    expect(automaticRollback(catalogue({ version: '2.0.0' }), broken, [broken])).toBeNull();
    expect(automaticRollback(catalogue({}, [release(3)]), broken, [broken])).toBeNull();
    expect(automaticRollback(catalogue({}), broken, [broken, health(2, 10, 3)])).toBeNull();
  });

  it('does not spare a release because a single user had trouble with the one before', () => {
    expect(automaticRollback(catalogue({}), broken, [broken, health(2, 1, 1)])).toMatchObject({ version: '2.0.0' });
  });
});
