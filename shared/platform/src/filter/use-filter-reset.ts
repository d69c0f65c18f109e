import { useEffect, useRef } from 'react';
import { useAccountFilter } from './account-filter';

/** Calls a function when the account filter is reset while the page is open. A view of a single source then starts over. */
export function useFilterReset(onReset: () => void): void {
  const { current } = useAccountFilter();
  const uid = current?.uid ?? null;
  const before = useRef(uid);
  useEffect(() => {
    const wasSet = before.current !== null;
    before.current = uid;
    if (wasSet && uid === null) onReset();
    // Only the filter counts: the callback may be a new function on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [uid]);
}
