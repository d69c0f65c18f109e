import { useEffect, useRef, useState } from 'react';

/**
 * Gives the focus back to the element that had it, when an open dialog or drawer leaves the page as a whole. The component library does so only for one
 * that closes and stays mounted, and the focus would begin again at the top of the page.
 */
export function useFocusReturn(open: boolean): void {
  const [before] = useState(() => document.activeElement);
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  }, [open]);
  useEffect(
    () => () => {
      // The dialog is gone after this, and so is the focus, unless something else took it.
      setTimeout(() => {
        if (isOpen.current && document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
