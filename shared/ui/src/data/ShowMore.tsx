import { Button } from 'antd';
import { useState, type ReactNode } from 'react';

/** Items of a list that are shown at first. A thousand rows with controls take seconds to render. */
export const SHOWN_AT_ONCE = 100;

/**
 * Returns the beginning of a list, and a function that shows more of it.
 * @param isKept items that are shown wherever they are in the list
 */
export function useShortenedList<T>(
  all: readonly T[],
  isKept: (one: T) => boolean = () => false,
): { shown: readonly T[]; left: number; more: () => void } {
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const shown = all.filter((one, index) => index < most || isKept(one));
  return { shown, left: all.length - shown.length, more: () => setMost(most + SHOWN_AT_ONCE) };
}

/** Shows the button for more items as the last item of a list. Renders nothing when the whole list is shown. */
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
