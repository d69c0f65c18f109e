import { useEffect, useEffectEvent, useState } from 'react';

const STORED = 'cam.reviews.keys';

/** Returns whether the single keys are on, as this browser stores it. They are on by default. */
export function useKeySwitch(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(STORED) !== 'off');
  const change = (next: boolean): void => {
    setOn(next);
    localStorage.setItem(STORED, next ? 'on' : 'off');
  };
  return [isOn, change];
}

/** Runs actions with single keys. Keys in a field, a dialog or with a modifier keep their usual meaning. */
export function useReviewKeys(enabled: boolean, actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    if (event.target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], .ant-modal')) return;
    const act = actions[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
