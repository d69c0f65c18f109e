import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useAddress, useApi } from '@cam/platform';
import { Checkbox, ErrorState, formatDateTime, LoadingState, PageHeader, SeverityTag, StatusTag } from '@cam/ui';
import { TrendChart } from '../trend/TrendChart';
import { regionsInWords } from '../suites/RegionRules';
import { FailedObjects } from './FailedObjects';
import { QueryLink } from './QueryLink';
import { alertTypeName, stateOf } from './rule-state';
import styles from './RulePage.module.css';

export function RulePage(): ReactNode {
  const { suiteId = '', ruleId = '' } = useParams();
  const address = useAddress();
  const showDismissed = address.get('dismissed') === 'true';
  const openOnly = address.get('open') === 'true';
  const choose = (name: 'dismissed' | 'open', isChosen: boolean): void => address.set({ [name]: isChosen ? 'true' : null, page: null });
  const regions = address.get('region');
  const query = { rule_id: ruleId, show_dismissed: showDismissed, show_open_only: openOnly, ...(regions === '' ? {} : { region: regions }) };
  const { data, error, mutate } = useApi('GET /v1/intents/rule', { query }, { keepPreviousData: true });
  const back =
    regions === '' ? (
      <Link to={`/compliance/${suiteId}`}>Back to the suite</Link>
    ) : (
      <>
        Objects in {regionsInWords(regions)} alone. <Link to={`/compliance?${new URLSearchParams({ region: regions })}`}>What fails there</Link>
      </>
    );
  if (error)
    return (
      <>
        <PageHeader title="Compliance" text={back} />
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      </>
    );
  if (!data) return <LoadingState label="Loading the rule" />;
  const { rule_details: rule, failed_objects: failed } = data;
  const state = stateOf(rule);
  return (
    <>
      <PageHeader title={rule.name} text={back} />
      <dl className={styles.facts}>
        <dt>Severity</dt>
        <dd>
          <SeverityTag severity={rule.severity} />
        </dd>
        <dt>Category</dt>
        <dd>{rule.category}</dd>
        {!rule.manual && (
          <>
            <dt>Alert type</dt>
            <dd>{alertTypeName(rule.alert_type)}</dd>
          </>
        )}
        <dt>Why it matters</dt>
        <dd>{rule.description}</dd>
        <dt>What to do</dt>
        <dd>{rule.remediation}</dd>
        {rule.manual && (
          <>
            <dt>Evidence to keep</dt>
            <dd>{rule.evidence}</dd>
          </>
        )}
        {rule.query !== '' && (
          <>
            <dt>What fails</dt>
            <dd>
              <QueryLink query={rule.query} />
            </dd>
            <dt>What is judged</dt>
            <dd>
              <QueryLink query={rule.population_query} />
            </dd>
          </>
        )}
        {failed[0] && failed[0].reason !== '' && (
          <>
            <dt>Why objects fail</dt>
            <dd>{failed[0].reason}</dd>
          </>
        )}
        <dt>Controls</dt>
        <dd>{rule.controls.map(({ framework, control }) => `${framework} · ${control}`).join(', ') || 'None'}</dd>
        <dt>Result</dt>
        <dd>
          <StatusTag tone={state.tone}>{state.text}</StatusTag>{' '}
          {!rule.manual &&
            rule.total_count > 0 &&
            `${rule.failed_count} of ${rule.total_count}${rule.dismissed_count > 0 ? `, ${rule.dismissed_count} more dismissed` : ''}`}
        </dd>
        {rule.last_status_change !== null && (
          <>
            <dt>Last status change</dt>
            <dd>{formatDateTime(rule.last_status_change)}</dd>
          </>
        )}
        {rule.last_alert_date !== null && (
          <>
            <dt>Last alert date</dt>
            <dd>{formatDateTime(rule.last_alert_date)}</dd>
          </>
        )}
      </dl>
      {!rule.manual && rule.total_count > 0 && <TrendChart of={{ rule_id: ruleId }} what="objects" />}
      {!rule.manual && (
        <FailedObjects
          ruleId={ruleId}
          objects={failed}
          onChanged={() => mutate()}
          toolbar={
            <>
              <Checkbox checked={showDismissed} disabled={openOnly} onChange={({ target }) => choose('dismissed', target.checked)}>
                Show dismissed
              </Checkbox>
              <Checkbox checked={openOnly} onChange={({ target }) => choose('open', target.checked)}>
                Open only
              </Checkbox>
            </>
          }
        />
      )}
    </>
  );
}
