import type { SourceTree } from './covered-facts';
import type { ReadTrees } from './source-trees';

/** Maximum size of all sources in memory, of all tenants, in bytes. A source of 3,000 facts takes some 15 MB. */
const MOST = 192 * 1024 * 1024;

/** Time after which an unused source is dropped, ms. */
const LIFE = 10 * 60 * 1000;

/** Keeps the sources that proofs were made of last, if they had to be read whole: to read and hash all facts takes longer than all other steps of a proof. */
export class TreeCache implements ReadTrees {
  readonly #kept = new Map<string, { tree: SourceTree; timer: NodeJS.Timeout }>();
  #size = 0;

  /** @param most bytes */
  constructor(private readonly most = MOST) {}

  /** The size of all sources in memory, in bytes. */
  get size(): number {
    return this.#size;
  }

  get(key: string): SourceTree | undefined {
    const kept = this.#kept.get(key);
    if (kept) this.set(key, kept.tree);
    return kept?.tree;
  }

  /** Keeps a source, and drops those that were unused for longest. One that is too large by itself is not kept. */
  set(key: string, tree: SourceTree): void {
    this.#drop(key);
    if (tree.size > this.most) return;
    this.#kept.set(key, { tree, timer: setTimeout(() => this.#drop(key), LIFE).unref() });
    this.#size += tree.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.most) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    clearTimeout(kept.timer);
    this.#kept.delete(key);
    this.#size -= kept.tree.size;
  }
}
