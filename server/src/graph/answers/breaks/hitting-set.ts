/** A choice of elements that hits every way. */
export interface HittingSet {
  elements: string[];
  cost: number;
  /** False: the search ended early, so a cheaper choice may exist. */
  isLeast: boolean;
}

export interface Choice {
  /** Cost of removing an element, above 0. */
  costOf: (element: string) => number;
  /** Elements that must stay. */
  kept: ReadonlySet<string>;
  /** Choices that are out of the question, with everything that contains one of them. */
  refused: readonly (readonly string[])[];
}

/** Choices that are looked at before the search ends early. */
const MOST_STEPS = 200_000;

/**
 * Returns the cheapest choice of elements with at least one of each way, by branch and bound: it branches on the way with the fewest elements left, and
 * gives up where disjoint ways alone cost as much as the best choice so far. Of choices with equal costs it returns the same one for the same input.
 * Exponential in the number of elements at worst.
 * @param ways the elements of each way; one without elements cannot be hit
 * @returns null where no choice is possible
 */
export function leastHittingSet(ways: readonly (readonly string[])[], { costOf, kept, refused }: Choice): HittingSet | null {
  const open = minimalWays(ways.map((way) => [...new Set(way)].filter((element) => !kept.has(element)).sort(byCost(costOf))));
  if (open.some((way) => way.length === 0)) return null;
  let best: { elements: string[]; cost: number } | null = null;
  let steps = 0;

  const search = (left: readonly string[][], chosen: ReadonlySet<string>, barred: ReadonlySet<string>, cost: number): void => {
    if (steps++ > MOST_STEPS) return;
    const first = left.toSorted((a, b) => choicesIn(a, barred).length - choicesIn(b, barred).length)[0];
    if (!first) {
      if (best === null || cost < best.cost) best = { elements: [...chosen].sort(), cost };
      return;
    }
    if (best !== null && cost + leastOf(left, barred, costOf) >= best.cost) return;
    const now = new Set(barred);
    for (const element of choicesIn(first, barred)) {
      const next = new Set([...chosen, element]);
      if (!refused.some((one) => one.every((part) => next.has(part)))) {
        search(
          left.filter((way) => !way.includes(element)),
          next,
          now,
          cost + costOf(element),
        );
      }
      // Whatever contains it was looked at.
      now.add(element);
    }
  };

  search(open, new Set(), new Set(), 0);
  return best === null ? null : { ...(best as { elements: string[]; cost: number }), isLeast: steps <= MOST_STEPS };
}

function choicesIn(way: readonly string[], barred: ReadonlySet<string>): string[] {
  return way.filter((element) => !barred.has(element));
}

/** Drops each way that contains another one: whatever hits the other hits it too. */
function minimalWays(ways: readonly string[][]): string[][] {
  const found: string[][] = [];
  for (const way of ways.toSorted((a, b) => a.length - b.length))
    if (!found.some((known) => known.every((element) => way.includes(element)))) found.push(way);
  return found;
}

/** Returns a lower bound: ways that share no element need one element each. */
function leastOf(ways: readonly string[][], barred: ReadonlySet<string>, costOf: Choice['costOf']): number {
  const taken = new Set<string>();
  let sum = 0;
  for (const way of ways) {
    const choices = choicesIn(way, barred);
    if (choices.length === 0) return Infinity;
    if (choices.some((element) => taken.has(element))) continue;
    for (const element of choices) taken.add(element);
    sum += Math.min(...choices.map(costOf));
  }
  return sum;
}

function byCost(costOf: Choice['costOf']): (a: string, b: string) => number {
  return (a, b) => costOf(a) - costOf(b) || (a < b ? -1 : 1);
}
