import { digestOf, sha384 } from './release-files';
import { LoadError, statusError } from './load-error';
import { TIME_LIMITS } from './time-limit';

/**
 * Finds the cause of a failed script or style, which browsers report as a network error only. It requests the file again and tells a missing file, a
 * failing server and wrong bytes apart.
 * @returns the original error when the second request reveals nothing more
 */
export async function diagnose(error: LoadError): Promise<LoadError> {
  const expected = error.url ? digestOf(error.url) : undefined;
  if (error.kind !== 'network' || !expected) return error;
  try {
    const response = await fetch(error.url, { signal: AbortSignal.timeout(TIME_LIMITS.manifest), cache: 'no-store' });
    if (!response.ok) return statusError(response.status, error.url);
    if ((await sha384(await response.arrayBuffer())) === expected) return error;
    return new LoadError('integrity', 'the file differs from the published one', error.url);
  } catch {
    return error;
  }
}
