import { coverGroups, type Coverable } from './cover-groups';

/** Returns random numbers from 0 to `below`, the same for each seed (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function randomAlerts(seed: number): Coverable[] {
  const roll = dice(seed);
  const kinds = 1 + roll(12);
  return Array.from({ length: roll(40) }, (_, index) => ({
    id: `a${index}`,
    weight: 1 + roll(3),
    elements: Array.from({ length: roll(5) }, () => `e${roll(kinds)}`),
  }));
}

it('puts each alert into exactly one group, whose element it has, and leaves out only alerts that no large enough group could take', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const alerts = randomAlerts(seed);
    const atLeast = 1 + (seed % 3);
    const groups = coverGroups(alerts, atLeast);
    expect([...groups.keys()].sort()).toEqual(alerts.map(({ id }) => id).sort());
    const sizes = new Map<string, number>();
    const left = new Map<string, number>();
    for (const { id, elements } of alerts) {
      const element = groups.get(id);
      if (element) expect(elements).toContain(element);
      if (element) sizes.set(element, (sizes.get(element) ?? 0) + 1);
      else for (const key of new Set(elements)) left.set(key, (left.get(key) ?? 0) + 1);
    }
    for (const size of sizes.values()) expect(size).toBeGreaterThanOrEqual(atLeast);
    for (const size of left.values()) expect(size).toBeLessThan(atLeast);
  }
});

it('gives the same groups whatever the order of the alerts', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const alerts = randomAlerts(seed);
    const sorted = (groups: Map<string, string | null>) => [...groups].sort();
    expect(sorted(coverGroups([...alerts].reverse(), 2))).toEqual(sorted(coverGroups(alerts, 2)));
  }
});

it('takes the element of the greatest weight first, and the preferred element of equal weights', () => {
  const groups = coverGroups([
    { id: '1', weight: 1, elements: ['statement', 'policy'] },
    { id: '2', weight: 1, elements: ['statement', 'policy'] },
    { id: '3', weight: 5, elements: ['role', 'policy'] },
    { id: '4', weight: 1, elements: ['role'] },
  ]);
  // The policy has 7, the role 6, the statement 2.
  expect(Object.fromEntries(groups)).toEqual({ 1: 'policy', 2: 'policy', 3: 'policy', 4: 'role' });
  const equal = coverGroups([
    { id: '1', weight: 1, elements: ['z statement', 'a policy'] },
    { id: '2', weight: 1, elements: ['z statement', 'a policy'] },
  ]);
  expect(new Set(equal.values())).toEqual(new Set(['z statement']));
});
