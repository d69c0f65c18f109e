import type { DemoOptions } from './plan';

/** The company of a new installation, small enough to load within seconds. */
export const SMALL_COMPANY = { size: 'S', seed: 1, days: 3 } as const satisfies Omit<DemoOptions, 'end'>;
