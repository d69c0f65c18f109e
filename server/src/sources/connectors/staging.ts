import { readText, type ObjectStorage } from '../../platform/storage';
import { ProviderError } from './http/provider-error';

/** One page of a list. `next` is the token of the next page, null on the last. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

type ReadPage<T> = (next: string | null) => Promise<Page<T>>;

/** Converts between the entries of a page and the content of its file. */
export interface PageForm<T> {
  write: (items: T[]) => unknown;
  read: (file: unknown) => T[];
}

/** The file is the list itself. */
const BARE: PageForm<never> = { write: (items) => items, read: (file) => file as never[] };

/** The file is an object with the list in one field, as in the provider's response. */
export function inField<T>(field: string): PageForm<T> {
  return { write: (items) => ({ [field]: items }), read: (file) => (file as Record<string, T[]>)[field] ?? [] };
}

/** Each page is a single entry, stored as it is. */
export function singleEntry<T>(): PageForm<T> {
  return { write: ([answer]) => answer, read: (file) => [file as T] };
}

/** The progress of a list. */
interface Mark {
  name: string;
  pages: number;
  /** Token of the next page. Null if the list is complete. */
  next: string | null;
}

/** Folder of the marks. Names that start with a dot are not part of the bundle. */
const MARKS = '.marks';

/**
 * The staging area of a pull: one file per page of each list. Pages that are already here are not requested again, so a pull that was cut off
 * continues with the first missing page. Each page is written before its mark, so a crash only causes one page to be read again.
 */
export class Staging {
  /** The names of lists with a mark, as files. Null: not read yet. */
  #marked: Set<string> | null = null;

  constructor(private readonly storage: ObjectStorage) {}

  /** Deletes files without marks: what is left of a bundle whose hand-over was interrupted. */
  async removeLeftovers(): Promise<void> {
    if ((await this.#marks()).size === 0) await this.storage.removeFolder('');
  }

  /**
   * Yields the pages of a list, staged ones first.
   * @param name as in the bundle, without extension: `users`, `group-members/00g1`
   */
  async *pages<T>(name: string, read: ReadPage<T>, form: PageForm<T> = BARE as unknown as PageForm<T>): AsyncGenerator<T[]> {
    let mark = await this.#mark(name);
    for (let page = 1; page <= (mark?.pages ?? 0); page += 1) yield form.read(await this.#read(pageFile(name, page)));
    if (mark?.next === null) return;
    // Page tokens expire. If the provider no longer accepts one, the list starts again.
    let isResumed = mark !== null;
    for (;;) {
      let page: Page<T>;
      try {
        page = await read(mark?.next ?? null);
      } catch (error) {
        if (!isResumed || !(error instanceof ProviderError) || !['refused', 'gone'].includes(error.fault)) throw error;
        await this.#removePages(name, mark?.pages ?? 0);
        mark = null;
        page = await read(null);
      }
      isResumed = false;
      const pages: number = (mark?.pages ?? 0) + 1;
      // An empty list gets a file too, which shows that there is nothing.
      if (page.items.length > 0 || pages === 1) await this.#write(pageFile(name, pages), form.write(page.items));
      const stored = page.items.length > 0 || pages === 1 ? pages : pages - 1;
      mark = { name, pages: stored, next: page.next };
      await this.#writeMark(mark);
      yield page.items;
      if (page.next === null) return;
    }
  }

  /** Reads a complete list without holding it in memory. */
  async list<T>(name: string, read: ReadPage<T>, form?: PageForm<T>): Promise<void> {
    for await (const _page of this.pages(name, read, form));
  }

  /** Yields the entries of a list one by one. */
  async *entries<T>(name: string, read: ReadPage<T>, form?: PageForm<T>): AsyncGenerator<T> {
    for await (const page of this.pages(name, read, form)) yield* page;
  }

  /** Returns one response, read once and staged as it is. */
  async response<T>(name: string, read: () => Promise<T>): Promise<T> {
    if (await this.#mark(name)) return this.#read<T>(`${name}.json`);
    const value = await read();
    await this.#write(`${name}.json`, value);
    await this.#writeMark({ name, pages: 1, next: null });
    return value;
  }

  /** Marks data that is read per subject as complete. Without a file, "nothing exists" and "not read" would look the same. */
  async markComplete(name: string): Promise<void> {
    await this.response(name, async () => []);
  }

  /** Stages one optional response. Null becomes an empty file, as command lines print, which shows that there is nothing. */
  async optionalResponse(name: string, read: () => Promise<unknown>): Promise<void> {
    if (await this.#mark(name)) return;
    await this.#write(`${name}.json`, (await read()) ?? '');
    await this.#writeMark({ name, pages: 1, next: null });
  }

  /** Stages one file as it is, once. @param file name with extension */
  async file(file: string, read: () => Promise<Buffer>): Promise<void> {
    if (await this.#mark(file)) return;
    await this.#write(file, await read());
    await this.#writeMark({ name: file, pages: 1, next: null });
  }

  /**
   * Deletes the marks and the pages of incomplete lists, so that only the files of the bundle are left. Half a list would say that the rest does
   * not exist.
   */
  async close(): Promise<void> {
    for (const file of await this.#marks()) {
      const mark = await this.#readMark(`${MARKS}/${file}`);
      if (mark && mark.next !== null) await this.#removePages(mark.name, mark.pages);
    }
    await this.storage.removeFolder(MARKS);
    this.#marked = null;
  }

  async #marks(): Promise<Set<string>> {
    this.#marked ??= new Set((await this.storage.list(MARKS)).map(({ name }) => name));
    return this.#marked;
  }

  async #removePages(name: string, pages: number): Promise<void> {
    await this.storage.remove(markFile(name));
    this.#marked?.delete(markName(name));
    for (let page = 1; page <= pages; page += 1) await this.storage.remove(pageFile(name, page));
  }

  async #mark(name: string): Promise<Mark | null> {
    return (await this.#marks()).has(markName(name)) ? this.#readMark(markFile(name)) : null;
  }

  async #writeMark(mark: Mark): Promise<void> {
    await this.#write(markFile(mark.name), mark);
    (await this.#marks()).add(markName(mark.name));
  }

  /** Returns null for a mark that a power cut damaged. */
  async #readMark(file: string): Promise<Mark | null> {
    try {
      return await this.#read<Mark>(file);
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  async #read<T>(file: string): Promise<T> {
    const text = await readText(this.storage, file);
    if (text === null) throw new Error(`the staged file ${file} is missing`);
    return JSON.parse(text) as T;
  }

  async #write(file: string, value: unknown): Promise<void> {
    await this.storage.put(file, contentOf(value), { isTemporary: true });
  }
}

/** Escapes a provider's id for a file name, so that it cannot leave its folder. */
export function asFileName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, (character) => `%${(character.codePointAt(0) ?? 0).toString(16)}`).slice(0, 150);
}

/** Returns the content of a file: one entry per line, with bytes and empty text as they are. */
function contentOf(value: unknown): string | Buffer {
  if (Buffer.isBuffer(value) || value === '') return value;
  return Array.isArray(value) && value.length > 0 ? `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n` : JSON.stringify(value);
}

function pageFile(name: string, page: number): string {
  return `${name}-${String(page).padStart(4, '0')}.json`;
}

function markFile(name: string): string {
  return `${MARKS}/${markName(name)}`;
}

function markName(name: string): string {
  return name.replaceAll('/', '%');
}
