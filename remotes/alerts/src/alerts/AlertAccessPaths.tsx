import type { ReactNode } from 'react';
import type { AlertInfo } from '@cam/contracts';
import { Part } from '@cam/platform';
import { ErrorState, LoadingState } from '@cam/ui';
import { useAlertGraph } from './api';
import styles from './alerts.module.css';

/** Guardrails of this name assess risk and name the access paths at fault, which the drawing highlights. */
const RISK_MODEL = 'Built-in Risk Model';

/** Draws the access paths from the entity of an alert to the resources that the alert covers or, for several new behaviors at once, to the resources that it used. */
export function AlertAccessPaths({ alert }: { alert: AlertInfo }): ReactNode {
  const { data, error, mutate } = useAlertGraph(alert.alert_id);
  const detail = data?.alert_info_list[0];
  const isHighlighted = alert.alert_type === 'ALERT_TYPE_AI' || alert.monitor_name === RISK_MODEL;
  if (detail && !detail.result_graph) return null;
  return (
    <section className={styles.section} aria-label="Access paths">
      <h3>{alert.alert_type === 'ALERT_TYPE_AI' ? 'Actions and access paths' : 'Access paths'}</h3>
      {error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {!detail && !error && <LoadingState label="Loading access paths" rows={4} />}
      {detail?.result_graph && (
        <Part
          id="graph-explorer.access-graph"
          props={{
            graph: detail.result_graph,
            highlightedLinks: isHighlighted ? detail.edge_id_list : NONE,
            label: `Access paths of ${alert.object_name}`,
          }}
          fallback={<p>The access paths are unavailable. The Explorer area is turned off or does not respond.</p>}
        />
      )}
    </section>
  );
}

const NONE: readonly string[] = [];
