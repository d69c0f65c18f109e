import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Shell.module.css';

/** Shows the menu above the page in narrow windows. Escape, a press beside it and any navigation close it. */
export function MenuDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser keeps the focus inside a modal dialog, and returns it to the menu button.
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    const shown = dialog.current;
    const onPress = ({ target }: MouseEvent): void => {
      if (target === shown) onClose();
    };
    shown?.addEventListener('click', onPress);
    return () => shown?.removeEventListener('click', onPress);
  }, [onClose]);
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClose={onClose}>
      {children}
    </dialog>
  );
}
