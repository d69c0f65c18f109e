import { StrainMeter, type Measure } from './strain-meter';

const QUIET: Measure = { commits: 0, wasIdle: true, wasUsed: false, heap: 100_000_000 };

/** Returns the second in which the meter stops the area, and why; null if it never does. */
function stopped(seconds: readonly Partial<Measure>[]): [second: number, why: string] | null {
  const meter = new StrainMeter();
  for (const [index, measure] of seconds.entries()) {
    const why = meter.add({ ...QUIET, ...measure });
    if (why) return [index + 1, why];
  }
  return null;
}

const times = (count: number, measure: Partial<Measure>): Partial<Measure>[] => Array.from({ length: count }, () => measure);

describe('StrainMeter', () => {
  it('stops an area that updates for ten seconds without leaving the browser a moment', () => {
    expect(stopped(times(30, { commits: 25, wasIdle: false }))).toEqual([10, 'endless']);
  });

  it('stops an area that updates far more often than a screen shows', () => {
    expect(stopped(times(30, { commits: 900 }))).toEqual([10, 'endless']);
  });

  it('leaves an animation, a long calculation and a slow start alone', () => {
    expect(stopped(times(60, { commits: 60 }))).toBeNull();
    expect(stopped(times(60, { commits: 1, wasIdle: false }))).toBeNull();
    expect(stopped([...times(9, { commits: 25, wasIdle: false }), QUIET, ...times(9, { commits: 25, wasIdle: false })])).toBeNull();
  });

  it('does not count seconds in which the user works, and does not forget the others', () => {
    expect(stopped(times(60, { commits: 25, wasIdle: false, wasUsed: true }))).toBeNull();
    expect(stopped([...times(5, { commits: 25, wasIdle: false }), { wasUsed: true }, ...times(9, { commits: 25, wasIdle: false })])).toEqual([
      11,
      'endless',
    ]);
  });

  it('stops an area while the heap is 1 GB larger than at its smallest, for three seconds', () => {
    const grown = { heap: 1_400_000_000 };
    expect(stopped([QUIET, ...times(5, grown)])).toEqual([4, 'memory']);
    expect(stopped([QUIET, grown, grown, QUIET, grown, grown])).toBeNull();
    expect(stopped(times(30, grown))).toBeNull();
    expect(stopped(times(30, { heap: null }))).toBeNull();
  });
});
