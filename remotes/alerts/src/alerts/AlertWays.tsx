import type { ReactNode } from 'react';
import type { AlertInfo } from '@cam/contracts';
import { Part } from '@cam/platform';
import { ErrorState, LoadingState } from '@cam/ui';
import { useAlertGraph } from './api';
import styles from './alerts.module.css';

/** Guardrails of this name weigh risks: which ways they mean is part of what they tell. */
const RISK_MODEL = 'Built-in Risk Model';

/** By which ways whoever was found reaches what the alert tells of or, where it is about several things that are new, what they did it to. */
export function AlertWays({ alert }: { alert: AlertInfo }): ReactNode {
  const { data, error, mutate } = useAlertGraph(alert.alert_id);
  const drawn = data?.alert_info_list[0];
  const isMarked = alert.alert_type === 'ALERT_TYPE_AI' || alert.monitor_name === RISK_MODEL;
  if (drawn && !drawn.result_graph) return null;
  return (
    <section className={styles.section} aria-label="Ways">
      <h3>{alert.alert_type === 'ALERT_TYPE_AI' ? 'What was done, and the ways there' : 'How it is reached'}</h3>
      {error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {!drawn && !error && <LoadingState label="Finding the ways" rows={4} />}
      {drawn?.result_graph && (
        <Part
          id="graph-explorer.access-graph"
          props={{ graph: drawn.result_graph, goneBy: isMarked ? drawn.edge_id_list : NONE, label: `Ways of ${alert.object_name}` }}
          fallback={<p>The explorer is turned off, so the ways cannot be drawn.</p>}
        />
      )}
    </section>
  );
}

const NONE: readonly string[] = [];
