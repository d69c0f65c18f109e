import { useEffect, useState } from 'react';

/** Time between two looks at the clock, ms: spans are shown to the minute. */
const LOOK = 30_000;

/** Returns the present time, ms since 1970, twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
