import assert from 'node:assert/strict';
import { dice, type Dice } from '../../../../test/support/differential';
import type { ResourcesByTier } from './held-access';
import { Besides, compareCounts, leastSets, MOST_TOGETHER, type Share } from './unit-sets';

const CASES = 600;
const NAMES = ['get', 'put', 'delete', 'list', 'tag'];

interface Case {
  wanted: string[];
  given: Set<string>[];
  shares: Share[];
}

/** Returns units of which none gives all that is wanted. */
function randomCase({ one, times, next }: Dice): Case {
  const wanted = NAMES.slice(0, 2 + Math.floor(next() * 4));
  const given = times(2, 9, () => new Set(times(1, wanted.length - 1, () => one(wanted)))).filter(({ size }) => size < wanted.length);
  const units = given.map((_names, unit) => unit);
  const shares =
    units.length === 0
      ? []
      : times(0, 12, () => ({ units: [...new Set(times(1, 3, () => one(units)))], tier: Math.floor(next() * 4), count: 1 + Math.floor(next() * 3) }));
  return { wanted, given, shares };
}

/** Returns the least counts of the smallest subsets that give all, of all subsets; null: none of at most `MOST_TOGETHER` does. */
function leastByForce({ wanted, given, shares }: Case, below?: ResourcesByTier): { size: number; counts: ResourcesByTier } | null {
  let best: { size: number; counts: ResourcesByTier } | null = null;
  for (let bits = 1; bits < 1 << given.length; bits++) {
    const units = given.flatMap((_names, unit) => (bits & (1 << unit) ? [unit] : []));
    const size = units.length;
    if (size > MOST_TOGETHER || !wanted.every((name) => units.some((unit) => given[unit]?.has(name)))) continue;
    const counts: ResourcesByTier = [0, 0, 0, 0];
    for (const share of shares) if (share.units.some((unit) => units.includes(unit))) counts[share.tier as 0] += share.count;
    if (below && compareCounts(counts, below) >= 0) continue;
    if (!best || size < best.size || (size === best.size && compareCounts(counts, best.counts) < 0)) best = { size, counts };
  }
  return best;
}

it('finds the smallest sets that give all that is wanted, the least besides first, as trying all subsets does', () => {
  const tally = { none: 0, sizes: new Set<number>() };
  for (let seed = 1; seed <= CASES; seed++) {
    const one = randomCase(dice(seed));
    const { sets, isExact } = leastSets(one.given, one.wanted, one.shares);
    const least = leastByForce(one);
    const besides = new Besides(one.shares);
    const counts = sets.map((units) => besides.of(units));
    const found = sets[0] && counts[0] ? { size: sets[0].length, counts: counts[0] } : null;
    // Plain assertions, as those of jest take longer than the searches.
    assert.deepEqual({ seed, found, isExact }, { seed, found: least, isExact: true });
    assert.deepEqual(counts, [...counts].sort(compareCounts));
    assert.equal(new Set(sets.map(String)).size, sets.length);
    for (const units of sets) assert(one.wanted.every((name) => units.some((unit) => one.given[unit]?.has(name))));
    // With a single unit that gives a little more than the best set, or as much.
    for (const below of least ? [least.counts, [least.counts[0], least.counts[1], least.counts[2], least.counts[3] + 1] as ResourcesByTier] : []) {
      const better = leastSets(one.given, one.wanted, one.shares, { below }).sets[0];
      const best = leastByForce(one, below);
      assert.deepEqual(better && { size: better.length, counts: besides.of(better) }, best ?? undefined);
    }
    if (least) tally.sizes.add(least.size);
    else tally.none += 1;
  }
  expect([tally.none > 0, [...tally.sizes].sort()]).toEqual([true, [2, 3, 4]]);
});

it('counts what several units give once', () => {
  const shares: Share[] = [
    { units: [0, 1], tier: 1, count: 5 },
    { units: [1], tier: 0, count: 2 },
  ];
  const besides = new Besides(shares);
  expect([besides.of([0]), besides.of([0, 1]), besides.of([1])]).toEqual([
    [0, 5, 0, 0],
    [2, 5, 0, 0],
    [2, 5, 0, 0],
  ]);
});

it('says that it did not compare all sets when it ends early', () => {
  const given = Array.from({ length: 40 }, (_none, unit) => new Set([NAMES[unit % 4] as string]));
  expect(leastSets(given, NAMES.slice(0, 4), [], { mostSteps: 3 }).isExact).toBe(false);
  expect(leastSets(given, NAMES.slice(0, 4), [])).toMatchObject({ isExact: true, sets: { length: 5 } });
});
