import type { ReactNode } from 'react';
import type { Severity } from '@cam/contracts';
import { useSession } from '@cam/platform';
import { ErrorState, LoadingState } from '@cam/ui';
import { AlertForm, type WizardSteps } from './AlertForm';
import { Undelivered } from './Undelivered';
import { useNotifications, withSaved } from './use-notifications';

interface Props {
  severity: Severity;
  /** In the setup wizard: the ways to the steps before and after. */
  steps?: WizardSteps;
}

/** Whom alerts of one severity are told to. */
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
        {!steps && <Undelivered severity={severity} readOnly={!can('GENERAL')} />}
      </>
    );
  }
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  return <LoadingState label="Loading the alert settings" />;
}
