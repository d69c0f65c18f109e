import type { ReactNode } from 'react';
import { callApi } from '@cam/platform';
import { Button, Icon } from '@cam/ui';
import { useEvidence } from '../evidence/use-evidence';

/** Makes evidence for the failures of a rule about access: a signed proof of each, to attach to the evidence of its controls. */
export function RuleEvidence({ query }: { query: string }): ReactNode {
  const { isMaking, make } = useEvidence(() => callApi('POST /v1/proofs/export', { body: { query } }));
  return (
    <Button size="small" icon={<Icon name="download" />} loading={isMaking} onClick={() => void make()}>
      Evidence with proofs
    </Button>
  );
}

/** Reports whether a query is about access, which can be proved. */
export function isAboutAccess(query: string): boolean {
  return /\swith-access\s/.test(query);
}
