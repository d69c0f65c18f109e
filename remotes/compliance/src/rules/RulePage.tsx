import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { FailedObject } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { DataGrid, ErrorState, LoadingState, PageHeader, regionName, SeverityTag, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import styles from './RulePage.module.css';

const COLUMNS: GridColumn<FailedObject>[] = [
  {
    key: 'type',
    title: '',
    label: 'Type',
    value: (row) => typeName(row.object_type),
    render: (row) => <TypeIcon type={row.object_type} />,
    width: 44,
  },
  { key: 'name', title: 'Object', value: (row) => row.object_name },
  { key: 'account', title: 'Source', value: (row) => row.account_name },
  { key: 'region', title: 'Region', value: (row) => regionName(row.region) },
  { key: 'reason', title: 'Reason', value: (row) => row.reason },
];

export function RulePage(): ReactNode {
  const { suiteId = '', ruleId = '' } = useParams();
  const { data, error, mutate } = useApi('GET /v1/intents/rule', { query: { rule_id: ruleId } });
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading the rule" />;
  const { rule_details: rule, failed_objects: failed } = data;
  return (
    <>
      <PageHeader title={rule.name} text={<Link to={`/compliance/${suiteId}`}>Back to the suite</Link>} />
      <dl className={styles.facts}>
        <dt>Severity</dt>
        <dd>
          <SeverityTag severity={rule.severity} />
        </dd>
        <dt>Why it matters</dt>
        <dd>{rule.description}</dd>
        <dt>What to do</dt>
        <dd>{rule.remediation}</dd>
        <dt>Query</dt>
        <dd>
          <Link to={`/searchresult?${new URLSearchParams({ query: rule.query })}`}>{rule.query}</Link>
        </dd>
        <dt>Result</dt>
        <dd>
          {rule.failed_count} of {rule.total_count} fail
        </dd>
      </dl>
      <DataGrid
        title="Failed objects"
        rows={failed}
        rowKey={(row) => row.object_uri}
        columns={COLUMNS}
        type={{ of: (row) => row.object_type, label: typeName }}
        empty={{ title: 'Nothing fails', text: 'Every object that this rule judges passes.' }}
      />
    </>
  );
}
