import type { RemoteId } from '@cam/contracts';

/** Remotes that are turned off for the tenant. Their remaining components send no requests. */
const closed = new Set<RemoteId>();

export function setRemoteOpen(owner: RemoteId, open: boolean): void {
  if (open) closed.delete(owner);
  else closed.add(owner);
}

export function isRemoteOpen(owner: RemoteId): boolean {
  return !closed.has(owner);
}
