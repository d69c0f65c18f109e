/** Length of a key, bytes. */
export const KEY_BYTES = 32;

/** The advice for a key that cannot be read. */
export const LOST_KEY =
  'Restore this key from a backup. Without it, no stored secret can be read: a new key, which CAM makes if you delete the file, needs all secrets again.';

/** Reports whether a text is a key in base64. */
export function isKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === KEY_BYTES;
}

/** Keys: the first one seals, and each of them opens. */
export interface KeySource {
  /** Runs `work` with the keys. It must not keep them, because their memory may be overwritten at its end. */
  use<T>(work: (keys: readonly Buffer[]) => T): T;
  /** Puts a new key first. The former keys still open until `end`. */
  begin(): Promise<void>;
  /** Drops all keys but the first. */
  end(): Promise<void>;
}
