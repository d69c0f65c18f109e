/** Wrong values to put in place of others. */
export const WRONG: readonly unknown[] = [null, 7, true, 'nonsense', [], [[]], {}, { '': {} }];

/** Yields copies of a value: for each place, one with the wrong value there. */
export function* mutations(value: unknown, wrong: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const copy = (inner: unknown): unknown =>
      Array.isArray(value) ? Object.assign([...(value as unknown[])], { [key]: inner }) : { ...value, [key]: inner };
    yield copy(wrong);
    for (const inner of mutations((value as Record<string, unknown>)[key], wrong)) yield copy(inner);
  }
}
