import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AlertInfo } from '@cam/contracts';
import { EntityLink, useSession } from '@cam/platform';
import { Alert, Button, Drawer, ErrorState, formatDateTime, LoadingState, SeverityTag, StatusTag, Tooltip, TypeIcon, typeName } from '@cam/ui';
import { ActivityDetail } from './ActivityDetail';
import { AlertWays } from './AlertWays';
import { ACTS, isClosed, statusWords, type AlertAct } from './acts';
import { setStatus, useAlert } from './api';
import { confirmDelete } from './confirm-delete';
import styles from './alerts.module.css';
import { ReachedObjects } from './ReachedObjects';
import { WhatToDo } from './WhatToDo';

interface Props {
  alertId: string;
  onClose: () => void;
  /** Its status changed. */
  onChanged: () => void;
}

/** One alert: who or what was found, by which guardrail, what it reaches and why, and what can be done. Looking at a new one opens it. */
export function AlertDrawer({ alertId, onClose, onChanged }: Props): ReactNode {
  const { can } = useSession();
  const mayWrite = can('ALERTS');
  const { data, error, mutate } = useAlert(alertId);
  const alert = data?.alert_info_list[0];
  const isNew = alert?.status === 'ALERT_STATUS_NEW';

  // An alert is opened once, however often it is drawn while that is under way.
  const seen = useRef(false);
  useEffect(() => {
    if (!alert || !isNew || !mayWrite || seen.current) return;
    seen.current = true;
    // Somebody else may have been quicker; the alert is then as they left it.
    void setStatus([alert], 'ALERT_STATUS_OPEN')
      .catch(() => undefined)
      .then(() => Promise.all([mutate(), onChanged()]));
  }, [alert, isNew, mayWrite, mutate, onChanged]);

  const act = async ({ status }: AlertAct): Promise<void> => {
    if (!alert) return;
    await setStatus([alert], status).catch(() => undefined);
    await mutate();
    onChanged();
  };
  const remove = async (closed: AlertInfo): Promise<void> => {
    if (!(await confirmDelete([closed]))) return;
    onClose();
    onChanged();
  };
  return (
    <Drawer open size={760} title={alert?.monitor_name ?? 'Alert'} onClose={onClose} destroyOnHidden>
      {error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {!alert && !error && <LoadingState label="Loading the alert" />}
      {alert && (
        <>
          <SeverityTag severity={alert.severity} /> <StatusTag tone={statusWords(alert).tone}>{statusWords(alert).label}</StatusTag>
          {alert.gone_reason && (
            <Alert type="info" showIcon title={alert.gone_reason} description="Its finding is gone. Remediate closes it." style={{ marginTop: 12 }} />
          )}
          <Facts alert={alert} />
          {mayWrite && (
            <div className={styles.acts}>
              {ACTS.filter(({ may }) => may(alert)).map((each) => (
                <Tooltip key={each.label} title={each.hint(alert)}>
                  <Button onClick={() => void act(each)}>{each.label}</Button>
                </Tooltip>
              ))}
              {isClosed(alert) && (
                <Button danger onClick={() => void remove(alert)}>
                  Delete
                </Button>
              )}
            </div>
          )}
          {alert.alert_type === 'ALERT_TYPE_GUARDRAIL' ? <WhatToDo monitorId={alert.monitor_id} /> : <ActivityDetail alert={alert} />}
          {(alert.reached_count > 0 || alert.alert_type === 'ALERT_TYPE_AI') && <AlertWays alert={alert} />}
          {alert.reached_count > 0 && (
            <section className={styles.section}>
              <ReachedObjects key={alert.alert_id} alert={alert} />
            </section>
          )}
        </>
      )}
    </Drawer>
  );
}

/** What an alert that no guardrail raised is about. */
const RAISED_BY = {
  ALERT_TYPE_NONE: 'Somebody, by hand',
  ALERT_TYPE_USAGE: 'How much somebody did, by the log',
  ALERT_TYPE_LOCATION: 'Where somebody was, by the log',
  ALERT_TYPE_EVENT: 'What somebody did, by the log',
  ALERT_TYPE_AI: 'Several things that are new at once, by the log',
} as const;

function Facts({ alert }: { alert: AlertInfo }): ReactNode {
  const { status_changed_by: by, status_changed_at: at } = alert;
  return (
    <dl className={styles.facts}>
      <dt>Found</dt>
      <dd>
        <span className={styles.found}>
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
      <dd>{formatDateTime(alert.alert_time)}</dd>
      <dt>Last change</dt>
      <dd>
        {formatDateTime(at)} {by ? `by ${by}` : 'by a snapshot'}
      </dd>
      {alert.remediated_time && (
        <>
          <dt>Remediated</dt>
          <dd>
            {formatDateTime(alert.remediated_time)} by {alert.remediated_by}
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
            <Link to={`/searchresult?${new URLSearchParams({ query: alert.alert_query })}`}>
              <code>{alert.alert_query}</code>
            </Link>
          </dd>
        </>
      )}
    </dl>
  );
}
