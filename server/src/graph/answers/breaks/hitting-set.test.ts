import { dice } from '../../../../test/support/differential';
import { leastHittingSet, type Choice, type WayToHit } from './hitting-set';

const NOTHING = { kept: new Set<string>(), refused: [] };
const ones: Choice = { costOf: () => 1, ...NOTHING };

/** Ways that always exist. */
const always = (...ways: string[][]): WayToHit[] => ways.map((elements) => ({ elements, when: [] }));

/** Tries every subset. */
function leastByForce(ways: readonly WayToHit[], elements: readonly string[], { costOf, kept, refused }: Choice): number | null {
  let least: number | null = null;
  for (let bits = 0; bits < 1 << elements.length; bits += 1) {
    const chosen = new Set(elements.filter((_element, index) => bits & (1 << index)));
    const hits = ways.every(({ elements: some, when }) => !when.every((one) => chosen.has(one)) || some.some((one) => chosen.has(one)));
    const isAllowed = [...chosen].every((element) => !kept.has(element)) && !refused.some((one) => one.every((part) => chosen.has(part)));
    if (!hits || !isAllowed) continue;
    const cost = [...chosen].reduce((sum, element) => sum + costOf(element), 0);
    if (least === null || cost < least) least = cost;
  }
  return least;
}

it('one element that lies on every way suffices', () => {
  expect(leastHittingSet(always(['a', 'x'], ['b', 'x'], ['x']), ones)).toMatchObject({ elements: ['x'], cost: 1, isLeast: true });
});

it('a way without anything to remove cannot be cut, nor one whose elements must all stay', () => {
  expect(leastHittingSet(always(['a'], []), ones)).toBeNull();
  expect(leastHittingSet(always(['a'], ['b']), { ...ones, kept: new Set(['b']) })).toBeNull();
});

it('a way that a choice opens has to be hit by that choice only', () => {
  const ways = [...always(['a', 'b']), { elements: ['c'], when: ['a'] }];
  expect(leastHittingSet(ways, ones)).toMatchObject({ elements: ['b'], cost: 1, isLeast: true });
  expect(leastHittingSet(ways, { ...ones, kept: new Set(['b']) })).toMatchObject({ elements: ['a', 'c'], cost: 2, isLeast: true });
});

it('a refused choice is avoided, with everything that contains it', () => {
  expect(leastHittingSet(always(['a', 'b'], ['a', 'c']), { ...ones, refused: [['a']] })).toMatchObject({
    elements: ['b', 'c'],
    cost: 2,
    isLeast: true,
  });
});

/** Returns random ways over some elements, with costs, kept elements and refused choices. */
function randomWays(seed: number): { ways: WayToHit[]; elements: string[]; choice: Choice } {
  const roll = dice(seed);
  const elements = 'abcdefgh'.slice(0, 2 + Math.floor(roll.next() * 7)).split('');
  const some = (): string[] => elements.filter(() => roll.chance(1 / 3));
  const ways = roll.times(1, 8, () => ({ elements: some(), when: roll.chance(0.3) ? some() : [] }));
  const costs = new Map(elements.map((element) => [element, 1 + Math.floor(roll.next() * 5)]));
  const choice: Choice = {
    costOf: (element) => costs.get(element) ?? 1,
    kept: new Set(elements.filter(() => roll.chance(1 / 8))),
    refused: roll.times(0, 2, some).filter((one) => one.length > 0),
  };
  return { ways, elements, choice };
}

it('has the least cost of all subsets, for random ways, costs, kept elements and refused choices', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const { ways, elements, choice } = randomWays(seed);
    const found = leastHittingSet(ways, choice);
    expect([seed, found?.cost ?? null, found?.isLeast ?? true]).toEqual([seed, leastByForce(ways, elements, choice), true]);
  }
});

it('hits every way if the search ends early, and says truly what no choice costs less than', () => {
  let early = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const { ways, elements, choice } = randomWays(seed);
    const found = leastHittingSet(ways, choice, 3);
    const least = leastByForce(ways, elements, choice);
    if (found === null || least === null) continue;
    const chosen = new Set(found.elements);
    const missed = ways.filter(({ elements: some, when }) => when.every((one) => chosen.has(one)) && !some.some((one) => chosen.has(one)));
    expect([seed, missed, found.bound <= least, least <= found.cost]).toEqual([seed, [], true, true]);
    expect(found.elements.filter((one) => choice.kept.has(one))).toEqual([]);
    expect(choice.refused.filter((one) => one.every((part) => chosen.has(part)))).toEqual([]);
    if (!found.isLeast) early += 1;
  }
  expect(early).toBeGreaterThan(50);
});

it('stays near the bound for as many ways as a set of identities has', () => {
  const roll = dice(7);
  const elements = Array.from({ length: 150 }, (_none, index) => `e${index}`);
  const ways = Array.from({ length: 1000 }, () => ({ elements: roll.times(2, 5, () => roll.one(elements)), when: [] }));
  const found = leastHittingSet(ways, { costOf: () => 1, kept: new Set(), refused: [] }, 2000);
  expect(found).toMatchObject({ isLeast: false });
  // Disjoint ways are a weak bound for ways that random elements share.
  expect((found?.cost ?? 0) / (found?.bound ?? 1)).toBeLessThan(3);
});
