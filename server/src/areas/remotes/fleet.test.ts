import { fleetOf, type LoadCount } from './fleet';

const load = (outcome: LoadCount['outcome'], within: number, count: number, version = '1.0.0'): LoadCount => ({
  id: 'alerts',
  version,
  outcome,
  within,
  count,
});

describe('fleetOf', () => {
  it('returns zero counts without loads', () => {
    expect(fleetOf('alerts', [])).toEqual({ loads: 0, failures: 0, crashes: 0, p50_ms: null, p95_ms: null, versions: [], kinds: [] });
  });

  it('counts loads by version, and failures by kind', () => {
    const fleet = fleetOf('alerts', [
      load('ready', 100, 8),
      load('missing', 50, 2, '2.0.0'),
      load('ready', 200, 1, '2.0.0'),
      load('timeout', 6400, 1),
    ]);
    expect(fleet).toMatchObject({ loads: 12, failures: 3 });
    expect(fleet.versions).toEqual([
      { version: '1.0.0', loads: 9, failures: 1, crashes: 0 },
      { version: '2.0.0', loads: 3, failures: 2, crashes: 0 },
    ]);
    expect(fleet.kinds).toEqual([
      { kind: 'missing', count: 2 },
      { kind: 'timeout', count: 1 },
    ]);
  });

  it('computes percentiles from successful loads only', () => {
    const fleet = fleetOf('alerts', [load('ready', 100, 90), load('ready', 800, 10), load('missing', 50, 500)]);
    expect(fleet).toMatchObject({ p50_ms: 100, p95_ms: 800 });
  });

  it('counts a crash neither as a load nor as a failed load', () => {
    const fleet = fleetOf('alerts', [load('ready', 100, 8), load('crashed', 50, 5)]);
    expect(fleet).toMatchObject({ loads: 8, failures: 0, crashes: 5, versions: [{ loads: 8, failures: 0, crashes: 5 }], kinds: [] });
  });

  it('ignores the loads of other remotes', () => {
    expect(fleetOf('reports', [load('ready', 100, 8)]).loads).toBe(0);
  });
});
