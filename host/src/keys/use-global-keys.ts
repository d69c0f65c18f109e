import { useEffect, useEffectEvent, useRef } from 'react';
import { pressedKey, useConsoleKeys } from '@cam/platform';

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
 * Runs the keys of the whole console: Ctrl+K for the palette, g with a letter for a page, and the keys that the user has for the search and the list
 * of keys. A page that uses a key itself goes first.
 */
export function useGlobalKeys({ palette, search, help, sequence }: Actions): void {
  const { keys, singleKeys } = useConsoleKeys();
  /** The time of the first key of a sequence. */
  const begun = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const run = (action: () => void): void => {
      event.preventDefault();
      action();
    };
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) return event.key.toLowerCase() === 'k' ? run(palette) : undefined;
    const pressed = pressedKey(event);
    const target = event.target instanceof Element ? event.target : null;
    if (pressed === null || !singleKeys || target?.closest(TYPING)) return;
    if (pressed === 'g') begun.current = Date.now();
    else if (pressed === keys.search) run(search);
    else if (pressed === keys['show-keys']) run(help);
  });
  const onSecondKey = useEffectEvent((event: KeyboardEvent) => {
    const isSecond = Date.now() - begun.current < SEQUENCE_TIME;
    begun.current = 0;
    const pressed = isSecond ? pressedKey(event) : null;
    if (pressed === null || !/^[a-z]$/.test(pressed)) return;
    event.preventDefault();
    sequence(`g ${pressed}`);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    // The second key of a sequence is no key of the page, so the page gets it later.
    const listenFirst = (event: KeyboardEvent): void => onSecondKey(event);
    window.addEventListener('keydown', listenFirst, true);
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listenFirst, true);
      window.removeEventListener('keydown', listen);
    };
  }, []);
}
