import type { DemoBundle } from '../files';

type Entry = Record<string, unknown>;

/** What a stand-in answers from: the files of a bundle, read. */
export class Seed {
  readonly #files = new Map<string, unknown>();

  constructor(bundle: Pick<DemoBundle, 'files'>) {
    for (const { path, parts } of bundle.files()) this.#files.set(path, JSON.parse([...parts].join('')));
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

/** One page of a list, and where the next one begins; null on the last. */
export function pageOf<T>(all: readonly T[], after: number, size: number): { items: T[]; next: number | null } {
  const end = after + size;
  return { items: all.slice(after, end), next: end < all.length ? end : null };
}
