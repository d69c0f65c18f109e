import { useEffect, useEffectEvent, useState } from 'react';

/** Fields, menus and dialogs, in which keys keep their usual meaning. */
const OWN_KEYS = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], .ant-modal';

/**
 * Returns whether the single keys of a list are on, as this browser stores it. They are on by default.
 * @param list name of the list in the storage
 */
export function useKeySwitch(list: string): [boolean, (isOn: boolean) => void] {
  const stored = `cam.${list}.keys`;
  const [isOn, setOn] = useState(() => localStorage.getItem(stored) !== 'off');
  const change = (next: boolean): void => {
    setOn(next);
    localStorage.setItem(stored, next ? 'on' : 'off');
  };
  return [isOn, change];
}

/** Calls back for single keys anywhere on the page. Keys in a field, a menu, a dialog or with a modifier keep their usual meaning. */
export function useSingleKeys(enabled: boolean, onKey: (event: KeyboardEvent, target: Element) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    if (!event.target.closest(OWN_KEYS)) onKey(event, event.target);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
