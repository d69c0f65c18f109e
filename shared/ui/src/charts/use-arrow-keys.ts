import { useRef, useState, type KeyboardEvent } from 'react';

/** The index that a key moves to, by the current index and the number of marks. */
const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => Math.min(index + 1, count - 1),
  ArrowLeft: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** The attributes of one mark. */
interface ArrowKeys<E> {
  ref: (element: E | null) => void;
  tabIndex: 0 | -1;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Makes the marks of a chart one tab stop, in which the arrow keys, Home and End move the focus.
 * @param count number of marks
 * @param first index of the mark that the Tab key reaches first
 * @returns the attributes of a mark, by its index
 */
export function useArrowKeys<E extends HTMLElement | SVGElement>(count: number, first = 0): (index: number) => ArrowKeys<E> {
  const [current, setCurrent] = useState(first);
  const marks = useRef<(E | null)[]>([]);
  return (index) => ({
    ref: (element) => {
      marks.current[index] = element;
    },
    tabIndex: index === Math.min(current, count - 1) ? 0 : -1,
    onFocus: () => setCurrent(index),
    onKeyDown: (event) => {
      const next = STEPS[event.key]?.(index, count);
      if (next === undefined) return;
      event.preventDefault();
      setCurrent(next);
      marks.current[next]?.focus();
    },
  });
}
