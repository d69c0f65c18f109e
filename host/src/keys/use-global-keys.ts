import { useEffect, useEffectEvent } from 'react';
import { areSingleKeysOn } from './single-keys';

/** Elements in which a key has its usual meaning. */
const TYPING = 'input, textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=dialog], dialog';

interface Actions {
  /** Puts the focus into the search box. */
  search: () => void;
  /** Shows the list of keys. */
  help: () => void;
}

/** Runs the keys of the whole console: Ctrl+K and / for the search, ? for the list of keys. A page that uses a key itself goes first. */
export function useGlobalKeys({ search, help }: Actions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey !== (event.key === '?')) return;
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      return search();
    }
    if (!areSingleKeysOn() || target?.closest(TYPING)) return;
    if (event.key === '/') {
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
