import { useState, type ReactNode } from 'react';
import type { UnusedItem } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { PolicyLinks } from '../explorer/PolicyLinks';

/** Shows the number of policies of an identity. A click lists them, and each name opens the policy document. */
export function PolicyCount({ item }: { item: UnusedItem }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (item.policies_count === 0) return 0;
  if (isOpen) return <Policies item={item} />;
  return (
    <button type="button" className="cam-link" aria-label={`Show the ${item.policies_count} policies of ${item.name}`} onClick={() => setOpen(true)}>
      {item.policies_count}
    </button>
  );
}

function Policies({ item: { uri, policies_count: count, policy_account_id: account } }: { item: UnusedItem }): ReactNode {
  const { data } = useApi('GET /v1/graph-querymgr/identity-service', { query: { uri, data_type: 'POLICY_LIST' } });
  const policies = data?.identity_info.policies.filter(({ kind }) => kind !== 'trust');
  return policies ? <PolicyLinks policies={policies} accountId={account} all /> : count;
}
