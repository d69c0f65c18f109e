/** In front of every key, so that CAM never meets another product's entries on a shared origin. */
const NAMESPACE = 'cam:';

/** Session storage of this tab. A browser that refuses storage behaves like an empty one. */
export const storage = {
  get(key: string): string | null {
    try {
      return sessionStorage.getItem(NAMESPACE + key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      sessionStorage.setItem(NAMESPACE + key, value);
    } catch {
      // Storage may be full or forbidden: the value lives as long as the page.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(NAMESPACE + key);
    } catch {
      // See above.
    }
  },
  /** Removes every key of CAM. */
  purge(): void {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(NAMESPACE)) sessionStorage.removeItem(key);
  },
};
