import type { DemoBundle } from '../files';

type Entry = Record<string, unknown>;

/** The data of a stand-in: the files of a bundle, read on first use. */
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

  /** Returns a file, or undefined if the bundle does not have it. */
  file(path: string): unknown {
    return this.#files.get(path);
  }

  /** Returns the entries of a list file. Empty if the bundle does not have it. */
  list(path: string): Entry[] {
    const file = this.#files.get(path);
    return Array.isArray(file) ? (file as Entry[]) : [];
  }
}

/** Largest page, so that small lists have several pages too. `half` splits every list into two. */
export type PageSize = number | 'half';

export function sizeFor(pageSize: PageSize, all: readonly unknown[]): number {
  return pageSize === 'half' ? Math.max(1, Math.ceil(all.length / 2)) : pageSize;
}

/** Returns one page of a list and the token of the next one, null on the last. */
export function pageOf<T>(all: readonly T[], after: number, size: number): { items: T[]; next: number | null } {
  const end = after + size;
  return { items: all.slice(after, end), next: end < all.length ? end : null };
}
