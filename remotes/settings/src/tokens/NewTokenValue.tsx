import type { ReactNode } from 'react';
import { notify } from '@cam/platform';
import { Alert, Button } from '@cam/ui';
import styles from './tokens.module.css';

/** Shows the value of a new token, which the server does not keep. */
export function NewTokenValue({ token, name, onClose }: { token: string; name: string; onClose: () => void }): ReactNode {
  const command = `curl -H "authorization: Bearer ${token}" ${window.location.origin}/v1/tenants`;
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
      title={`Copy the value of "${name}" now. It is not shown again.`}
      description={
        <>
          <code>{token}</code>
          <p>
            <Button onClick={() => void copy(token, 'Token copied.')}>Copy token</Button>{' '}
            <Button onClick={() => void copy(command, 'Command copied.')}>Copy curl command</Button>
          </p>
          <p>
            For the command line, set <code>CAM_URL={window.location.origin}</code> and <code>CAM_TOKEN</code> to this value.
          </p>
        </>
      }
    />
  );
}
