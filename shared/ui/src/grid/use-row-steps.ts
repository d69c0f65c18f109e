import { startTransition, useEffect, useState } from 'react';

/** Rows that are added at a time. On a slow computer, the layout and paint of this many take less than a user notices. */
const STEP = 5;

/**
 * Returns how many rows are drawn already. A new grid draws them in steps, between which the browser answers the user. Rows that have been drawn once are
 * drawn at once when others take their place.
 */
export function useRowSteps(total: number): number {
  const [most, setMost] = useState(STEP);
  useEffect(() => {
    if (most < total) startTransition(() => setMost(most + STEP));
  }, [most, total]);
  return Math.min(most, total);
}
