import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProviderError } from './http/provider-error';

/** One page of a list; `next` is what asks for the one after it, null on the last. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

type ReadPage<T> = (next: string | null) => Promise<Page<T>>;

/** How the entries of a page stand in its file. */
export interface PageForm<T> {
  write: (items: T[]) => unknown;
  read: (file: unknown) => T[];
}

/** The list by itself. */
const BARE: PageForm<never> = { write: (items) => items, read: (file) => file as never[] };

/** The list in an object, as the field that the provider has it in. */
export function under<T>(field: string): PageForm<T> {
  return { write: (items) => ({ [field]: items }), read: (file) => (file as Record<string, T[]>)[field] ?? [] };
}

/** Pages that are one entry each, as they are. */
export function whole<T>(): PageForm<T> {
  return { write: ([answer]) => answer, read: (file) => [file as T] };
}

/** How far a list is. */
interface Mark {
  pages: number;
  /** Null: whole. */
  next: string | null;
}

/** Beside the files of the bundle; what begins with a dot is none of it. */
const MARKS = '.marks';

/**
 * Where the files of a pull lie until it is whole: one file for each page of each list. What was read once is read from here afterwards, so a pull that
 * was cut off goes on with the first page that is not here yet. A page is written before its mark: what a crash leaves is read once more.
 */
export class Staging {
  constructor(readonly folder: string) {}

  /**
   * The pages of a list, those that are here already first.
   * @param name as in the bundle, without its ending: `users`, `group-members/00g1`
   */
  async *pages<T>(name: string, read: ReadPage<T>, form: PageForm<T> = BARE as unknown as PageForm<T>): AsyncGenerator<T[]> {
    let mark = await this.#mark(name);
    for (let page = 1; page <= (mark?.pages ?? 0); page += 1) yield form.read(await this.#read(pageFile(name, page)));
    if (mark?.next === null) return;
    // A place in a list is good for a while only: where the provider does not know it any more, the list begins anew.
    let isResumed = mark !== null;
    for (;;) {
      let page: Page<T>;
      try {
        page = await read(mark?.next ?? null);
      } catch (error) {
        if (!isResumed || !(error instanceof ProviderError) || !['refused', 'gone'].includes(error.fault)) throw error;
        await this.#forget(name, mark?.pages ?? 0);
        mark = null;
        page = await read(null);
      }
      isResumed = false;
      const pages: number = (mark?.pages ?? 0) + 1;
      // An empty list is a file all the same: it is known that there is nothing.
      if (page.items.length > 0 || pages === 1) await this.#write(pageFile(name, pages), form.write(page.items));
      const kept = page.items.length > 0 || pages === 1 ? pages : pages - 1;
      mark = { pages: kept, next: page.next };
      await this.#write(markFile(name), mark);
      yield page.items;
      if (page.next === null) return;
    }
  }

  /** Reads a list to its end, without keeping any of it in the memory. */
  async list<T>(name: string, read: ReadPage<T>, form?: PageForm<T>): Promise<void> {
    for await (const _page of this.pages(name, read, form));
  }

  /** The entries of a list one by one. */
  async *entries<T>(name: string, read: ReadPage<T>, form?: PageForm<T>): AsyncGenerator<T> {
    for await (const page of this.pages(name, read, form)) yield* page;
  }

  /** One answer, kept as it is. */
  async answer<T>(name: string, read: () => Promise<T>): Promise<T> {
    if (await this.#mark(name)) return this.#read<T>(`${name}.json`);
    const value = await read();
    await this.#write(`${name}.json`, value);
    await this.#write(markFile(name), { pages: 1, next: null } satisfies Mark);
    return value;
  }

  /** Says of what is asked about one by one that all of it is here, be it nothing: without any file it would not be known. */
  async complete(name: string): Promise<void> {
    await this.answer(name, async () => []);
  }

  /** One answer, where there is one: null leaves an empty file, as command lines do, by which it is known that there is nothing. */
  async answerOrNothing(name: string, read: () => Promise<unknown>): Promise<void> {
    if (await this.#mark(name)) return;
    await this.#write(`${name}.json`, (await read()) ?? '');
    await this.#write(markFile(name), { pages: 1, next: null } satisfies Mark);
  }

  /** A file that is kept as it is, unless it is here. @param file with its ending */
  async file(file: string, read: () => Promise<Buffer>): Promise<void> {
    if (await this.#mark(file)) return;
    await this.#write(file, await read());
    await this.#write(markFile(file), { pages: 1, next: null } satisfies Mark);
  }

  /** Takes the marks away: what is left are the files of a bundle. */
  async close(): Promise<void> {
    await rm(join(this.folder, MARKS), { recursive: true, force: true });
  }

  async #forget(name: string, pages: number): Promise<void> {
    await rm(join(this.folder, markFile(name)), { force: true });
    for (let page = 1; page <= pages; page += 1) await rm(join(this.folder, pageFile(name, page)), { force: true });
  }

  async #mark(name: string): Promise<Mark | null> {
    try {
      return await this.#read<Mark>(markFile(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  async #read<T>(file: string): Promise<T> {
    return JSON.parse(await readFile(join(this.folder, file), 'utf8')) as T;
  }

  async #write(file: string, value: unknown): Promise<void> {
    const path = join(this.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, contentOf(value), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
}

/** An id of a provider as part of the name of a file: whatever it holds, it names nothing outside its folder. */
export function asFileName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, (character) => `%${(character.codePointAt(0) ?? 0).toString(16)}`).slice(0, 150);
}

/** An entry a line; bytes, and the text of an empty file, as they are. */
function contentOf(value: unknown): string | Buffer {
  if (Buffer.isBuffer(value) || value === '') return value;
  return Array.isArray(value) && value.length > 0 ? `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n` : JSON.stringify(value);
}

function pageFile(name: string, page: number): string {
  return `${name}-${String(page).padStart(4, '0')}.json`;
}

function markFile(name: string): string {
  return `${MARKS}/${name.replaceAll('/', '%')}`;
}
