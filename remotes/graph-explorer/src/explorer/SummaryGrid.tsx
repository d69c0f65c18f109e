import { useMemo, type ReactNode } from 'react';
import type { AccountSummary, CloudType } from '@cam/contracts';
import { CloudLogo, DataGrid, typeNamePlural, type GridColumn } from '@cam/ui';
import { ShowAsQuery } from './ShowAsQuery';

interface Props {
  type: string;
  rows: readonly AccountSummary[];
  toolbar: ReactNode;
  onOpen: (accountId: string) => void;
}

/** Of a type, how many each account has; a row opens the list of them. */
export function SummaryGrid({ type, rows, toolbar, onOpen }: Props): ReactNode {
  const columns = useMemo(
    (): GridColumn<AccountSummary>[] => [
      {
        key: 'cloud',
        title: '',
        label: 'Cloud',
        value: (row) => row.cloud_type,
        render: (row) => <CloudLogo cloud={row.cloud_type as CloudType} />,
        width: 56,
      },
      {
        key: 'source',
        title: 'Source',
        value: (row) => row.account_name,
        render: (row) => (
          <button type="button" className="cam-link" onClick={() => onOpen(row.account_id)}>
            {row.account_name}
          </button>
        ),
      },
      { key: 'id', title: 'Account ID', value: (row) => row.account_id },
      { key: 'count', title: typeNamePlural(type), value: (row) => row.scope_cnt },
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
