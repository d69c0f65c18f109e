import type { AssumptionEdge } from './evaluation';

/** Returns the least conditional edge for each target and relation. The store allows one edge per key. */
export function leastConditionalEdges(steps: readonly AssumptionEdge[]): AssumptionEdge[] {
  return leastConditionalBy(steps, ({ childUri, parent, relation, group }) => JSON.stringify([childUri, parent.uri, relation, group?.uri ?? '']));
}

/** Returns the least conditional item per key, for example of hundreds of functions that run as one role. */
export function leastConditionalBy<T extends { conditions: readonly string[] }>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const found = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    const known = found.get(key);
    if (!known || isLessConditional(item.conditions, known.conditions)) found.set(key, item);
  }
  return [...found.values()];
}

/** Compares the number of conditions, and then their text, so that the input order does not matter. */
function isLessConditional(a: readonly string[], b: readonly string[]): boolean {
  return a.length !== b.length ? a.length < b.length : JSON.stringify(a) < JSON.stringify(b);
}
