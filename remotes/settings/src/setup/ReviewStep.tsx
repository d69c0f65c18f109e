import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '@cam/platform';
import { Button, ErrorState, LoadingState } from '@cam/ui';
import { useNotifications } from '../alerts/use-notifications';
import { notificationLines, profileLines, sharedWith, type ReviewLine } from './review';
import styles from './SetupPage.module.css';

/** Shows the settings of the previous steps. DONE opens the cloud sources. */
export function ReviewStep({ onBack }: { onBack: () => void }): ReactNode {
  const { user, tenant } = useSession();
  const { data, error, mutate } = useNotifications();
  const navigate = useNavigate();
  if (error && !data) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading the settings" />;
  const shared = sharedWith(data.notification_info);
  return (
    <div className={styles.review}>
      <Lines lines={profileLines(user, tenant.address)} />
      <h3>Alert Notifications</h3>
      <Lines lines={notificationLines(user)} />
      <h3>Notification Methods</h3>
      <Lines
        lines={[
          { label: 'Primary Email', text: user.email },
          { label: 'Shared with', text: shared.length > 0 ? shared.join(', ') : 'none' },
        ]}
      />
      <div className={styles.actions}>
        <Button onClick={onBack}>BACK</Button>
        <Button type="primary" onClick={() => void navigate('/sources/cloud')}>
          DONE
        </Button>
      </div>
    </div>
  );
}

function Lines({ lines }: { lines: readonly ReviewLine[] }): ReactNode {
  return (
    <dl>
      {lines.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
