import type { ReactNode } from 'react';
import { API_TOKEN_SCOPES, type ApiTokenScope } from '@cam/contracts';
import { Select } from '@cam/ui';

const CHOICES = API_TOKEN_SCOPES.map((scope) => ({ value: scope, label: scope.replace('cam:', '') }));

/** Selects the scopes that a rule gives. */
export function ScopesSelect({ value, onChange }: { value: ApiTokenScope[]; onChange: (scopes: ApiTokenScope[]) => void }): ReactNode {
  return <Select aria-label="Scopes" mode="multiple" placeholder="Scopes" value={value} options={CHOICES} onChange={onChange} />;
}
