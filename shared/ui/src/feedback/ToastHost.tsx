import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { closeToast, toastsAtom } from '@cam/platform/host';
import styles from './ToastHost.module.css';

/** Shows the toasts of the console. Errors interrupt a screen reader; other toasts wait. */
export function ToastHost(): ReactNode {
  const toasts = useAtomValue(toastsAtom);
  return (
    <div className={styles.stack} aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={`${styles.toast} ${styles[toast.kind]}`} role={toast.kind === 'error' ? 'alert' : 'status'}>
          <div>
            <strong>{toast.title}</strong>
            <p>{toast.text}</p>
          </div>
          <button type="button" aria-label="Close" onClick={() => closeToast(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
