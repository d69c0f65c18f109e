import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Account } from '@cam/contracts';
import { notify, useSession } from '@cam/platform';
import { Button, CloudLogo } from '@cam/ui';
import styles from './ConnectAccount.module.css';

async function copyId({ account_id }: Account): Promise<void> {
  try {
    await navigator.clipboard.writeText(account_id);
    notify.success('The account ID has been copied to the clipboard.');
  } catch {
    // Browsers refuse access to the clipboard on an insecure connection, or if the user blocked it.
    notify.error(`The browser blocked copying. Copy the account ID from here: ${account_id}`);
  }
}

/** Explains how to connect or import an account, and lists the registered accounts. */
export function ConnectAccount(): ReactNode {
  const { tenant, can } = useSession();
  return (
    <aside className={styles.panel} aria-labelledby="connect-title">
      <h2 id="connect-title">Connect account</h2>
      {can('ACCOUNT') && (
        <p>
          To connect an account or a whole organization, open <Link to="/sources/cloud">Cloud Sources</Link> and choose Add Source. CAM then reads it
          every day. To analyze one account without sharing credentials:
        </p>
      )}
      <ol>
        <li>
          <h3>Export the account</h3>
          <p>Run this command with read access to the account. The output contains users, groups, roles and policies, and no secrets.</p>
          <pre tabIndex={0}>aws iam get-account-authorization-details {'>'} get-account-authorization-details.json</pre>
        </li>
        <li>
          <h3>Import the file</h3>
          {can('ACCOUNT') ? (
            <>
              <p>
                Open <Link to="/sources/cloud">Cloud Sources</Link>, choose Import, and select the file. A progress bar shows the progress. Or run
                this command on the server, with the ID of the account:
              </p>
              <pre tabIndex={0}>
                npm run cam -- import get-account-authorization-details.json --cloud AWS --account 123456789012 --tenant {tenant.tenant_id}
              </pre>
            </>
          ) : (
            <p>You have read access only. Ask a tenant administrator to import the file under Cloud Sources.</p>
          )}
        </li>
        <li>
          <h3>Search for access</h3>
          <p>
            Type <code>user with-access any</code> in the search at the top of the page.
          </p>
        </li>
      </ol>
      <h3>Registered accounts</h3>
      {tenant.account_info.length === 0 ? (
        <p>No accounts yet. Connect or import one as described above.</p>
      ) : (
        <ul className={styles.accounts}>
          {tenant.account_info.map((account) => (
            <li key={account.uid}>
              <CloudLogo cloud={account.cloud_type} />
              <span className={styles.account}>
                {account.account_name}
                <small>{account.account_id}</small>
              </span>
              <Button size="small" aria-label={`Copy ID of ${account.account_name}`} onClick={() => void copyId(account)}>
                Copy ID
              </Button>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
