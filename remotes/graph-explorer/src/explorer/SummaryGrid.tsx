import { useMemo, type ReactNode } from 'react';
import type { AccountSummary } from '@cam/contracts';
import { Count, DataGrid, typeNamePlural, type GridColumn } from '@cam/ui';
import { ShowAsQuery } from './ShowAsQuery';
import { sourceColumns } from './source-columns';

interface Props {
  type: string;
  rows: readonly AccountSummary[] | undefined;
  toolbar: ReactNode;
  onOpen: (accountId: string) => void;
}

/** Of a type, how many each account has; a row opens the list of them. */
export function SummaryGrid({ type, rows, toolbar, onOpen }: Props): ReactNode {
  const columns = useMemo(
    (): GridColumn<AccountSummary>[] => [
      ...sourceColumns<AccountSummary>(onOpen),
      { key: 'id', title: 'Account ID', value: (row) => row.account_id },
      { key: 'count', title: typeNamePlural(type), value: (row) => row.scope_cnt, render: (row) => <Count value={row.scope_cnt} /> },
      {
        key: 'query',
        title: '',
        label: 'Query',
        value: () => '',
        render: (row) => <ShowAsQuery query={row.query} what={`${typeNamePlural(type)} of ${row.account_name}`} />,
        sticky: true,
        width: 150,
      },
    ],
    [type, onOpen],
  );
  return (
    <DataGrid
      title={`Sources of ${typeNamePlural(type)}`}
      rows={rows}
      toolbar={toolbar}
      rowKey={(row) => `${row.type} ${row.account_id}`}
      columns={columns}
      empty={{ title: `No ${typeNamePlural(type).toLowerCase()}`, text: 'The sources that you look at have none.' }}
    />
  );
}
