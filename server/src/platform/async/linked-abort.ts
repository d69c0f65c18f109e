/**
 * Runs work under a controller that aborts with the signal and can also be aborted by itself. Afterwards it removes its listener from the signal.
 * `AbortSignal.any` does not: a signal that lives as long as the process keeps every dependent signal, which adds up over a million requests.
 */
export async function withLinkedAbort<T>(signal: AbortSignal, work: (controller: AbortController) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = (): void => ending.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  try {
    return await work(ending);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
