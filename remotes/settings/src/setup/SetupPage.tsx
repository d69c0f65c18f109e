import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useHasAccounts, useSession } from '@cam/platform';
import { PageHeader } from '@cam/ui';
import styles from './SetupPage.module.css';

const PURPOSE = 'CAM shows who can reach what once it knows an account.';

/** The first page of a tenant without sources: what to do to see something. */
export default function SetupPage(): ReactNode {
  const { tenant, can } = useSession();
  const hasAccounts = useHasAccounts();
  return (
    <>
      <PageHeader title="Setup" text={hasAccounts ? PURPOSE : `${tenant.name} has no sources yet. ${PURPOSE}`} />
      <ol className={styles.steps}>
        <li>
          <h2>Export the account</h2>
          <p>Run this with read access to the account. It prints users, groups, roles and policies, and no secrets.</p>
          <pre tabIndex={0}>aws iam get-account-authorization-details {'>'} get-account-authorization-details.json</pre>
        </li>
        <li>
          <h2>Import it</h2>
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
          <h2>Ask who can reach what</h2>
          <p>
            Type <code>user with-access any</code> in the search at the top of the page.
          </p>
        </li>
      </ol>
    </>
  );
}
