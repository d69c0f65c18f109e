import type { ResolvedRemote } from '@cam/contracts';

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
  return window.__camIntegrity?.[new URL(url, window.location.origin).href];
}
