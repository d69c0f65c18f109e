import type { KeyboardEvent } from 'react';

/** Returns the index that a key moves to; undefined for a key that moves nowhere. */
const STEPS: Record<string, (index: number, count: number) => number> = {
  next: (index, count) => (index + 1) % count,
  previous: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

const ARROWS = {
  horizontal: { ArrowRight: 'next', ArrowLeft: 'previous' },
  vertical: { ArrowDown: 'next', ArrowUp: 'previous' },
} as const;

/**
 * Moves the focus from a tab to the one that an arrow key, Home or End chooses.
 * @param box the element around all tabs
 * @returns the index of that tab; null when the key moves nowhere
 */
export function moveByKey(event: KeyboardEvent<HTMLElement>, box: Element | null, direction: keyof typeof ARROWS): number | null {
  const tabs = [...(box?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const arrows: Record<string, string> = ARROWS[direction];
  const next = STEPS[arrows[event.key] ?? event.key]?.(tabs.indexOf(event.currentTarget), tabs.length);
  if (next === undefined) return null;
  event.preventDefault();
  tabs[next]?.focus();
  return next;
}
