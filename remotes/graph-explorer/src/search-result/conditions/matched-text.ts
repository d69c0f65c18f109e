import type { QueryMatches } from '@cam/contracts';

/** Returns how many things a part of a query finds, such as "12 of 1,204" or "more than 5,000". */
export function matchedText({ count, of, is_whole: isWhole, others }: QueryMatches): string {
  if (isWhole) return count === of && others.length === 0 ? exact(count) : `${exact(count)} of ${exact(of)}`;
  // One thing more than the limit is looked at, which shows that there are more.
  if (count === of) return `more than ${exact(of - 1)}`;
  return `${exact(count)} of the first ${exact(of)}`;
}

/** Returns names of things that match and of things that do not, such as "Such as ann and bob. Not cleo." */
export function matchedNames({ examples, others }: QueryMatches): string {
  const parts = [...(examples.length > 0 ? [`Such as ${listed(examples)}.`] : []), ...(others.length > 0 ? [`Not ${listed(others)}.`] : [])];
  return parts.join(' ');
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format([...new Set(names)]);
}

function exact(count: number): string {
  return count.toLocaleString('en');
}
