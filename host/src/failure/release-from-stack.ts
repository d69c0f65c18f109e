import type { RemoteId } from '@cam/contracts';

const RELEASE_FILE = /\/r\/([a-z][a-z0-9-]*)\/([^/\s]+)\//;

/** Folder of the files that all releases of a remote share. */
const SHARED = 'f';

/**
 * Returns the release that an error comes from, by the first remote address in its stack; null when there is none.
 * @returns `version` is null for a file that releases share
 */
export function releaseFromStack(text: string): { id: RemoteId; version: string | null } | null {
  const [, id, version] = RELEASE_FILE.exec(text) ?? [];
  return id && version ? { id, version: version === SHARED ? null : version } : null;
}
