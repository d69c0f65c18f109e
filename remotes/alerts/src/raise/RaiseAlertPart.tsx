import type { ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { RaiseAlertForm } from './RaiseAlertForm';

/** Raises an alert about what another page shows. */
export default function RaiseAlertPart({ objectUri, objectName, onRaised, onCancel }: PartProps['alerts.raise-alert']): ReactNode {
  return <RaiseAlertForm subject={{ uri: objectUri, name: objectName }} onRaised={onRaised} onCancel={onCancel} />;
}
