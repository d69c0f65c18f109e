import { useState, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { JsonPanel } from '@cam/ui';

/** Opens all policies of an identity as one JSON document, each with its name. */
export function AllPolicies({ uri, name }: { uri: string; name: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {' '}
      <button type="button" className="cam-link" onClick={() => setOpen(true)}>
        View all as JSON
      </button>
      {isOpen && <Documents uri={uri} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function Documents({ uri, name, onClose }: { uri: string; name: string; onClose: () => void }): ReactNode {
  const { data, error } = useApi('GET /v1/graph-querymgr/identity-service', { query: { uri, data_type: 'IDENTITY_POLICY' } });
  if (!data && !error) return null;
  const policies = data?.identity_info.identity_policy ?? [];
  const json = `[${policies.map((one) => `{"name":${JSON.stringify(one.policy_name)},"document":${one.policy_document}}`).join(',')}]`;
  return <JsonPanel title={`Policies of ${name}`} json={json} onClose={onClose} />;
}
