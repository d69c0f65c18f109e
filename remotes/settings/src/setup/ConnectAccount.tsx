import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Account } from '@cam/contracts';
import { notify, useSession } from '@cam/platform';
import { Button, CloudLogo } from '@cam/ui';
import styles from './ConnectAccount.module.css';

async function copyId({ account_id }: Account): Promise<void> {
  try {
    await navigator.clipboard.writeText(account_id);
    notify.success('The account id has been copied to clipboard!');
  } catch {
    // Browsers refuse the clipboard without a secure connection, or when somebody forbade it.
    notify.error(`Your browser did not allow copying. The id is ${account_id}.`);
  }
}

/** How an account becomes known, and the accounts that are. */
export function ConnectAccount(): ReactNode {
  const { tenant, can } = useSession();
  return (
    <aside className={styles.panel} aria-labelledby="connect-title">
      <h2 id="connect-title">Connect account</h2>
      {can('ACCOUNT') && (
        <p>
          Under <Link to="/sources/cloud">Cloud Sources</Link>, Add Source connects an account or a whole organization, which is read every day from
          then on. To look at one account without giving credentials:
        </p>
      )}
      <ol>
        <li>
          <h3>Export the account</h3>
          <p>Run this with read access to the account. It prints users, groups, roles and policies, and no secrets.</p>
          <pre tabIndex={0}>aws iam get-account-authorization-details {'>'} get-account-authorization-details.json</pre>
        </li>
        <li>
          <h3>Import it</h3>
          {can('ACCOUNT') ? (
            <>
              <p>
                Open <Link to="/sources/cloud">Cloud Sources</Link>, choose Import, and give it the file. A progress bar shows how far it is. Or, on
                the machine of the server, run this with the id of the account:
              </p>
              <pre tabIndex={0}>
                npm run cam -- import get-account-authorization-details.json --cloud AWS --account 123456789012 --tenant {tenant.tenant_id}
              </pre>
            </>
          ) : (
            <p>You may look but not import. Ask an administrator of your tenant to import it under Cloud Sources.</p>
          )}
        </li>
        <li>
          <h3>Ask who can reach what</h3>
          <p>
            Type <code>user with-access any</code> in the search at the top of the page.
          </p>
        </li>
      </ol>
      <h3>Registered accounts</h3>
      {tenant.account_info.length === 0 ? (
        <p>No account is registered yet.</p>
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
