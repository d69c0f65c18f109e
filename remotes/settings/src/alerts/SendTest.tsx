import { useState, type ReactNode } from 'react';
import type { NotificationTest, Severity } from '@cam/contracts';
import { callApi } from '@cam/platform';
import { Button } from '@cam/ui';
import styles from './AlertForm.module.css';
import { METHOD_NAMES } from './methods';

interface Props {
  severity: Severity;
  /** Why there is nothing to test as things stand; null where there is. */
  missing: string | null;
}

/** Sends a test to everybody whom alerts of a severity are told to, as it was saved, and says of each how it went. */
export function SendTest({ severity, missing }: Props): ReactNode {
  const [results, setResults] = useState<readonly NotificationTest[]>([]);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setResults([]);
    try {
      setResults((await callApi('POST /v1/tenants/notification/{severity}/test', { path: { severity } })).results);
    } catch {
      // The platform has told the person.
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="test-heading">
      <h2 id="test-heading">Test</h2>
      <p className={styles.empty} id="test-hint">
        {missing ?? 'Everybody above gets a message that says that it is a test.'}
      </p>
      <Button onClick={() => void send()} disabled={missing !== null} loading={busy} aria-describedby="test-hint">
        SEND A TEST
      </Button>
      <div role="status">
        {results.length > 0 && (
          <ul aria-label="Results of the test" className={styles.results}>
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
