import type { ReactNode } from 'react';
import { notify } from '@cam/platform';
import { Alert, Button } from '@cam/ui';
import styles from './tokens.module.css';

interface Props {
  title: string;
  value: string;
  /** Texts to copy, each with its button and the message after it. */
  copies: readonly { label: string; text: string; done: string }[];
  note: ReactNode;
  onClose: () => void;
}

/** Shows a new secret, which the server does not keep in a readable form. */
export function ShownOnce({ title, value, copies, note, onClose }: Props): ReactNode {
  const copy = async (text: string, done: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify.success(done);
    } catch {
      // Browsers refuse access to the clipboard on an insecure connection, or if the user blocked it.
      notify.error('The browser blocked access to the clipboard. Select the text and copy it manually.');
    }
  };
  return (
    <Alert
      type="success"
      closable
      onClose={onClose}
      className={styles.value}
      title={title}
      description={
        <>
          <code>{value}</code>
          <p>
            {copies.map(({ label, text, done }) => (
              <Button key={label} className={styles.copy} onClick={() => void copy(text, done)}>
                {label}
              </Button>
            ))}
          </p>
          <p>{note}</p>
        </>
      }
    />
  );
}
