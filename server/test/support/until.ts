/** How long a wait may take, ms: less than a test's limit, so that the wait itself reports what did not come. */
const WITHIN = 60_000;

/** For work that takes long on a busy machine, such as imports and reports, in tests with a longer limit. */
export const PATIENT = { within: 100_000 };

/**
 * Polls until `look` returns something truthy, and returns it.
 * @param what the condition, for the error message
 * @param within ms
 * @throws after that time: an endless wait would keep a failed run from ending
 */
export async function until<T>(what: string, look: () => T | Promise<T>, { within = WITHIN, every = 50 } = {}): Promise<NonNullable<T>> {
  const end = Date.now() + within;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`waited ${within / 1000} s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
