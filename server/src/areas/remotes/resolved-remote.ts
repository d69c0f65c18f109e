import { FIRST_FILES, type ResolvedRemote } from '@cam/contracts/server';
import { SHARED_FILES, type StoredRelease } from './release';
import { isLoadable } from './release-candidate';

/**
 * Returns a release as consoles load it.
 * @param digests `first`: without the digests that the release lists itself
 */
export function resolvedRemote({ release, previous }: { release: StoredRelease; previous: StoredRelease | null }, digests?: 'first'): ResolvedRemote {
  const isShort = (one: StoredRelease): boolean => digests === 'first' && one.listsDigests;
  const integrity = (one: StoredRelease): Record<string, string> => (isShort(one) ? picked(one, (path) => FIRST_FILES.test(path)) : loadable(one));
  return {
    id: release.id,
    version: release.version,
    base: baseOf(release),
    files: `/r/${release.id}/${SHARED_FILES}/`,
    manifest: release.manifest,
    integrity: integrity(release),
    ...(isShort(release) ? { listed: Object.keys(loadable(release)).length - 1 } : {}),
    previous: previous && { version: previous.version, base: baseOf(previous), integrity: integrity(previous) },
  };
}

/** Returns the digests of the files that consoles load. */
function loadable(release: StoredRelease): Record<string, string> {
  return picked(release, isLoadable);
}

function picked({ integrity }: StoredRelease, isWanted: (path: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(integrity).filter(([path]) => isWanted(path)));
}

function baseOf({ id, version }: StoredRelease): string {
  return `/r/${id}/${version}/`;
}
