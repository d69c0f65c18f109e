/** Why a remote could not be loaded, as far as a person can act on it. */
export type FailureKind = 'network' | 'timeout' | 'missing' | 'server' | 'refused' | 'invalid' | 'integrity' | 'incompatible' | 'crashed' | 'empty';

export class LoadError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly url: string = '',
  ) {
    super(message);
  }
}

/** Worth another try without anybody doing anything. Wrong bytes and refusals stay wrong however often one asks. */
export function isTransient(kind: FailureKind): boolean {
  return kind === 'network' || kind === 'timeout' || kind === 'server';
}

/** The address that an error of a chunk or of the federation runtime tells of; empty where it tells of none. */
function addressIn(error: unknown): string {
  const { request, message } = (error ?? {}) as { request?: unknown; message?: unknown };
  if (typeof request === 'string') return new URL(request, window.location.origin).href;
  return /https?:\/\/[^\s"'<>)\\]+/.exec(String(message ?? ''))?.[0] ?? '';
}

/** Classifies whatever a load threw. */
export function toLoadError(error: unknown, url = addressIn(error)): LoadError {
  if (error instanceof LoadError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/time.?out/i.test(message)) return new LoadError('timeout', message, url);
  if (/integrity|digest/i.test(message)) return new LoadError('integrity', message, url);
  if (/Can not get|shared|version/i.test(message) && /singleton|satisfy|provided/i.test(message)) return new LoadError('incompatible', message, url);
  if (/loading (css )?chunk|ScriptNetworkError|Failed to (fetch|load)|NetworkError|RUNTIME-008/i.test(message))
    return new LoadError('network', message, url);
  return new LoadError('crashed', message, url);
}

/** An HTTP status as a failure. */
export function statusError(status: number, url: string): LoadError {
  if (status === 404 || status === 410) return new LoadError('missing', `the server answered ${status}`, url);
  if (status >= 500 || status === 429) return new LoadError('server', `the server answered ${status}`, url);
  return new LoadError('refused', `the server answered ${status}`, url);
}

/** What each kind means, for a person. */
export const FAILURE_MESSAGES: Record<FailureKind, string> = {
  network: 'Its files could not be reached. Check your connection.',
  timeout: 'Its files took too long to arrive.',
  missing: 'Its files are not on the server. Its team may be deploying it right now.',
  server: 'The server that keeps its files failed.',
  refused: 'The server refused to give its files.',
  invalid: 'What the server sent is not the area.',
  integrity: 'Its files are not those that were published, so they were not run.',
  incompatible: 'It was made for another version of the console.',
  crashed: 'It failed while it was running.',
  empty: 'It does not contain the page that it promises.',
};
