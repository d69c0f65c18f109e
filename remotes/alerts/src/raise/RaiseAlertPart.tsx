import type { ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { RaiseAlertForm } from './RaiseAlertForm';

/** The form to raise an alert about the entity of another page, for use by other areas. */
export default function RaiseAlertPart({ objectUri, objectName, onRaised, onCancel }: PartProps['alerts.raise-alert']): ReactNode {
  return <RaiseAlertForm subject={{ uri: objectUri, name: objectName }} onRaised={onRaised} onCancel={onCancel} />;
}
