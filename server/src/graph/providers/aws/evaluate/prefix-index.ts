import { literalBeginning } from '../../../engine/wildcard';

/**
 * Finds patterns by the text before their first wildcard. It looks up a text's own prefixes of the lengths that occur, so the cost grows with the
 * number of lengths rather than patterns.
 */
export class PrefixIndex<T> {
  readonly #byPrefix = new Map<string, T[]>();
  /** Prefix lengths in ascending order. */
  readonly #lengths: number[] = [];

  add(pattern: string, value: T): void {
    const prefix = literalBeginning(pattern);
    const known = this.#byPrefix.get(prefix);
    if (known) known.push(value);
    else this.#byPrefix.set(prefix, [value]);
    if (this.#lengths.includes(prefix.length)) return;
    this.#lengths.push(prefix.length);
    this.#lengths.sort((a, b) => a - b);
  }

  /** Returns the values whose literal prefix the text starts with: only these may match it. */
  *candidates(text: string): Iterable<T> {
    for (const length of this.#lengths) {
      if (length > text.length) return;
      yield* this.#byPrefix.get(text.slice(0, length)) ?? [];
    }
  }
}
