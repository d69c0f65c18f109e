import type { ReactNode } from 'react';
import type { Severity } from '@cam/contracts';
import { useSession } from '@cam/platform';
import { ErrorState, LoadingState } from '@cam/ui';
import { AlertForm, type WizardSteps } from './AlertForm';
import { UndeliveredNotifications } from './UndeliveredNotifications';
import { useNotifications, withSaved } from './use-notifications';

interface Props {
  severity: Severity;
  /** In the setup wizard: opens the previous and the next step. */
  steps?: WizardSteps;
}

/** Shows the alert settings of one severity and its undelivered notifications. */
export function AlertSettings({ severity, steps }: Props): ReactNode {
  const { user, can } = useSession();
  const { data, error, mutate } = useNotifications();
  const info = data?.notification_info.find((one) => one.severity === severity);
  if (info) {
    return (
      <>
        <AlertForm
          key={severity}
          info={info}
          email={user.email}
          readOnly={!can('GENERAL')}
          onSaved={(saved) => mutate((answer) => withSaved(answer, saved), { revalidate: false })}
          steps={steps}
        />
        {!steps && <UndeliveredNotifications severity={severity} readOnly={!can('GENERAL')} />}
      </>
    );
  }
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  return <LoadingState label="Loading the alert settings" />;
}
