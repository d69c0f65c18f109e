import type { AssumptionEdge } from './evaluation';

/** One step for each way to somebody, the one that asks for least: stored by the same key, of which there can be one. */
export function leastConditionalEdges(steps: readonly AssumptionEdge[]): AssumptionEdge[] {
  return leastConditionalBy(steps, ({ childUri, parent, relation, group }) => JSON.stringify([childUri, parent.uri, relation, group?.uri ?? '']));
}

/** Of what has the same key, such as hundreds of functions that run as one role, the one that asks for least. */
export function leastConditionalBy<T extends { conditions: readonly string[] }>(ways: readonly T[], keyOf: (way: T) => string): T[] {
  const found = new Map<string, T>();
  for (const way of ways) {
    const key = keyOf(way);
    const known = found.get(key);
    if (!known || isLessConditional(way.conditions, known.conditions)) found.set(key, way);
  }
  return [...found.values()];
}

/** Of as many conditions the first by their words, so that it does not depend on what was looked at first. */
function isLessConditional(a: readonly string[], b: readonly string[]): boolean {
  return a.length !== b.length ? a.length < b.length : JSON.stringify(a) < JSON.stringify(b);
}
