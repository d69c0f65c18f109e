import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Rule } from '@cam/contracts';
import { ApiFailure, downloadFile, notify, useAddress, useApi } from '@cam/platform';
import { Button, DataGrid, formatDate, Icon, PageHeader, saveFile, StatusTag, TabList, timeColumn, type GridColumn } from '@cam/ui';
import { QueryLink } from '../rules/QueryLink';
import { categoryFilter, categoryColumn, changedColumn, failedColumn, nameColumn, severityColumn } from '../rules/rule-columns';
import { alertTypeName, ruleState } from '../rules/rule-state';
import { TrendChart } from '../trend/TrendChart';
import { ControlList } from './ControlList';

const VIEWS = [
  { key: 'controls', label: 'By control' },
  { key: 'rules', label: 'All rules' },
] as const;

async function downloadReport(suiteId: string): Promise<void> {
  notify.info('Report generating started...');
  try {
    const { blob } = await downloadFile('POST /v1/intents/complianceReport', { body: { suite_id: suiteId } }, { toast: false });
    // The name has the reader's local date, as all dates in the console do. The server only knows the UTC date.
    saveFile(blob, blob.type, `report ${formatDate(new Date().toISOString())}.xlsx`);
  } catch (error) {
    notify.error(['Failed to generating report...', error instanceof ApiFailure ? error.userMessage : ''].filter(Boolean).join('\n'));
  }
}

/** Returns the numbers of the framework's controls for which a rule is evidence. */
function controlNumbers({ controls }: Rule, framework: string): string {
  return controls.flatMap((one) => (one.framework === framework ? [one.control] : [])).join(', ');
}

/** Shows one suite by control or by rule, its trend and its report. */
export function SuitePage(): ReactNode {
  const { suiteId = '' } = useParams();
  const { data, error, mutate } = useApi('GET /v1/intents/complianceRules', { query: { suite_id: suiteId } });
  const [isBusy, setBusy] = useState(false);
  const address = useAddress();
  const hasControls = data !== undefined && data.controls.length > 0;
  const isByControl = hasControls && address.get('by') !== 'rules';
  const columns: GridColumn<Rule>[] = [
    severityColumn,
    nameColumn(({ id }) => `/compliance/${suiteId}/${id}`, 300),
    categoryColumn,
    ...(data?.framework ? [{ key: 'controls', title: 'Controls', value: (row: Rule) => controlNumbers(row, data.framework) }] : []),
    {
      key: 'state',
      title: 'State',
      value: (row) => ruleState(row).text,
      render: (row) => <StatusTag tone={ruleState(row).tone}>{ruleState(row).text}</StatusTag>,
    },
    failedColumn,
    { key: 'passed', title: 'Passed', value: (row) => row.passed_count },
    { key: 'dismissed', title: 'Dismissed', value: (row) => row.dismissed_count },
    { key: 'excluded', title: 'Excluded', value: (row) => row.excluded_count },
    { key: 'total', title: 'Total', value: (row) => row.total_count },
    changedColumn,
    timeColumn({ key: 'alerted', title: 'Last Alert Date', at: (row) => row.last_alert_date }),
    { key: 'alertType', title: 'Alert Type', value: (row) => alertTypeName(row.alert_type) },
    { key: 'query', title: 'Query', width: 320, value: (row) => row.query, render: (row) => row.query !== '' && <QueryLink query={row.query} /> },
  ];
  const report = (
    <Button
      icon={<Icon name="download" />}
      loading={isBusy}
      disabled={!data}
      onClick={() => {
        setBusy(true);
        void downloadReport(suiteId).finally(() => setBusy(false));
      }}
    >
      Download suite report
    </Button>
  );
  return (
    <>
      <PageHeader title={data?.suite ?? 'Compliance'} text={<Link to="/compliance">All suites</Link>} actions={error ? undefined : report} />
      {data && data.total_tests > 0 && <TrendChart subject={{ suite_id: suiteId }} counts="rules" />}
      {hasControls && (
        <TabList
          label="Views"
          items={VIEWS}
          chosen={isByControl ? 'controls' : 'rules'}
          onChoose={(by) => address.set({ by: by === 'controls' ? null : by })}
        />
      )}
      {isByControl ? (
        <ControlList suiteId={suiteId} controls={data.controls} rules={data.rules} />
      ) : (
        <DataGrid
          title="Rules"
          rows={data?.rules}
          rowKey={(row) => row.id}
          columns={columns}
          address={address}
          severity={(row) => row.severity}
          type={categoryFilter}
          error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
          empty={{ title: 'No rules', text: 'This suite has no rules.' }}
        />
      )}
    </>
  );
}
