import { FIRST_FILES } from '@cam/contracts';
import { currentAddress } from './refetch-release';
import { addressOf, type ReleaseFiles } from './release-files';
import { TIME_LIMITS } from './time-limit';

/** Pending preloads by release: the request address and its abort controller. */
const pending = new Map<string, { entry: string; asking: AbortController }>();

/**
 * Preloads the first files of a release, so that each is in the browser's cache when the previous one has been read. A load under a new address
 * aborts the preload under the old one, because a request that hangs would delay it. The single-artefact build does not preload.
 */
export function preloadFirstFiles(release: ReleaseFiles): void {
  const entry = currentAddress(release.base);
  const before = pending.get(release.base);
  if (before?.entry === entry) return;
  before?.asking.abort();
  const asking = new AbortController();
  pending.set(release.base, { entry, asking });
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(TIME_LIMITS.entry)]);
  for (const file of Object.keys(release.integrity)) {
    if (!FIRST_FILES.test(file)) continue;
    // The result is ignored: the script that needs the file reports the failure.
    fetch(currentAddress(addressOf(release, file)), { signal })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  }
}
