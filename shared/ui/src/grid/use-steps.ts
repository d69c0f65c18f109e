import { startTransition, useEffect, useState } from 'react';

/** Rows that are added at a time. On a slow computer, the layout and paint of this many take less than a user notices. */
const STEP = 5;

/**
 * Returns how many rows are drawn already. A new grid draws them in steps, between which the browser answers the user. Rows that have been drawn once are
 * drawn at once when others take their place.
 */
export function useRowSteps(total: number): number {
  return useSteps(total, STEP);
}

/** Returns how many of so many parts are drawn already, with more of them in each step. */
export function useSteps(total: number, step: number): number {
  const [most, setMost] = useState(step);
  useEffect(() => {
    if (most < total) startTransition(() => setMost(most + step));
  }, [most, total, step]);
  return Math.min(most, total);
}
