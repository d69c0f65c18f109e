import { useRef, useState, type KeyboardEvent } from 'react';

/** Where an arrow key leads from one of so many. */
const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => Math.min(index + 1, count - 1),
  ArrowLeft: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** What makes one of several marks of a chart reachable. */
export interface ArrowKeys<E> {
  ref: (element: E | null) => void;
  tabIndex: 0 | -1;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Makes the marks of a chart one stop of the keyboard, in which the arrow keys go from one to the next.
 * @param count of the marks, in their order
 * @param first the mark that is stopped at first
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
