/**
 * Returns the key that a user pressed by itself, as the layout of the keyboard writes it; null for a key with Ctrl, Alt or Meta. Layouts write signs
 * such as [ and / with Shift, AltGr or Option, so these count only with letters and digits. Caps Lock does not count.
 */
export function pressedKey(event: KeyboardEvent): string | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key);
  const isWritten = isSign && !metaKey && (event.getModifierState('AltGraph') || (altKey && !ctrlKey));
  if (!isWritten && (ctrlKey || metaKey || altKey)) return null;
  return /^[A-Z]$/.test(key) && !shiftKey ? key.toLowerCase() : key;
}
