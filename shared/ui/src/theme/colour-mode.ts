import { useEffect, useState } from 'react';
import type { ColourMode } from './tokens';
import { useMedia } from './use-media';

export type ColourChoice = ColourMode | 'system';

const KEY = 'cam:colourMode';
const DARK = '(prefers-color-scheme: dark)';
const CHANGED = 'cam-colour-mode';

export function readColourChoice(): ColourChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Stores the chosen colour mode in the browser. It outlives the session, because it suits the person and not the sign-in. */
export function setColourChoice(choice: ColourChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  window.dispatchEvent(new Event(CHANGED));
}

/** Returns the current mode: the person's choice, else the setting of the system. */
export function useColourMode(): ColourMode {
  const isSystemDark = useMedia(DARK);
  const [choice, setChoice] = useState(readColourChoice);
  useEffect(() => {
    const update = (): void => setChoice(readColourChoice());
    window.addEventListener(CHANGED, update);
    return () => window.removeEventListener(CHANGED, update);
  }, []);
  if (choice !== 'system') return choice;
  return isSystemDark ? 'dark' : 'light';
}
