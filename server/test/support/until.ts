/** How long what a test waits for may take, ms: less than a test may, so that the wait itself says what did not come. */
const WITHIN = 25_000;

/** Of what takes long on a machine that is busy, as imports and reports do, and of tests that may take longer than others. */
export const PATIENT = { within: 100_000 };

/**
 * Looks again and again until there is something, and gives it.
 * @param what it waits for, as whoever reads of the failure is told
 * @param within ms
 * @throws where nothing came: a wait without an end would keep a run whose test has failed from ending
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
