import type { ObjectStorage, PutOptions, StorageEntry, StoredObject } from './object-storage';

/** One folder of a storage as a storage of its own. */
export class StorageBelow implements ObjectStorage {
  /** @param folder without a slash at its end */
  constructor(
    private readonly storage: ObjectStorage,
    private readonly folder: string,
  ) {}

  put(key: string, content: Buffer | string | AsyncIterable<Buffer>, options?: PutOptions): Promise<number> {
    return this.storage.put(this.#whole(key), content, options);
  }

  get(key: string): Promise<StoredObject | null> {
    return this.storage.get(this.#whole(key));
  }

  sizeOf(key: string): Promise<number | null> {
    return this.storage.sizeOf(this.#whole(key));
  }

  remove(key: string): Promise<void> {
    return this.storage.remove(this.#whole(key));
  }

  removeFolder(folder: string): Promise<void> {
    return this.storage.removeFolder(this.#whole(folder));
  }

  replaceFolder(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
    return this.storage.replaceFolder(this.#whole(folder), files);
  }

  moveFolder(from: string, to: string): Promise<void> {
    return this.storage.moveFolder(this.#whole(from), this.#whole(to));
  }

  list(folder: string): Promise<StorageEntry[]> {
    return this.storage.list(this.#whole(folder));
  }

  async *keysBelow(folder: string): AsyncGenerator<string> {
    for await (const key of this.storage.keysBelow(this.#whole(folder))) yield key.slice(this.folder.length + 1);
  }

  withLocal<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    return this.storage.withLocal(this.#whole(key), work);
  }

  below(folder: string): ObjectStorage {
    return new StorageBelow(this.storage, this.#whole(folder));
  }

  /** An empty key is the folder itself. */
  #whole(key: string): string {
    return key === '' ? this.folder : `${this.folder}/${key}`;
  }
}
