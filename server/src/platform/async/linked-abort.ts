/**
 * Does something that ends with a signal, and that can be ended by itself. Afterwards nothing of it is left at the signal: those that `AbortSignal.any` makes of
 * one that lives as long as the process are never forgotten by it, which adds up where one is made for each of a million requests.
 */
export async function withEnding<T>(signal: AbortSignal, work: (ending: AbortController) => Promise<T>): Promise<T> {
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
