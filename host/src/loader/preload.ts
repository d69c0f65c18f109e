import { FIRST_FILES } from '@cam/contracts';
import { currentAddress } from './refetch-release';
import { addressOf, type ReleaseFiles } from './release-files';
import { TIME_LIMITS } from './time-limit';

/** What was asked for, by the release: under which address, and how to end it. */
const pending = new Map<string, { entry: string; asking: AbortController }>();

/**
 * Asks for the first files of a release at once, so that each of them is in the browser's cache when the one before it was read. A load that asks
 * by another address than the one before it ends that: a request that hangs would hold up what waits for it. The build as one artefact has none
 * of this.
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
    // Its outcome is nobody's business: the script that needs the file says what went wrong.
    fetch(currentAddress(addressOf(release, file)), { signal })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  }
}
