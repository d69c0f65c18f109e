/** A three-valued result. `unknown` means that only the request decides it. */
export type Truth = 'no' | 'unknown' | 'yes';

const ORDER: readonly Truth[] = ['no', 'unknown', 'yes'];

/** Returns the least of several values; yes where there are none. */
export function least(values: Iterable<Truth>): Truth {
  let result = 2;
  for (const value of values) result = Math.min(result, ORDER.indexOf(value));
  return ORDER[result] as Truth;
}

/** Returns the greatest of several values; no where there are none. */
export function most(values: Iterable<Truth>): Truth {
  let result = 0;
  for (const value of values) result = Math.max(result, ORDER.indexOf(value));
  return ORDER[result] as Truth;
}

export function not(value: Truth): Truth {
  return value === 'yes' ? 'no' : value === 'no' ? 'yes' : 'unknown';
}

export function sure(value: boolean): Truth {
  return value ? 'yes' : 'no';
}
