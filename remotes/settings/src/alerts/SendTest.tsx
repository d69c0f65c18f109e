import { useState, type ReactNode } from 'react';
import type { NotificationTest, Severity } from '@cam/contracts';
import { callApi } from '@cam/platform';
import { Button } from '@cam/ui';
import styles from './AlertForm.module.css';
import { METHOD_NAMES } from './methods';

interface Props {
  severity: Severity;
  /** Why no test message can be sent; null if one can. */
  disabledReason: string | null;
}

/** Sends a test message to all saved recipients of a severity and shows the result for each. */
export function SendTest({ severity, disabledReason }: Props): ReactNode {
  const [results, setResults] = useState<readonly NotificationTest[]>([]);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setResults([]);
    try {
      setResults((await callApi('POST /v1/tenants/notification/{severity}/test', { path: { severity } })).results);
    } catch {
      // The platform showed the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="test-heading">
      <h2 id="test-heading">Test</h2>
      <p className={styles.empty} id="test-hint">
        {disabledReason ?? 'Every recipient above gets a message that is marked as a test.'}
      </p>
      <Button onClick={() => void send()} disabled={disabledReason !== null} loading={busy} aria-describedby="test-hint">
        Send test message
      </Button>
      <div role="status">
        {results.length > 0 && (
          <ul aria-label="Test results" className={styles.results}>
            {results.map(({ method, target, sent, message }) => (
              <li key={`${method} ${target}`} className={sent ? undefined : styles.failed}>
                <span className={styles.entry}>
                  {METHOD_NAMES[method]} {target}
                </span>
                <strong>{sent ? 'Sent' : message}</strong>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
