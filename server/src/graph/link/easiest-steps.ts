import type { BecomingStep } from '../evaluation';

/**
 * One step for each way to somebody: where several things let a child act as the same parent in the same words, such as hundreds of functions
 * that run as one role, the one that asks for least.
 */
export function easiestSteps(steps: readonly BecomingStep[]): BecomingStep[] {
  const found = new Map<string, BecomingStep>();
  for (const step of steps) {
    const key = JSON.stringify([step.childUri, step.parent.uri, step.relation, step.group?.uri ?? '']);
    const known = found.get(key);
    if (!known || isEasier(step.conditions, known.conditions)) found.set(key, step);
  }
  return [...found.values()];
}

/** Of as many conditions the first by their words, so that it does not depend on what was looked at first. */
function isEasier(a: readonly string[], b: readonly string[]): boolean {
  return a.length !== b.length ? a.length < b.length : JSON.stringify(a) < JSON.stringify(b);
}
