/** Values that stand where others belong. */
export const WRONG: readonly unknown[] = [null, 7, true, 'nonsense', [], [[]], {}, { '': {} }];

/** The same value with the value at one place of it replaced, for every place. */
export function* mutations(value: unknown, wrong: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const copy = (inner: unknown): unknown =>
      Array.isArray(value) ? Object.assign([...(value as unknown[])], { [key]: inner }) : { ...value, [key]: inner };
    yield copy(wrong);
    for (const inner of mutations((value as Record<string, unknown>)[key], wrong)) yield copy(inner);
  }
}
