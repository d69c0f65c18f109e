import type { RemoteId } from '@cam/contracts';

const RELEASE_FILE = /\/r\/([a-z][a-z0-9-]*)\/([^/\s]+)\//;

/** The release whose file an error comes from, by the addresses in its stack; null where none of them is a remote's. */
export function releaseIn(text: string): { id: RemoteId; version: string } | null {
  const [, id, version] = RELEASE_FILE.exec(text) ?? [];
  return id && version ? { id, version } : null;
}
