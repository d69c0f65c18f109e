import { literalBeginning } from '../../../engine/wildcard';

/**
 * Finds patterns by the text before their first wildcard, without asking each: a text is looked up by its own beginnings, of the lengths
 * that occur. What it costs grows with the number of those lengths, not with the number of patterns.
 */
export class PrefixIndex<T> {
  readonly #byPrefix = new Map<string, T[]>();
  /** Ascending. */
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

  /** Those whose literal beginning is the text's: the only ones that may match it. */
  *candidates(text: string): Iterable<T> {
    for (const length of this.#lengths) {
      if (length > text.length) return;
      yield* this.#byPrefix.get(text.slice(0, length)) ?? [];
    }
  }
}
