import { useEffect, useEffectEvent, useRef } from 'react';
import { useAccountFilter } from './account-filter';

/** Calls a function when the account filter is reset while the page is open. A view of a single source then starts over. */
export function useFilterReset(onReset: () => void): void {
  const { current } = useAccountFilter();
  const uid = current?.uid ?? null;
  const before = useRef(uid);
  const reset = useEffectEvent(onReset);
  useEffect(() => {
    const wasSet = before.current !== null;
    before.current = uid;
    if (wasSet && uid === null) reset();
  }, [uid]);
}
