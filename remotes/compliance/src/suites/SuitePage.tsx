import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Rule } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { DataGrid, PageHeader, SeverityTag, StatusTag, timeColumn, type GridColumn } from '@cam/ui';

export function SuitePage(): ReactNode {
  const { suiteId = '' } = useParams();
  const { data, error, mutate } = useApi('GET /v1/intents/complianceRules', { query: { suite_id: suiteId } });
  const columns: GridColumn<Rule>[] = [
    { key: 'severity', title: 'Severity', value: (row) => row.severity, render: (row) => <SeverityTag severity={row.severity} />, width: 110 },
    { key: 'name', title: 'Rule', value: (row) => row.name, render: (row) => <Link to={`/compliance/${suiteId}/${row.id}`}>{row.name}</Link> },
    { key: 'category', title: 'Category', value: (row) => row.category },
    {
      key: 'state',
      title: 'State',
      value: (row) => (row.failed_count > 0 ? 'Fails' : 'Passes'),
      render: (row) => <StatusTag tone={row.failed_count > 0 ? 'high' : 'ok'}>{row.failed_count > 0 ? 'Fails' : 'Passes'}</StatusTag>,
    },
    { key: 'failed', title: 'Failed', value: (row) => row.failed_count },
    { key: 'passed', title: 'Passed', value: (row) => row.passed_count },
    { key: 'total', title: 'Total', value: (row) => row.total_count },
    timeColumn({ key: 'changed', title: 'Last status change', at: (row) => row.last_status_change }),
  ];
  return (
    <>
      <PageHeader title={data?.suite ?? 'Compliance'} text={<Link to="/compliance">All suites</Link>} />
      <DataGrid
        title="Rules"
        rows={data?.rules}
        rowKey={(row) => row.id}
        columns={columns}
        severity={(row) => row.severity}
        type={{ of: (row) => row.category, label: (category) => category }}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No rules' }}
      />
    </>
  );
}
