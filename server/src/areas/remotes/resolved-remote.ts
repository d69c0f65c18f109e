import { ENTRY_FILE, FIRST_FILES, HOST_LOADER, type ResolvedRemote, type ShortDigests } from '@cam/contracts/server';
import { SHARED_FILES, type StoredRelease } from './release';
import { isLoadable } from './release-candidate';

type Files = Pick<ResolvedRemote, 'integrity' | 'listed' | 'needs'>;

/**
 * Returns a release as consoles load it.
 * @param digests the form without the digests that the release lists itself, if the console reads them there. The shortest one, `entry`, has no calls of the
 * manifest either: they are for the gates, and no console reads them.
 */
export function resolvedRemote(
  { release, previous }: { release: StoredRelease; previous: StoredRelease | null },
  digests?: ShortDigests,
): ResolvedRemote {
  const files = previous && filesOf(previous, digests);
  return {
    id: release.id,
    version: release.version,
    base: baseOf(release),
    files: `/r/${release.id}/${SHARED_FILES}/`,
    manifest: digests === 'entry' ? { ...release.manifest, calls: [] } : release.manifest,
    ...filesOf(release, digests),
    previous: previous &&
      files && { version: previous.version, base: baseOf(previous), integrity: files.integrity, ...(files.needs ? { needs: files.needs } : {}) },
  };
}

function filesOf(release: StoredRelease, digests?: ShortDigests): Files {
  const all = loadable(release);
  const entry = release.integrity[ENTRY_FILE];
  const listed = Object.keys(all).length - 1;
  if (digests === 'entry' && entry !== undefined && release.consumes[HOST_LOADER] !== undefined)
    return { integrity: { [ENTRY_FILE]: entry }, listed, needs: release.consumes };
  if (digests !== undefined && release.listsDigests) return { integrity: picked(release, (path) => FIRST_FILES.test(path)), listed };
  return { integrity: all };
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
