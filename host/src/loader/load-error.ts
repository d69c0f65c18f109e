import type { RemoteLoad } from '@cam/contracts';
import { wasLate } from './late-files';

/** Cause of a failed load, as far as a user can act on it. */
export type FailureKind = Exclude<RemoteLoad['outcome'], 'ready'> | 'endless' | 'memory';

/** A failed load with its cause and the address of the failing file; the address is empty when it is not known. */
export class LoadError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly url: string = '',
  ) {
    super(message);
  }
}

/** Reports whether a retry can succeed without anyone fixing the cause. Wrong bytes and refusals do not go away. */
export function isTransient(kind: FailureKind): boolean {
  return kind === 'network' || kind === 'timeout' || kind === 'server';
}

/** Returns how a failure counts in the reports to operators. An area that had to be stopped counts as crashed. */
export function outcomeOf({ kind }: LoadError): RemoteLoad['outcome'] {
  return kind === 'endless' || kind === 'memory' ? 'crashed' : kind;
}

/** Returns the address in an error of a chunk or the federation runtime; empty when there is none. */
function addressIn(error: unknown): string {
  const { request, message } = (error ?? {}) as { request?: unknown; message?: unknown };
  if (typeof request === 'string') return new URL(request, window.location.origin).href;
  return /https?:\/\/[^\s"'<>)\\]+/.exec(String(message ?? ''))?.[0] ?? '';
}

/** Converts any error of a load to a LoadError. */
export function toLoadError(error: unknown, url = addressIn(error)): LoadError {
  if (error instanceof LoadError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/timed?.?out/i.test(message) || wasLate(url)) return new LoadError('timeout', message, url);
  if (/integrity|digest/i.test(message)) return new LoadError('integrity', message, url);
  if (/Can not get|shared|version/i.test(message) && /singleton|satisfy|provided/i.test(message)) return new LoadError('incompatible', message, url);
  if (/loading (css )?chunk|ScriptNetworkError|Failed to (fetch|load)|NetworkError|RUNTIME-008/i.test(message))
    return new LoadError('network', message, url);
  return new LoadError('crashed', message, url);
}

/** Converts an HTTP status other than success to a LoadError. */
export function statusError(status: number, url: string): LoadError {
  if (status === 404 || status === 410) return new LoadError('missing', `the server answered ${status}`, url);
  if (status >= 500 || status === 429) return new LoadError('server', `the server answered ${status}`, url);
  return new LoadError('refused', `the server answered ${status}`, url);
}

/** Messages for users, by cause. */
export const FAILURE_MESSAGES: Record<FailureKind, string> = {
  network: 'The console could not reach its files. Check your connection.',
  timeout: 'Its files took too long to load. Try again.',
  missing: 'Its files are not on the server. A deployment may be in progress. Try again in a few minutes.',
  server: 'The server could not deliver its files. Try again later.',
  refused: 'The server refused access to its files. Ask your administrator.',
  invalid: 'The server sent invalid files. Ask your operator to publish it again.',
  integrity: 'Its files do not match the published release, so they did not run. Ask your operator to publish it again.',
  incompatible: 'It requires another version of the console. Reload the page.',
  crashed: 'It failed while running. Try again.',
  endless: 'It drew itself again without end, so the console stopped it. Try again, or tell your operator.',
  memory: 'It used more and more memory, so the console stopped it. Try again, or tell your operator.',
  empty: 'It does not contain the requested page. Ask your operator to check the release.',
};
