/** A choice of elements that hits every way. */
export interface HittingSet {
  elements: string[];
  cost: number;
  /** False: the search ended early, so a cheaper choice may exist. */
  isLeast: boolean;
}

/** A way that a choice has to hit. */
export interface WayToHit {
  /** A way without elements cannot be hit. */
  elements: readonly string[];
  /** The way exists only if the choice has all of these; without any, it always does. */
  when: readonly string[];
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
 * Returns the cheapest choice of elements that hits each way which exists with it, by branch and bound: it branches on the way with the fewest elements left,
 * and gives up where disjoint ways alone cost as much as the best choice so far. It returns the same choice for the same input. Exponential in the number of
 * elements at worst.
 * @returns null where no choice is possible
 */
export function leastHittingSet(ways: readonly WayToHit[], { costOf, kept, refused }: Choice): HittingSet | null {
  const open = minimalWays(
    ways.map(({ elements, when }) => ({ when, elements: [...new Set(elements)].filter((element) => !kept.has(element)).sort(byCost(costOf)) })),
  );
  let best: { elements: string[]; cost: number } | null = null;
  let steps = 0;

  const search = (left: readonly WayToHit[], chosen: ReadonlySet<string>, barred: ReadonlySet<string>, cost: number): void => {
    if (steps++ > MOST_STEPS) return;
    const existing = left.filter(({ when }) => when.every((element) => chosen.has(element)));
    const first = existing.toSorted((a, b) => choicesIn(a, barred).length - choicesIn(b, barred).length)[0];
    if (!first) {
      if (best === null || cost < best.cost) best = { elements: [...chosen].sort(), cost };
      return;
    }
    if (best !== null && cost + leastOf(existing, barred, costOf) >= best.cost) return;
    const now = new Set(barred);
    for (const element of choicesIn(first, barred)) {
      const next = new Set([...chosen, element]);
      if (!refused.some((one) => one.every((part) => next.has(part)))) {
        search(
          left.filter(({ elements }) => !elements.includes(element)),
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

function choicesIn({ elements }: WayToHit, barred: ReadonlySet<string>): string[] {
  return elements.filter((element) => !barred.has(element));
}

/** Drops each way that contains another one which exists whenever it does: whatever hits the other hits it too. */
function minimalWays(ways: readonly WayToHit[]): WayToHit[] {
  const found: WayToHit[] = [];
  const contains = (whole: readonly string[], part: readonly string[]): boolean => part.every((element) => whole.includes(element));
  for (const way of ways.toSorted((a, b) => a.elements.length + a.when.length - b.elements.length - b.when.length))
    if (!found.some(({ elements, when }) => contains(way.elements, elements) && contains(way.when, when))) found.push(way);
  return found;
}

/** Returns a lower bound: ways that share no element need one element each. */
function leastOf(ways: readonly WayToHit[], barred: ReadonlySet<string>, costOf: Choice['costOf']): number {
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
