import { useState, type ReactNode } from 'react';
import { policyAccounts, readPolicyReference, type AccessRow, type PolicyReferenceParts } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { JsonPanel } from '@cam/ui';
import styles from './SearchResultPage.module.css';

const KINDS: Record<PolicyReferenceParts['kind'], string> = { LOOKUP: 'Policy', IDP: 'Directory role', ROLE: 'Role' };

/** Lists the policies that grant the access of a row. Each policy opens its document. */
export function RowPolicies({ row }: { row: AccessRow }): ReactNode {
  const [opened, setOpened] = useState<PolicyReferenceParts | null>(null);
  const references = (row.policies ?? []).flatMap((text) => readPolicyReference(text) ?? []);
  return (
    <div className={styles.policies}>
      <span>Granted by</span>
      <ul aria-label={`Policies that grant ${row.identity} access to ${row.resource}`}>
        {references.map((reference) => (
          <li key={reference.id}>
            <button type="button" className="cam-link" aria-label={`Show policy ${reference.title}`} onClick={() => setOpened(reference)}>
              {reference.title}
            </button>{' '}
            <small>{KINDS[reference.kind]}</small>
          </li>
        ))}
      </ul>
      {opened && <PolicyPanel policy={opened} accounts={policyAccounts(row)} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** Shows an empty document if the policy is missing. */
function PolicyPanel({ policy, accounts, onClose }: { policy: PolicyReferenceParts; accounts: string[]; onClose: () => void }): ReactNode {
  const { data, error } = useApi('POST /v1/policy-reader/policies', { body: { policies: [policy.id], account_ids: accounts } });
  if (!data && !error) return null;
  return <JsonPanel title={policy.title} json={data?.policies[0]?.policy_document ?? '{}'} onClose={onClose} />;
}
