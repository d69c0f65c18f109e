/**
 * Combines alternatives in words. One of them must hold, and all conditions of it.
 * @param alternatives one list of conditions for each; an empty list is always true
 * @returns the conditions that must hold together; empty where none must
 */
export function eitherOf(alternatives: readonly (readonly string[])[]): string[] {
  const distinct = [...new Map(alternatives.map((words) => [[...words].sort().join('\n'), [...new Set(words)]])).values()];
  // An alternative that asks for more than another adds nothing.
  const needed = distinct.filter((one) => !distinct.some((other) => other !== one && other.every((words) => one.includes(words))));
  const [only = []] = needed;
  if (needed.length <= 1) return only;
  return [`(${needed.map((words) => (words.length > 1 ? `(${words.join(' and ')})` : words.join(''))).join(' or ')})`];
}
