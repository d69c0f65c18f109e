import { declaredNames, type NameKind, type RemoteId, type RemoteManifest } from '@cam/contracts/server';
import type { Catalogue } from './release';

export interface Version {
  id: RemoteId;
  version: string;
}

/**
 * Returns the manifests of the releases that a console may get: those that a channel points at or that a tenant pins.
 * @param except the remote that is left out, if any
 */
export function liveManifests({ releases, channels }: Catalogue, pins: readonly Version[], except?: RemoteId): RemoteManifest[] {
  return [...releases].flatMap(([id, list]) => {
    if (id === except) return [];
    const pointed = Object.values(channels.get(id) ?? {}).flatMap(({ version, rollout }) => [version, ...(rollout ? [rollout.from] : [])]);
    const pinned = pins.filter((pin) => pin.id === id).map(({ version }) => version);
    return list.filter(({ version }) => pointed.includes(version) || pinned.includes(version)).map(({ manifest }) => manifest);
  });
}

/** Returns the names of one kind that areas declare, each once, with the name of the area. The newest live release describes a name. */
export function namesIn(manifests: readonly RemoteManifest[], kind: NameKind): { name: string; text: string; owner: string }[] {
  const found = new Map<string, { name: string; text: string; owner: string }>();
  for (const manifest of manifests)
    for (const { kind: of, name, text } of declaredNames(manifest))
      if (of === kind && !found.has(name)) found.set(name, { name, text, owner: manifest.name });
  return [...found.values()];
}
