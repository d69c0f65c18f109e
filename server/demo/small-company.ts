import type { DemoOptions } from './plan';

/** The company that a new installation shows: small enough to be there within seconds. */
export const SMALL_COMPANY = { size: 'S', seed: 1, days: 3 } as const satisfies Omit<DemoOptions, 'end'>;
