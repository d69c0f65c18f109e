import type { ReactNode } from 'react';
import { stageInWords, type PlannedMove, type RemoteOperation } from '@cam/contracts';
import { confirm } from '@cam/platform';
import { Button, StatusTag, Switch, Time } from '@cam/ui';
import { cancelPlan, decidePlan, setDeliveryRules } from './api';
import styles from './AreaDrawer.module.css';

interface Props {
  area: RemoteOperation;
  onChanged: () => void;
}

/** Shows the rules for new releases of an area, and the moves of its channels that wait for a time or an approval. */
export function DeliverySection({ area, onChanged }: Props): ReactNode {
  const { approval, staging } = area.delivery;
  const act = async (action: Promise<void>): Promise<void> => {
    // The platform shows the error. The reload shows what another operator changed.
    await action.catch(() => undefined);
    onChanged();
  };
  const cancel = async (plan: PlannedMove): Promise<void> => {
    const message = `The ${plan.channel} channel of ${area.name} then stays as it is.`;
    if (await confirm({ message, okText: 'Cancel planned move' })) await act(cancelPlan(plan));
  };
  return (
    <section className={styles.section} aria-label="New releases">
      <h2>New releases on the stable channel</h2>
      <p>
        <Switch
          aria-label="Approval by another operator"
          checked={approval}
          onChange={(value) => void act(setDeliveryRules(area, { approval: value, staging }))}
        />{' '}
        Another operator must approve each new release
      </p>
      <p>
        <Switch aria-label="Staging first" checked={staging} onChange={(value) => void act(setDeliveryRules(area, { approval, staging: value }))} />{' '}
        Each new release must run in staging first
      </p>
      <ul className={styles.history} aria-label="Planned moves">
        {area.plans.map((plan) => (
          <li key={plan.plan_id}>
            <div>
              {plan.state === 'approval' ? <StatusTag tone="medium">Waits for approval</StatusTag> : <StatusTag tone="neutral">Scheduled</StatusTag>}{' '}
              {plan.channel} channel to {plan.version}
              {plan.rollout && ` for ${stageInWords(plan.rollout)}`}
            </div>
            <div className={styles.detail}>
              Not before <Time at={plan.at} />. Requested by {plan.requested_by}
              {plan.reason && `: ${plan.reason}`}
            </div>
            <div className={styles.row}>
              {plan.state === 'approval' && (
                <>
                  <Button size="small" type="primary" onClick={() => void act(decidePlan(plan, true))}>
                    Approve {plan.version}
                  </Button>
                  <Button size="small" onClick={() => void act(decidePlan(plan, false))}>
                    Decline {plan.version}
                  </Button>
                </>
              )}
              <Button size="small" onClick={() => void cancel(plan)}>
                Cancel move to {plan.version}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
