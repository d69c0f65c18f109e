import type { RemoteId, RemoteManifest } from '@cam/contracts/server';
import type { Catalogue } from './release';

export interface Version {
  id: RemoteId;
  version: string;
}

/**
 * Returns the manifests of the releases that a console may get: those that a channel points at or that a tenant pins.
 * @param except the remote that is left out
 */
export function liveManifests({ releases, channels }: Catalogue, pins: readonly Version[], except: RemoteId): RemoteManifest[] {
  return [...releases].flatMap(([id, list]) => {
    if (id === except) return [];
    const pointed = Object.values(channels.get(id) ?? {}).flatMap(({ version, rollout }) => [version, ...(rollout ? [rollout.from] : [])]);
    const pinned = pins.filter((pin) => pin.id === id).map(({ version }) => version);
    return list.filter(({ version }) => pointed.includes(version) || pinned.includes(version)).map(({ manifest }) => manifest);
  });
}
