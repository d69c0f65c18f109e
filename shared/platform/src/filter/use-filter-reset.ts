import { useEffect, useRef } from 'react';
import { useAccountFilter } from './account-filter';

/** Does something once the account filter is reset while the page is open: views that show what is in one source start anew. */
export function useFilterReset(onReset: () => void): void {
  const { current } = useAccountFilter();
  const uid = current?.uid ?? null;
  const before = useRef(uid);
  useEffect(() => {
    const wasSet = before.current !== null;
    before.current = uid;
    if (wasSet && uid === null) onReset();
    // Only the filter counts: what is to be done may be another function at every look.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [uid]);
}
