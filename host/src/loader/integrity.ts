import type { ResolvedRemote } from '@cam/contracts';
import { addressNow } from './ask-anew';
import { TIME_LIMITS } from './time-limit';

declare global {
  interface Window {
    /** Digests by address: the chunk loader of a remote reads them (it runs inside the remote and knows nothing of the host). */
    __camIntegrity?: Record<string, string>;
  }
}

/** Makes the digests of a release known, so that every script of it is checked by the browser before it runs. */
export function registerIntegrity(base: string, integrity: ResolvedRemote['integrity']): void {
  const digests = (window.__camIntegrity ??= {});
  for (const [file, digest] of Object.entries(integrity)) digests[new URL(base + file, window.location.origin).href] = digest;
}

export function digestOf(url: string): string | undefined {
  const { origin, pathname } = new URL(url, window.location.origin);
  return window.__camIntegrity?.[origin + pathname];
}

/** SHA-384 as browsers write it. */
export async function sha384(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** What every load of a release asks for one after the other: its entry, and what the entry exposes. */
const FIRST_FILES = /^(remoteEntry|__federation_expose_remote\.[0-9a-f]+)\.js$/;

/** What is on its way, by the release. */
const asked = new Map<string, AbortController>();

/**
 * Asks for the first scripts of a release at once, so that each of them is in the browser's cache when the one before it has run. Whoever asks
 * again asks anew: a request that hangs would hold up the script that is waiting for the same file.
 */
export function preloadFirstFiles(base: string, integrity: ResolvedRemote['integrity']): void {
  asked.get(base)?.abort();
  const asking = new AbortController();
  asked.set(base, asking);
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(TIME_LIMITS.entry)]);
  for (const file of Object.keys(integrity)) {
    if (!FIRST_FILES.test(file)) continue;
    // Its outcome is nobody's business: the script that needs the file says what went wrong.
    fetch(addressNow(base + file), { signal })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  }
}
