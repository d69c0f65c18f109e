import { digestOf, sha384 } from './release-files';
import { LoadError, statusError } from './load-error';
import { TIME_LIMITS } from './time-limit';

/**
 * Browsers say of a script or style that did not come nothing but that it did not come. Asking for it once more tells why: not there, a
 * server that fails, other bytes than those that were published. Answers with the error as it was where nothing more is found.
 */
export async function diagnose(error: LoadError): Promise<LoadError> {
  const expected = error.url ? digestOf(error.url) : undefined;
  if (error.kind !== 'network' || !expected) return error;
  try {
    const response = await fetch(error.url, { signal: AbortSignal.timeout(TIME_LIMITS.manifest), cache: 'no-store' });
    if (!response.ok) return statusError(response.status, error.url);
    if ((await sha384(await response.arrayBuffer())) === expected) return error;
    return new LoadError('integrity', 'the file is not the one that was published', error.url);
  } catch {
    return error;
  }
}
