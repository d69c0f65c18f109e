import type { ResolvedRemote } from '@cam/contracts';

declare global {
  interface Window {
    /** Address of the shared files of a release, by the address of the release. The entry of the release reads it. */
    __camFiles?: Record<string, string>;
    /** Digests by address. The chunk loader of a remote reads them, because it runs inside the remote and does not know the host. */
    __camIntegrity?: Record<string, string>;
  }
}

/** The files of one release: their addresses and digests. */
export interface ReleaseFiles {
  /** Address of the release, with a trailing slash. */
  base: string;
  /** Address of the files that carry a content digest in their name; the release itself when it shares none. */
  files: string;
  integrity: ResolvedRemote['integrity'];
  /** Modules that it needs from this host, with their ranges. When absent, its manifest lists them. */
  needs?: ResolvedRemote['needs'];
}

/** Returns the files of a release of a remote, current or previous. */
export function filesOf(remote: ResolvedRemote, release: Pick<ResolvedRemote, 'base' | 'integrity' | 'needs'>): ReleaseFiles {
  return { base: release.base, files: remote.files ?? release.base, integrity: release.integrity, needs: release.needs };
}

/** Returns an address as an absolute URL. */
export function absolute(address: string): string {
  return new URL(address, window.location.origin).href;
}

/** File names that contain a content digest. */
const DIGEST_NAME = /\.[0-9a-f]{12}\.[a-z0-9]+$/;

/** Returns the address of a file, as the code of its release requests it. */
export function addressOf({ base, files }: ReleaseFiles, file: string): string {
  return absolute((DIGEST_NAME.test(file) ? files : base) + file);
}

/** Registers the addresses and digests of a release. Its code then finds its files, and browsers check each file before it runs. */
export function registerRelease(release: ReleaseFiles): void {
  (window.__camFiles ??= {})[absolute(release.base)] = absolute(release.files);
  const digests = (window.__camIntegrity ??= {});
  // Older releases do not share files and load all of them from their own folder.
  for (const [file, digest] of Object.entries(release.integrity)) digests[absolute(release.base + file)] = digests[addressOf(release, file)] = digest;
}

/** Returns the expected digest of the file at an address; undefined when no release contains it. */
export function digestOf(url: string): string | undefined {
  const { origin, pathname } = new URL(url, window.location.origin);
  return window.__camIntegrity?.[origin + pathname];
}

/** Returns the SHA-384 digest in the format of the integrity attribute. */
export async function sha384(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}
