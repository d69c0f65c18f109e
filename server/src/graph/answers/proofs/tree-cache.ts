import type { ReadTrees, SourceTree } from './source-trees';

/** Maximum number of sources in memory, of all tenants. One takes some megabytes. */
const MOST = 16;

/** Time after which an unused source is dropped, ms. */
const LIFE = 10 * 60 * 1000;

/** Keeps the sources that proofs were made of last: hashing all facts of a source takes longer than all other steps of a proof. */
export class TreeCache implements ReadTrees {
  readonly #kept = new Map<string, { tree: SourceTree; timer: NodeJS.Timeout }>();

  get(key: string): SourceTree | undefined {
    const kept = this.#kept.get(key);
    if (kept) this.set(key, kept.tree);
    return kept?.tree;
  }

  set(key: string, tree: SourceTree): void {
    this.#drop(key);
    this.#kept.set(key, { tree, timer: setTimeout(() => this.#drop(key), LIFE).unref() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#drop(oldest);
  }

  #drop(key: string): void {
    clearTimeout(this.#kept.get(key)?.timer);
    this.#kept.delete(key);
  }
}
