import type { ReactNode } from 'react';
import type { NotificationDelivery, Severity } from '@cam/contracts';
import { callApi, confirm, useApi } from '@cam/platform';
import { Button, formatCount, Tag, Time, formatZoned } from '@cam/ui';
import styles from './AlertForm.module.css';
import { METHOD_NAMES } from './methods';

/** Refresh interval of the list, ms: deliveries continue in the background. */
const REFRESH = 30_000;

/** Lists the notifications of a severity that no recipient accepted so far. Renders nothing if all were delivered. */
export function UndeliveredNotifications({ severity, readOnly }: { severity: Severity; readOnly: boolean }): ReactNode {
  const options = { filtered: false, revalidateOnFocus: true, refreshInterval: REFRESH };
  const { data, mutate } = useApi('GET /v1/tenants/notification/deliveries', { query: { severity } }, options);
  const deliveries = data?.deliveries ?? [];
  if (deliveries.length === 0) return null;

  const retry = async (delivery_id: string): Promise<void> => {
    await callApi('POST /v1/tenants/notification/deliveries/{delivery_id}/retry', { path: { delivery_id } }).catch(() => undefined);
    await mutate();
  };
  const discard = async ({ delivery_id, target }: NotificationDelivery): Promise<void> => {
    if (!(await confirm({ message: `Discard the notification to ${target}? It will not be sent.`, okText: 'Discard' }))) return;
    await callApi('DELETE /v1/tenants/notification/deliveries/{delivery_id}', { path: { delivery_id } }).catch(() => undefined);
    await mutate();
  };
  return (
    <section aria-labelledby="undelivered-heading" className={styles.undelivered}>
      <h2 id="undelivered-heading">Undelivered notifications ({formatCount(deliveries.length)})</h2>
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.delivery_id}>
            <div className={styles.entry}>
              <p>
                <strong>
                  {METHOD_NAMES[delivery.method]} {delivery.target}
                </strong>{' '}
                {delivery.state === 'FAILED' ? <Tag color="error">Failed</Tag> : <Tag>Waiting</Tag>}
              </p>
              <p>{delivery.message}</p>
              <p className={styles.when}>
                {delivery.alerts_count === 1 ? '1 alert' : `${formatCount(delivery.alerts_count)} alerts`} from <Time at={delivery.created_at} />,{' '}
                {delivery.attempts === 1 ? '1 attempt' : `${delivery.attempts} attempts`}
                {delivery.next_at !== null && `, next attempt ${formatZoned(delivery.next_at)}`}
              </p>
            </div>
            {!readOnly && (
              <div className={styles.actions}>
                <Button size="small" onClick={() => void retry(delivery.delivery_id)} aria-label={`Send again to ${delivery.target}`}>
                  Send again
                </Button>
                <Button size="small" onClick={() => void discard(delivery)} aria-label={`Discard the notification to ${delivery.target}`}>
                  Discard
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
