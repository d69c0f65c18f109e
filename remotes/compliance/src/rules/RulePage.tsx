import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useAddress, useApi } from '@cam/platform';
import { Button, Checkbox, ErrorState, FilterBanner, LoadingState, PageHeader, SeverityTag, StatusTag, Time } from '@cam/ui';
import { TrendChart } from '../trend/TrendChart';
import { regionNames } from '../suites/RegionRules';
import { FailedObjects } from './FailedObjects';
import { QueryLink } from './QueryLink';
import { isAboutAccess, RuleEvidence } from './RuleEvidence';
import { alertTypeName, ruleState } from './rule-state';
import styles from './RulePage.module.css';

/** Shows one rule, its trend and the objects that fail it. */
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
      <Link to={`/compliance?${new URLSearchParams({ region: regions })}`}>Back to the failures of the region</Link>
    );
  if (error)
    return (
      <>
        <PageHeader title="Compliance" text={back} />
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      </>
    );
  if (!data) return <LoadingState label="Loading the rule" shape="page" />;
  const { rule_details: rule, failed_objects: failed } = data;
  const state = ruleState(rule);
  return (
    <>
      <PageHeader title={rule.name} text={back} />
      {regions !== '' && (
        <FilterBanner
          action={
            <Button size="small" onClick={() => address.set({ region: null, page: null })}>
              Show all objects
            </Button>
          }
        >
          objects in {regionNames(regions)}
        </FilterBanner>
      )}
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
        <dt>Description</dt>
        <dd>{rule.description}</dd>
        <dt>Remediation</dt>
        <dd>{rule.remediation}</dd>
        {rule.manual && (
          <>
            <dt>Evidence to keep</dt>
            <dd>{rule.evidence}</dd>
          </>
        )}
        {rule.query !== '' && (
          <>
            <dt>Query for failures</dt>
            <dd>
              <QueryLink query={rule.query} />
            </dd>
            <dt>Query for assessed objects</dt>
            <dd>
              <QueryLink query={rule.population_query} />
            </dd>
          </>
        )}
        {failed[0] && failed[0].reason !== '' && (
          <>
            <dt>Reason for failure</dt>
            <dd>{failed[0].reason}</dd>
          </>
        )}
        {rule.failed_count > 0 && isAboutAccess(rule.query) && (
          <>
            <dt>Proofs of failures</dt>
            <dd>
              <RuleEvidence query={rule.query} />
            </dd>
          </>
        )}
        <dt>Controls</dt>
        <dd>{rule.controls.map(({ framework, control }) => `${framework} · ${control}`).join(', ') || 'None'}</dd>
        <dt>Result</dt>
        <dd>
          <StatusTag tone={state.tone}>{state.text}</StatusTag>{' '}
          {!rule.manual &&
            rule.total_count > 0 &&
            `${rule.failed_count} of ${rule.total_count} objects fail${rule.dismissed_count > 0 ? `, ${rule.dismissed_count} more dismissed` : ''}${rule.excluded_count > 0 ? `, ${rule.excluded_count} more excluded` : ''}`}
        </dd>
        {rule.last_status_change !== null && (
          <>
            <dt>Last status change</dt>
            <dd>
              <Time at={rule.last_status_change} />
            </dd>
          </>
        )}
        {rule.last_alert_date !== null && (
          <>
            <dt>Last alert date</dt>
            <dd>
              <Time at={rule.last_alert_date} />
            </dd>
          </>
        )}
      </dl>
      {!rule.manual && rule.total_count > 0 && <TrendChart subject={{ rule_id: ruleId }} counts="objects" />}
      {!rule.manual && (
        <FailedObjects
          ruleId={ruleId}
          objects={failed}
          onChanged={() => mutate()}
          toolbar={
            <>
              <Checkbox checked={showDismissed} disabled={openOnly} onChange={({ target }) => choose('dismissed', target.checked)}>
                Show dismissed and excluded
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
