import { useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { JsonPanel } from '@cam/ui';
import styles from './explorer.module.css';

/** The number of policies that a cell names. A button with the remaining count shows the rest. */
const NAMED = 2;

interface Policy {
  id: string;
  name: string;
}

/**
 * Lists policies by name. Each name opens the policy document.
 * @param all names all policies at once
 */
export function PolicyLinks({ policies, accountId, all = false }: { policies: readonly Policy[]; accountId: string; all?: boolean }): ReactNode {
  const [opened, setOpened] = useState<Policy | null>(null);
  const [isWhole, setWhole] = useState(all);
  const named = isWhole ? policies : policies.slice(0, NAMED);
  return (
    <>
      <span className={styles.policies}>
        {named.map((policy) => (
          <button key={policy.id} type="button" className="cam-link" aria-label={`Show policy ${policy.name}`} onClick={() => setOpened(policy)}>
            {policy.name}
          </button>
        ))}
        {policies.length > named.length && (
          <button type="button" className="cam-link" onClick={() => setWhole(true)}>
            and {policies.length - named.length} more
          </button>
        )}
      </span>
      {opened && <PolicyDocument policy={opened} accountId={accountId} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Shows an empty document if the policy is missing. */
function PolicyDocument({ policy, accountId, onClose }: { policy: Policy; accountId: string; onClose: () => void }): ReactNode {
  const { data, error } = useApi('POST /v1/policy-reader/policies', { body: { policies: [policy.id], account_ids: [accountId] } });
  if (!data && !error) return null;
  return <JsonPanel title={policy.name} json={data?.policies[0]?.policy_document ?? '{}'} onClose={onClose} />;
}
