import type { ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { ExclusionDialog } from './ExclusionDialog';
import { scopesOf } from './words';

/** The dialog that excludes findings of another page, for use by other areas. */
export default function ExclusionDialogPart({ kind, findings, onClose, onSaved }: PartProps['alerts.exclusion-dialog']): ReactNode {
  return <ExclusionDialog kind={kind} scopes={scopesOf(findings)} onClose={onClose} onSaved={onSaved} />;
}
