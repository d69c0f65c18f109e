/** Prefix of every key, so that CAM never touches another product's entries on a shared origin. */
const NAMESPACE = 'cam:';

/** Replaces the storage of a browser that refuses it, or has none left, until the page closes. */
const inMemory = new Map<string, string>();

/** Session storage of this tab, under the prefix `cam:`. */
export const storage = {
  get(key: string): string | null {
    return inMemory.get(key) ?? inBrowser((browser) => browser.getItem(NAMESPACE + key)) ?? null;
  },
  set(key: string, value: string): void {
    const isStored = inBrowser((browser) => {
      browser.setItem(NAMESPACE + key, value);
      return true;
    });
    if (isStored) inMemory.delete(key);
    else inMemory.set(key, value);
  },
  remove(key: string): void {
    inMemory.delete(key);
    inBrowser((browser) => browser.removeItem(NAMESPACE + key));
  },
  /** Removes every key of CAM. */
  purge(): void {
    inMemory.clear();
    inBrowser((browser) => {
      for (const key of Object.keys(browser)) if (key.startsWith(NAMESPACE)) browser.removeItem(key);
    });
  },
};

/** Returns null when the browser refuses storage, because it is forbidden or full. */
function inBrowser<T>(work: (browser: Storage) => T): T | null {
  try {
    return work(window.sessionStorage);
  } catch {
    return null;
  }
}
