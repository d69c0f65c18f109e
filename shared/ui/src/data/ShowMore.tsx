import { Button } from 'antd';
import { useState, type ReactNode } from 'react';

/** So many of a list are shown at once: rows to be chosen take seconds by the thousand. */
export const SHOWN_AT_ONCE = 100;

/**
 * The beginning of a list, and more of it as somebody asks for it.
 * @param isKept what is shown wherever it stands
 */
export function useBegun<T>(all: readonly T[], isKept: (one: T) => boolean = () => false): { begun: readonly T[]; left: number; more: () => void } {
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const begun = all.filter((one, index) => index < most || isKept(one));
  return { begun, left: all.length - begun.length, more: () => setMost(most + SHOWN_AT_ONCE) };
}

/** The last item of a list that was begun; nothing where all of it is shown. */
export function ShowMore({ left, onMore, className }: { left: number; onMore: () => void; className?: string | undefined }): ReactNode {
  if (left === 0) return null;
  return (
    <li className={className}>
      <Button size="small" onClick={onMore}>
        {`Show more (${left.toLocaleString('en')} left)`}
      </Button>
    </li>
  );
}
