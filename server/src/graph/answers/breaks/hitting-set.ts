/** A choice of elements that hits every way. */
export interface HittingSet {
  elements: string[];
  cost: number;
  /** No choice costs less. Equal to `cost` if the search came to its end. */
  bound: number;
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

/** Choices that are looked at before the search ends early, and ways that are looked at for all of them together: some seconds at most. */
const MOST_STEPS = 200_000;
const MOST_WORK = 2_000_000;

/**
 * Returns the cheapest choice of elements that hits each way which exists with it, by branch and bound: it branches on the way with the fewest elements left,
 * and gives up where disjoint ways alone cost as much as the best choice so far. After many steps it ends with a choice near the least one, and says what no
 * choice costs less than. It returns the same choice for the same input.
 * @param atMost choices that are looked at before the search ends early
 * @returns null where no choice is possible
 */
export function leastHittingSet(ways: readonly WayToHit[], { costOf, kept, refused }: Choice, atMost = MOST_STEPS): HittingSet | null {
  const open = minimalWays(
    ways.map(({ elements, when }) => ({ when, elements: [...new Set(elements)].filter((element) => !kept.has(element)).sort(byCost(costOf)) })),
  );
  const mostSteps = Math.min(atMost, Math.ceil(MOST_WORK / Math.max(open.length, 1)));
  let best: FoundChoice | null = null;
  let steps = 0;

  const search = (left: readonly WayToHit[], chosen: ReadonlySet<string>, barred: ReadonlySet<string>, cost: number): void => {
    if (steps++ > mostSteps) return;
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
  const isLeast = steps <= mostSteps;
  const found = cheaper(best, isLeast ? null : coveringChoice(open, { costOf, refused }));
  return found && { ...found, bound: isLeast ? found.cost : leastOf(open.filter(isAlways), new Set(), costOf), isLeast };
}

interface FoundChoice {
  elements: string[];
  cost: number;
}

const isAlways = ({ when }: WayToHit): boolean => when.length === 0;

function cheaper(one: FoundChoice | null, other: FoundChoice | null): FoundChoice | null {
  return one && other ? (other.cost < one.cost ? other : one) : (one ?? other);
}

/**
 * Returns a choice that hits every way, near the least one: it takes whatever hits the most ways for its cost until none is left, and then gives back what is
 * not needed, the dearest first. Returns null where it meets a choice that is out of the question.
 */
function coveringChoice(ways: readonly WayToHit[], { costOf, refused }: Omit<Choice, 'kept'>): FoundChoice | null {
  const isRefused = (chosen: ReadonlySet<string>): boolean => refused.some((one) => one.every((part) => chosen.has(part)));
  const missedBy = (chosen: ReadonlySet<string>): WayToHit[] =>
    ways.filter(({ elements, when }) => when.every((element) => chosen.has(element)) && !elements.some((element) => chosen.has(element)));
  let chosen: ReadonlySet<string> = new Set();
  for (let missed = missedBy(chosen); missed.length > 0; missed = missedBy(chosen)) {
    const hits = new Map<string, number>();
    for (const { elements } of missed) for (const element of elements) hits.set(element, (hits.get(element) ?? 0) + 1);
    const worth = (element: string): number => (hits.get(element) ?? 0) / costOf(element);
    const before = chosen;
    const next = [...hits.keys()]
      .sort((a, b) => worth(b) - worth(a) || (a < b ? -1 : 1))
      .find((element) => !isRefused(new Set([...before, element])));
    if (next === undefined) return null;
    chosen = new Set([...chosen, next]);
  }
  for (const element of [...chosen].sort(byCost(costOf)).reverse()) {
    const others = new Set([...chosen].filter((other) => other !== element));
    if (missedBy(others).length === 0) chosen = others;
  }
  return { elements: [...chosen].sort(), cost: [...chosen].reduce((sum, element) => sum + costOf(element), 0) };
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
