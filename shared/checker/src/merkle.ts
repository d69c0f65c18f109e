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

/** Bytes of a digest. */
const SIZE = 32;

/**
 * A Merkle tree over the facts of a source, sorted by key. A node without a neighbour moves up unchanged, so the shape is that of RFC 9162. The root also
 * covers the number of leaves, so that the first and the last leaf are known as such.
 */
export class FactsTree {
  /** The digests of each level, one after the other. */
  readonly #levels: Uint8Array[];
  readonly #hash: Sha256;

  /**
   * @param leaves sorted by key, without duplicates; or the digests of a tree over them
   * @param hash a faster SHA-256 where the platform has one
   */
  constructor(leaves: readonly Leaf[] | Uint8Array, hash: Sha256 = sha256) {
    this.#hash = hash;
    let below = leaves instanceof Uint8Array ? leaves : digestsOf(leaves, hash);
    this.#levels = [below];
    while (below.length > SIZE) {
      const level = new Uint8Array(Math.ceil(below.length / SIZE / 2) * SIZE);
      for (let at = 0; at < below.length; at += 2 * SIZE) {
        const pair = below.subarray(at, at + 2 * SIZE);
        level.set(pair.length > SIZE ? hash(join(NODE, pair)) : pair, at / 2);
      }
      this.#levels.push(level);
      below = level;
    }
  }

  /** The digests of the leaves, one after the other. */
  get digests(): Uint8Array {
    return this.#levels[0] as Uint8Array;
  }

  get count(): number {
    return this.digests.length / SIZE;
  }

  /** Returns the root in hexadecimal digits. */
  get root(): string {
    return hex(this.#hash(rootBytes(this.count, this.#levels.at(-1) as Uint8Array)));
  }

  /** Returns the path of the leaf at an index. */
  pathOf(index: number): LeafPath {
    const path: string[] = [];
    let at = index;
    for (const level of this.#levels) {
      const begin = (at % 2 === 1 ? at - 1 : at + 1) * SIZE;
      if (begin < level.length) path.push(hex(level.subarray(begin, begin + SIZE)));
      at = Math.floor(at / 2);
    }
    return { index, path };
  }
}

function digestsOf(leaves: readonly Leaf[], hash: Sha256): Uint8Array {
  const digests = new Uint8Array(leaves.length * SIZE);
  for (const [index, leaf] of leaves.entries()) digests.set(leafDigest(leaf, hash), index * SIZE);
  return digests;
}

/**
 * Returns the digest of a leaf.
 * @param hash a faster SHA-256 where the platform has one
 */
export function leafDigest({ key, body }: Leaf, hash: Sha256 = sha256): Uint8Array {
  return hash(join(LEAF, utf8(canonical([key, body]))));
}

/** Returns the root to which a leaf leads by its path; null if the path does not fit a tree of that many leaves. */
export function rootOfPath(leaf: Leaf, { index, path }: LeafPath, count: number): string | null {
  if (!Number.isSafeInteger(index) || index < 0 || index >= count) return null;
  let hash = leafDigest(leaf);
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

function rootBytes(count: number, top: Uint8Array): Uint8Array {
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, Math.floor(count / 2 ** 32));
  new DataView(length.buffer).setUint32(4, count >>> 0);
  return join(ROOT, length, top);
}
