import { canonical, type Json } from './canonical';
import { digestOf, hex, join, utf8 } from './bytes';
import { sha256, type Sha256 } from './sha256';

/** A fact of a source under its key. Keys are unique in a source. */
export interface Leaf {
  key: string;
  body: Json;
}

/** The place of a leaf among the sorted leaves of a source, with the digests beside its path to the root, the lowest first. */
export interface LeafPath {
  index: number;
  path: string[];
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const ROOT = Uint8Array.of(2);

/**
 * A Merkle tree over the facts of a source, sorted by key. A node without a neighbour moves up unchanged, so the shape is that of RFC 9162. The root also
 * covers the number of leaves, so that the first and the last leaf are known as such.
 */
export class FactsTree {
  readonly #levels: Uint8Array[][];
  readonly #hash: Sha256;

  /**
   * @param leaves sorted by key, without duplicates
   * @param hash a faster SHA-256 where the platform has one
   */
  constructor(leaves: readonly Leaf[], hash: Sha256 = sha256) {
    this.#hash = hash;
    this.#levels = [leaves.map((leaf) => hash(leafBytes(leaf)))];
    for (let below = this.#levels[0] as Uint8Array[]; below.length > 1;) {
      const level: Uint8Array[] = [];
      for (let at = 0; at < below.length; at += 2) {
        const [left, right] = [below[at] as Uint8Array, below[at + 1]];
        level.push(right ? hash(join(NODE, left, right)) : left);
      }
      this.#levels.push(level);
      below = level;
    }
  }

  get count(): number {
    return this.#levels[0]?.length ?? 0;
  }

  /** Returns the root in hexadecimal digits. */
  get root(): string {
    return hex(this.#hash(rootBytes(this.count, this.#levels.at(-1)?.[0] ?? new Uint8Array())));
  }

  /** Returns the path of the leaf at an index. */
  pathOf(index: number): LeafPath {
    const path: string[] = [];
    let at = index;
    for (const level of this.#levels) {
      const sibling = level[at % 2 === 1 ? at - 1 : at + 1];
      if (sibling) path.push(hex(sibling));
      at = Math.floor(at / 2);
    }
    return { index, path };
  }
}

/** Returns the root to which a leaf leads by its path; null if the path does not fit a tree of that many leaves. */
export function rootOfPath(leaf: Leaf, { index, path }: LeafPath, count: number): string | null {
  if (!Number.isSafeInteger(index) || index < 0 || index >= count) return null;
  let hash = sha256(leafBytes(leaf));
  let used = 0;
  for (let [at, width] = [index, count]; width > 1; at = Math.floor(at / 2), width = Math.ceil(width / 2)) {
    const isRight = at % 2 === 1;
    if (!isRight && at + 1 === width) continue;
    const sibling = digestOf(path[used++] ?? '');
    if (!sibling) return null;
    hash = sha256(isRight ? join(NODE, sibling, hash) : join(NODE, hash, sibling));
  }
  return used === path.length ? hex(sha256(rootBytes(count, hash))) : null;
}

function leafBytes({ key, body }: Leaf): Uint8Array {
  return join(LEAF, utf8(canonical([key, body])));
}

function rootBytes(count: number, top: Uint8Array): Uint8Array {
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, Math.floor(count / 2 ** 32));
  new DataView(length.buffer).setUint32(4, count >>> 0);
  return join(ROOT, length, top);
}
