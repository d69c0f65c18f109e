/** Three-valued: what a snapshot does not decide is unknown. */
export type Truth = 'yes' | 'no' | 'unknown';

export function not(truth: Truth): Truth {
  return truth === 'yes' ? 'no' : truth === 'no' ? 'yes' : 'unknown';
}

/** Yes where it is for one of them, no where it is for none. */
export function anyOf<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  let result: Truth = 'no';
  for (const item of items) {
    const truth = test(item);
    if (truth === 'yes') return 'yes';
    if (truth === 'unknown') result = 'unknown';
  }
  return result;
}

/** Yes where it is for all of them, no where it is not for one. */
export function allOf<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  return not(anyOf(items, (item) => not(test(item))));
}
