import { useEffect, useState } from 'react';
import type { ColourMode } from './tokens';

export type ColourChoice = ColourMode | 'system';

const KEY = 'cam:colourMode';
const DARK = '(prefers-color-scheme: dark)';
const CHANGED = 'cam-colour-mode';

export function readColourChoice(): ColourChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Kept over sessions: it belongs to the person's eyes, not to the sign-in. */
export function setColourChoice(choice: ColourChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  window.dispatchEvent(new Event(CHANGED));
}

/** The mode in force: what the person chose, else what the system says. */
export function useColourMode(): ColourMode {
  const [mode, setMode] = useState(current);
  useEffect(() => {
    const update = (): void => setMode(current());
    const system = window.matchMedia(DARK);
    system.addEventListener('change', update);
    window.addEventListener(CHANGED, update);
    return () => {
      system.removeEventListener('change', update);
      window.removeEventListener(CHANGED, update);
    };
  }, []);
  return mode;
}

function current(): ColourMode {
  const choice = readColourChoice();
  if (choice !== 'system') return choice;
  return window.matchMedia(DARK).matches ? 'dark' : 'light';
}
