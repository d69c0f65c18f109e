import { useEffect, useEffectEvent, useRef } from 'react';
import { areSingleKeysOn } from './single-keys';

/** Elements in which a key has its usual meaning. */
const TYPING = 'input, textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=dialog], dialog';

/** The time between the two keys of a sequence, ms. */
const SEQUENCE_TIME = 1500;

interface Actions {
  /** Opens the command palette. */
  palette: () => void;
  /** Puts the focus into the search box. */
  search: () => void;
  /** Shows the list of keys. */
  help: () => void;
  /** Runs the two keys of a command, such as "g d". */
  sequence: (keys: string) => void;
}

/**
 * Runs the keys of the whole console: Ctrl+K for the palette, / for the search, ? for the list of keys, and g with a letter for a page. A page that
 * uses a key itself goes first.
 */
export function useGlobalKeys({ palette, search, help, sequence }: Actions): void {
  /** The time of the first key of a sequence. */
  const begun = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey !== (event.key === '?')) return;
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      return palette();
    }
    if (!areSingleKeysOn() || target?.closest(TYPING)) return;
    const isSecond = Date.now() - begun.current < SEQUENCE_TIME;
    begun.current = 0;
    if (isSecond && /^[a-z]$/.test(event.key)) {
      event.preventDefault();
      sequence(`g ${event.key}`);
    } else if (event.key === 'g') {
      begun.current = Date.now();
    } else if (event.key === '/') {
      event.preventDefault();
      search();
    } else if (event.key === '?') {
      // Pages listen too, and later than the console. Their lists of keys take its place.
      setTimeout(() => {
        if (!event.defaultPrevented) help();
      });
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
