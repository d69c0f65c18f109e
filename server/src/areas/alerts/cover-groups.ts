/** An alert with what it may be grouped by. */
export interface Coverable {
  id: string;
  /** Share of the alert in the importance of its group. */
  weight: number;
  /** Keys of its elements, the preferred first. */
  elements: readonly string[];
}

/**
 * Puts each alert into exactly one group: repeatedly takes the element of the greatest total weight among the alerts that are left. Equal weights
 * are decided by the position of the element in its alerts, then by key, so that the same alerts give the same groups in any order.
 * @param atLeast alerts of the smallest group; alerts that no such group takes have no element
 * @returns the element of each alert by id; null if it is in no group
 */
export function coverGroups(alerts: readonly Coverable[], atLeast = 1): Map<string, string | null> {
  const assigned = new Map<string, string | null>(alerts.map(({ id }) => [id, null]));
  const byElement = new Map<string, Coverable[]>();
  const positions = new Map<string, number>();
  for (const alert of alerts) {
    new Set(alert.elements).forEach((key) => {
      const covered = byElement.get(key);
      if (covered) covered.push(alert);
      else byElement.set(key, [alert]);
      positions.set(key, Math.min(positions.get(key) ?? Infinity, alert.elements.indexOf(key)));
    });
  }
  const isBefore = (a: Candidate, b: Candidate): boolean => {
    if (a.weight !== b.weight) return a.weight > b.weight;
    const [first, second] = [positions.get(a.key) ?? 0, positions.get(b.key) ?? 0];
    return first === second ? a.key < b.key : first < second;
  };
  const left = ({ id }: Coverable): boolean => assigned.get(id) === null;
  const weightOf = (covered: readonly Coverable[]): number => covered.reduce((sum, { weight }) => sum + weight, 0);
  const heap = new Heap(isBefore);
  for (const [key, covered] of byElement) if (covered.length >= atLeast) heap.push({ key, weight: weightOf(covered) });
  for (let best = heap.pop(); best; best = heap.pop()) {
    const covered = (byElement.get(best.key) ?? []).filter(left);
    byElement.set(best.key, covered);
    const weight = weightOf(covered);
    if (covered.length < atLeast) continue;
    // Weights only fall, so an element whose weight is unchanged is still the greatest.
    if (weight < best.weight) heap.push({ key: best.key, weight });
    else for (const { id } of covered) assigned.set(id, best.key);
  }
  return assigned;
}

interface Candidate {
  key: string;
  weight: number;
}

/** A binary heap with the first candidate on top. */
class Heap {
  readonly #items: Candidate[] = [];

  constructor(private readonly isBefore: (a: Candidate, b: Candidate) => boolean) {}

  push(candidate: Candidate): void {
    const items = this.#items;
    let at = items.push(candidate) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfBefore(at, parent)) break;
      at = parent;
    }
  }

  pop(): Candidate | undefined {
    const items = this.#items;
    const [top] = items;
    const last = items.pop();
    if (items.length === 0 || last === undefined) return top;
    items[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = right < items.length && this.isBefore(items[right] as Candidate, items[left] as Candidate) ? right : left;
      if (child >= items.length || !this.#swapIfBefore(child, at)) return top;
      at = child;
    }
  }

  #swapIfBefore(one: number, other: number): boolean {
    const [a, b] = [this.#items[one] as Candidate, this.#items[other] as Candidate];
    if (!this.isBefore(a, b)) return false;
    this.#items[one] = b;
    this.#items[other] = a;
    return true;
  }
}
