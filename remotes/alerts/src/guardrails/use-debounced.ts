import { useEffect, useState } from 'react';

/** A value once it has rested for `rest` ms. */
export function useDebounced<T>(value: T, rest: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}
