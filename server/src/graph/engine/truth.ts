/** A three-valued result. `unknown` means that the snapshot does not decide it. */
export type Truth = 'yes' | 'no' | 'unknown';

export function not(truth: Truth): Truth {
  return truth === 'yes' ? 'no' : truth === 'no' ? 'yes' : 'unknown';
}

/** Returns yes where one value is yes, and no where all are no. */
export function anyOf<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  let result: Truth = 'no';
  for (const item of items) {
    const truth = test(item);
    if (truth === 'yes') return 'yes';
    if (truth === 'unknown') result = 'unknown';
  }
  return result;
}

/** Returns yes where all values are yes, and no where one is no. */
export function allOf<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  return not(anyOf(items, (item) => not(test(item))));
}
