import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { closeToast, toastsAtom } from '@cam/platform/host';
import styles from './ToastHost.module.css';

interface Props {
  /** Opens the page that a toast links to. */
  onFollow: (to: string) => void;
}

/** Shows the toasts of the console. Errors interrupt a screen reader; other toasts wait. */
export function ToastHost({ onFollow }: Props): ReactNode {
  const toasts = useAtomValue(toastsAtom);
  return (
    <div className={styles.stack} aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={`${styles.toast} ${styles[toast.kind]}`} role={toast.kind === 'error' ? 'alert' : 'status'}>
          <div>
            <strong>{toast.title}</strong>
            <p>{toast.text}</p>
            {toast.link && (
              <a
                href={toast.link.to}
                onClick={(event) => {
                  event.preventDefault();
                  closeToast(toast.id);
                  onFollow(toast.link?.to ?? '/');
                }}
              >
                {toast.link.label}
              </a>
            )}
          </div>
          <button type="button" aria-label="Close" onClick={() => closeToast(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
