import type { DemoBundle } from '../files';

type Entry = Record<string, unknown>;

/** What a stand-in answers from: the files of a bundle, read when the first of them is asked for. */
export class Seed {
  #read: Map<string, unknown> | null = null;

  constructor(private readonly bundle: Pick<DemoBundle, 'files'>) {}

  get #files(): Map<string, unknown> {
    this.#read ??= new Map([...this.bundle.files()].map(({ path, parts }) => [path, JSON.parse([...parts].join('')) as unknown]));
    return this.#read;
  }

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  /** Undefined where the bundle has no such file. */
  file(path: string): unknown {
    return this.#files.get(path);
  }

  /** Entries of a file that is a list; none where the bundle has no such file. */
  list(path: string): Entry[] {
    const file = this.#files.get(path);
    return Array.isArray(file) ? (file as Entry[]) : [];
  }
}

/** Entries of a page at most, so that small lists have pages as well; `half`: every list of several comes in two. */
export type PageSize = number | 'half';

export function sizeFor(pageSize: PageSize, all: readonly unknown[]): number {
  return pageSize === 'half' ? Math.max(1, Math.ceil(all.length / 2)) : pageSize;
}

/** One page of a list, and where the next one begins; null on the last. */
export function pageOf<T>(all: readonly T[], after: number, size: number): { items: T[]; next: number | null } {
  const end = after + size;
  return { items: all.slice(after, end), next: end < all.length ? end : null };
}
