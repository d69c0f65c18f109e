import { useMemo, type ReactNode } from 'react';
import type { AccountSummary } from '@cam/contracts';
import { ANEW, useAddress } from '@cam/platform';
import { DataGrid, typeNamePlural, type GridColumn } from '@cam/ui';
import { CountLink, ShowAsQuery } from './ShowAsQuery';
import { sourceColumns } from './source-columns';

interface Props {
  type: string;
  rows: readonly AccountSummary[] | undefined;
  toolbar: ReactNode;
  onOpen: (accountId: string) => void;
}

/** Sums by source have parameters of their own: whoever searches or sorts them does not look for single things. */
export const SUMMARY = 'sources';
export const SUMMARY_ANEW = Object.fromEntries(Object.keys(ANEW).map((name) => [`${SUMMARY}.${name}`, null]));

/** Of a type, how many each account has; a row opens the list of them. */
export function SummaryGrid({ type, rows, toolbar, onOpen }: Props): ReactNode {
  const address = useAddress(SUMMARY);
  const columns = useMemo(
    (): GridColumn<AccountSummary>[] => [
      ...sourceColumns<AccountSummary>(onOpen),
      { key: 'id', title: 'Account ID', value: (row) => row.account_id },
      {
        key: 'count',
        title: typeNamePlural(type),
        value: (row) => row.scope_cnt,
        render: (row) => (
          <CountLink count={row.scope_cnt} query={row.query} label={`${row.scope_cnt} ${typeNamePlural(type)} of ${row.account_name}`} />
        ),
      },
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
      address={address}
      empty={{ title: `No ${typeNamePlural(type).toLowerCase()}`, text: 'The sources that you look at have none.' }}
    />
  );
}
