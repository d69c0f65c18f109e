import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Suite } from '@cam/contracts';
import { useAddress, useApi } from '@cam/platform';
import { DataGrid, PageHeader, type GridColumn } from '@cam/ui';

const COLUMNS: GridColumn<Suite>[] = [
  {
    key: 'suite',
    title: 'Suite',
    width: 140,
    value: (row) => row.suite,
    render: (row) => <Link to={`/compliance/${row.suite_id}`}>{row.suite}</Link>,
  },
  { key: 'description', title: 'Description', width: 340, value: (row) => row.description },
  { key: 'failing', title: 'Failing', width: 80, value: (row) => row.failing_tests },
  { key: 'passing', title: 'Passing', width: 80, value: (row) => row.passing_tests },
  { key: 'total', title: 'Total', width: 80, value: (row) => row.total_tests },
  { key: 'notJudged', title: 'Not Assessed', width: 105, value: (row) => row.not_judged_tests },
];

/** Lists the compliance suites with the counts of their rules. */
export function SuitesPage(): ReactNode {
  const address = useAddress();
  const { data, error, mutate } = useApi('GET /v1/intents/suites', {});
  return (
    <>
      <PageHeader
        title="Compliance"
        text={
          data
            ? `${data.passing_tests} of ${data.total_tests} rules pass. ${data.not_judged_tests} more need manual evidence or have nothing to assess.`
            : undefined
        }
      />
      <DataGrid
        title="Suites"
        rows={data?.suites}
        rowKey={(row) => row.suite_id}
        columns={COLUMNS}
        address={address}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No suites', text: 'No compliance suite is available. Reload the page, or contact your operator.' }}
      />
    </>
  );
}
