import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AlertInfo } from '@cam/contracts';
import { EntityLink, SearchLink, useSession } from '@cam/platform';
import { Alert, Button, Drawer, ErrorState, LoadingState, RiskScore, SeverityTag, StatusTag, Tooltip, TypeIcon, typeName, Time } from '@cam/ui';
import { AlertExclusion } from './AlertExclusion';
import { ActivityDetail } from './ActivityDetail';
import { AlertAccessPaths } from './AlertAccessPaths';
import { AlertComments } from './AlertComments';
import { AlertHistory, Verification } from './AlertHistory';
import { ALERT_ACTIONS, isClosed, mayExclude, statusLabel, type Act } from './alert-actions';
import { AlertWork } from './AlertWork';
import { setStatus, useAlert } from './api';
import { confirmDelete } from './confirm-delete';
import styles from './alerts.module.css';
import { ReachableResources } from './ReachableResources';
import { AlertRemediation } from './AlertRemediation';
import { TicketList } from '../tickets/TicketList';

interface Props {
  alertId: string;
  /** Scrolls to the explanation of the alert whenever this number grows. */
  explained: number;
  onClose: () => void;
  /** Runs an action on the alert. */
  onAct: (act: Act, alert: AlertInfo) => void;
  onExclude: (alert: AlertInfo) => void;
  /** Called after the alert changed. */
  onChanged: () => Promise<void>;
  onDeleted: () => void;
}

