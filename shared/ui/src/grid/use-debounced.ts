import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for the delay; a delay of 0 ms returns it at once. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (ms === 0) return;
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return ms === 0 ? value : debounced;
}
