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

/** What every load of a release asks for one after the other: its entry, and what the entry exposes. */
const FIRST_FILES = /^(remoteEntry|__federation_expose_remote\.[0-9a-f]+)\.js$/;

/** Asks for the first scripts of a release at once, so that each of them is there when the one before it has run. */
export function preloadFirstFiles(base: string, integrity: ResolvedRemote['integrity']): void {
  for (const [file, digest] of Object.entries(integrity)) {
    const { href, origin } = new URL(base + file, window.location.origin);
    if (!FIRST_FILES.test(file) || origin !== window.location.origin || document.querySelector(`link[rel=preload][href="${href}"]`)) continue;
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href, integrity: digest });
    // As the scripts are asked for later: the entry by the loader with CORS, what it exposes by the chunk loader without.
    if (file === 'remoteEntry.js') link.crossOrigin = 'anonymous';
    document.head.append(link);
  }
}
