/** How long a wait may take, ms: less than a test's limit, so that the wait itself reports what did not come. */
const WITHIN = 60_000;

/** For work that takes long on a busy machine, such as imports and reports, in tests with a longer limit. */
export const PATIENT = { within: 100_000 };

/** The time between two looks as a share of the time waited so far, and the shortest and the longest, ms. */
const SHARE = 0.1;
const SHORTEST = 50;
const LONGEST = 250;

/**
 * Polls until `look` returns something truthy, and returns it. The longer a wait has taken, the rarer it looks, for most looks are calls that keep the server
 * from the work that is waited for.
 * @param what the condition, for the error message
 * @param within ms
 * @param every the time between two looks, ms, for what lasts only a moment
 * @throws after that time: an endless wait would keep a failed run from ending
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  { within = WITHIN, every }: { within?: number; every?: number } = {},
): Promise<NonNullable<T>> {
  const began = Date.now();
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    const waited = Date.now() - began;
    if (waited > within) throw new Error(`waited ${within / 1000} s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, every ?? Math.min(Math.max(SHORTEST, waited * SHARE), LONGEST)));
  }
}