/** Shows one alert with its entity, cause, access paths, reachable resources and actions. Viewing a new alert with the write right sets it to open. */
export function AlertDrawer({ alertId, explained, onClose, onAct, onExclude, onChanged, onDeleted }: Props): ReactNode {
  const { can } = useSession();
  const mayWrite = can('ALERTS');
  const { data, error, mutate } = useAlert(alertId);
  const alert = data?.alert_info_list[0];
  const isNew = alert?.status === 'ALERT_STATUS_NEW';

  // Sets the status once, however often the drawer renders while the request is pending.
  const isOpened = useRef(false);
  useEffect(() => {
    if (!alert || !isNew || !mayWrite || isOpened.current) return;
    isOpened.current = true;
    // The request fails if another user changed the alert first. Their status stands.
    void setStatus([alert.alert_id], 'ALERT_STATUS_OPEN')
      .catch(() => undefined)
      .then(() => Promise.all([mutate(), onChanged()]));
  }, [alert, isNew, mayWrite, mutate, onChanged]);

  const explanation = useRef<HTMLDivElement>(null);
  const isLoaded = alert !== undefined;
  useEffect(() => {
    if (explained > 0 && isLoaded) explanation.current?.scrollIntoView({ block: 'start' });
  }, [explained, isLoaded]);

  const reload = async (): Promise<void> => {
    await Promise.all([mutate(), onChanged()]);
  };
  const remove = async (closed: AlertInfo): Promise<void> => {
    if (!(await confirmDelete([closed]))) return;
    onClose();
    onDeleted();
  };
  return (
    <Drawer open size={760} title={alert?.monitor_name ?? 'Alert'} onClose={onClose} destroyOnHidden>
      {error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {!alert && !error && <LoadingState label="Loading the alert" />}
      {alert && (
        <>
          <SeverityTag severity={alert.severity} /> <StatusTag tone={statusLabel(alert).tone}>{statusLabel(alert).label}</StatusTag>{' '}
          {alert.risk && <RiskScore risk={alert.risk} of={`${alert.object_name}: ${alert.monitor_name}`} label="Risk" />}
          {alert.gone_reason && (
            <Alert
              type="info"
              showIcon
              title={alert.gone_reason}
              description="The finding no longer exists. Choose Remediate to close this alert."
              style={{ marginTop: 12 }}
            />
          )}
          <Verification alert={alert} />
          {alert.status === 'ALERT_STATUS_IGNORE' && (alert.dismiss_reason ?? alert.dismissed_until) !== null && (
            <p className={styles.reason}>
              {alert.dismiss_reason !== null && `Reason: ${alert.dismiss_reason}. `}
              {alert.dismissed_until !== null && `Dismissed until ${alert.dismissed_until}.`}
            </p>
          )}
          <AlertExclusion alert={alert} />
          <AlertWork alert={alert} onChanged={reload} />
          <TicketList about={{ kind: 'ALERT', key: alert.alert_id }} />
          <Facts alert={alert} />
          {mayWrite && (
            <div className={styles.actions}>
              {ALERT_ACTIONS.filter(({ appliesTo }) => appliesTo(alert)).map((action) => (
                <Tooltip key={action.label} title={action.hint(alert)}>
                  <Button onClick={() => onAct(action.act, alert)}>{action.label}</Button>
                </Tooltip>
              ))}
              {mayExclude(alert) && (
                <Tooltip title="Hides the finding for a reason and until a day.">
                  <Button onClick={() => onExclude(alert)}>Exclude</Button>
                </Tooltip>
              )}
              {isClosed(alert) && (
                <Button danger onClick={() => void remove(alert)}>
                  Delete alert
                </Button>
              )}
            </div>
          )}
          <div ref={explanation}>
            {alert.alert_type === 'ALERT_TYPE_GUARDRAIL' ? <AlertRemediation monitorId={alert.monitor_id} /> : <ActivityDetail alert={alert} />}
            {(alert.reached_count > 0 || alert.alert_type === 'ALERT_TYPE_AI') && <AlertAccessPaths alert={alert} />}
            {alert.reached_count > 0 && (
              <section className={styles.section}>
                <ReachableResources key={alert.alert_id} alert={alert} />
              </section>
            )}
          </div>
          <AlertComments alertId={alert.alert_id} onChanged={reload} />
          <AlertHistory history={alert.history} />
        </>
      )}
    </Drawer>
  );
}

/** Origin of an alert that no guardrail raised. */
const RAISED_BY = {
  ALERT_TYPE_NONE: 'A user, manually',
  ALERT_TYPE_USAGE: 'Log analysis: unusual amount of activity',
  ALERT_TYPE_LOCATION: 'Log analysis: unusual location',
  ALERT_TYPE_EVENT: 'Log analysis: suspicious event',
  ALERT_TYPE_AI: 'Log analysis: several new behaviors at once',
} as const;

function Facts({ alert }: { alert: AlertInfo }): ReactNode {
  const { status_changed_by: by, status_changed_at: at } = alert;
  return (
    <dl className={styles.facts}>
      <dt>Entity</dt>
      <dd>
        <span className={styles.entity}>
          <TypeIcon type={alert.object_type} />{' '}
          <span>
            <EntityLink uri={alert.object_uri} name={alert.object_name} />
          </span>
        </span>{' '}
        {alert.object_type !== '' && `(${typeName(alert.object_type)})`}
      </dd>
      <dt>Source</dt>
      <dd>{alert.account_name ? `${alert.account_name} (${alert.account_id})` : alert.account_id || 'Global'}</dd>
      <dt>Raised</dt>
      <dd>
        <Time at={alert.alert_time} />
      </dd>
      <dt>Last change</dt>
      <dd>
        <Time at={at} /> {by ? `by ${by}` : 'by a snapshot'}
      </dd>
      {alert.remediated_time && (
        <>
          <dt>Remediated</dt>
          <dd>
            <Time at={alert.remediated_time} /> by {alert.remediated_by}
          </dd>
        </>
      )}
      <dt>Raised by</dt>
      <dd>
        {alert.alert_type === 'ALERT_TYPE_GUARDRAIL' ? (
          <Link to={`/guardrails?guardrail=${encodeURIComponent(alert.monitor_id)}`}>{alert.monitor_name}</Link>
        ) : (
          RAISED_BY[alert.alert_type]
        )}
      </dd>
      {alert.alert_query !== '' && (
        <>
          <dt>Query</dt>
          <dd>
            <SearchLink query={alert.alert_query}>
              <code>{alert.alert_query}</code>
            </SearchLink>
          </dd>
        </>
      )}
    </dl>
  );
}
