import type { ResolvedRemote } from '@cam/contracts';

declare global {
  interface Window {
    /** Where a release has the files that it shares with others, by the address of the release: its entry reads it. */
    __camFiles?: Record<string, string>;
    /** Digests by address: the chunk loader of a remote reads them (it runs inside the remote and knows nothing of the host). */
    __camIntegrity?: Record<string, string>;
  }
}

/** The files of one release: what it is made of, and where that lies. */
export interface ReleaseFiles {
  /** Where the release lies, with a trailing slash. */
  base: string;
  /** Where its files lie whose name carries a digest of their content; the release itself where it shares none. */
  files: string;
  integrity: ResolvedRemote['integrity'];
}

export function filesOf(remote: ResolvedRemote, release: { base: string; integrity: ResolvedRemote['integrity'] }): ReleaseFiles {
  return { base: release.base, files: remote.files ?? release.base, integrity: release.integrity };
}

export function absolute(address: string): string {
  return new URL(address, window.location.origin).href;
}

/** Names that promise their content. */
const DIGEST_NAME = /\.[0-9a-f]{12}\.[a-z0-9]+$/;

/** The address that the code of a release has for one of its files. */
export function addressOf({ base, files }: ReleaseFiles, file: string): string {
  return absolute((DIGEST_NAME.test(file) ? files : base) + file);
}

/** Makes addresses and digests of a release known, so that its code finds its files and browsers check every one of them before it runs. */
export function registerRelease(release: ReleaseFiles): void {
  (window.__camFiles ??= {})[absolute(release.base)] = absolute(release.files);
  const digests = (window.__camIntegrity ??= {});
  // Releases that were built before they shared files load all of them from the release.
  for (const [file, digest] of Object.entries(release.integrity)) digests[absolute(release.base + file)] = digests[addressOf(release, file)] = digest;
}

/** The digest that the file at an address must have; undefined where it is of no release. */
export function digestOf(url: string): string | undefined {
  const { origin, pathname } = new URL(url, window.location.origin);
  return window.__camIntegrity?.[origin + pathname];
}

/** SHA-384 as browsers write it. */
export async function sha384(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}
