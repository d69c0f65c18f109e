import { useEffect } from 'react';

/** The element that had the focus last. */
let last: EventTarget | null = null;
document.addEventListener('focusin', ({ target }) => (last = target));

/**
 * Moves the focus to the content of the console if the element that had it disappeared, such as a field of a crashed page or the menu item of an area that
 * was turned off. Browsers would otherwise begin again at the top of the page. Screens that replace a page use it.
 */
export function useFocusKept(): void {
  useEffect(() => {
    if (last instanceof Node && !last.isConnected && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, []);
}
