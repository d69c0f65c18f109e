import { useEffect, useEffectEvent } from 'react';
import { saveConsoleKeys, useConsoleKeys } from '@cam/platform';

/** Fields, menus and dialogs, in which keys keep their usual meaning. */
const OWN_KEYS = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], .ant-modal';

/** Returns whether keys without Ctrl act, and a function that turns them on or off for the user. */
export function useKeySwitch(): [boolean, (isOn: boolean) => void] {
  const { singleKeys } = useConsoleKeys();
  // The platform shows why a change fails.
  return [singleKeys, (next) => void saveConsoleKeys({ singleKeys: next }).catch(() => undefined)];
}

/**
 * Calls back for keys anywhere on the page, outside of fields, menus and dialogs.
 * @param of `window` leaves a key to the listeners of `document` first
 */
export function useSingleKeys(
  enabled: boolean,
  onKey: (event: KeyboardEvent, target: Element) => void,
  of: 'document' | 'window' = 'document',
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.defaultPrevented || !(event.target instanceof Element)) return;
    if (!event.target.closest(OWN_KEYS)) onKey(event, event.target);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handle(event);
    const source: EventTarget = of === 'window' ? window : document;
    source.addEventListener('keydown', listen as EventListener);
    return () => source.removeEventListener('keydown', listen as EventListener);
  }, [of]);
}
