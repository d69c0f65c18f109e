import type { ReactNode } from 'react';
import { Alert, Button } from '@cam/ui';
import { copyText } from '../copy-text';
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
              <Button key={label} className={styles.copy} onClick={() => void copyText(text, done)}>
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
