import { useEffect, useRef, useState } from 'react';

/** The button whose menu was opened last. */
let menuButton: Element | null = null;

/** Notes that the focused button opens a menu: a dialog that an entry of the menu opens gives the focus back to the button, as the entry is gone by then. */
export function noteMenuButton(): void {
  menuButton = document.activeElement;
}

const isInMenu = (element: Element | null): boolean => (element?.closest('[role="menu"]') ?? null) !== null;

/** Returns what gets the focus back. */
function focusedBefore(): Element | null {
  return isInMenu(document.activeElement) ? menuButton : document.activeElement;
}

/** The page as a whole has the focus, or the entry of a menu that has closed. */
function isLost(focused: Element | null): boolean {
  return focused === document.body || isInMenu(focused);
}

/**
 * Gives the focus back to the element that had it, when an open dialog or drawer leaves the page as a whole. The component library does so only for one
 * that closes and stays mounted, and the focus would begin again at the top of the page.
 */
export function useFocusReturn(open: boolean): void {
  const [before] = useState(focusedBefore);
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  }, [open]);
  useEffect(
    () => () => {
      // The dialog is gone after this, and so is the focus, unless something else took it.
      setTimeout(() => {
        if (isOpen.current && isLost(document.activeElement) && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
