import type { RemoteId } from '@cam/contracts';

/** Remotes that are off for the tenant. What is left of them on the screen asks for nothing more. */
const closed = new Set<RemoteId>();

export function setRemoteOpen(owner: RemoteId, open: boolean): void {
  if (open) closed.delete(owner);
  else closed.add(owner);
}

export function isRemoteOpen(owner: RemoteId): boolean {
  return !closed.has(owner);
}
