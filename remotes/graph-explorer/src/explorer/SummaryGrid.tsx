import { useMemo, type ReactNode } from 'react';
import type { AccountSummary } from '@cam/contracts';
import { LIST_RESET, useAddress } from '@cam/platform';
import { DataGrid, typeNamePlural, type GridColumn } from '@cam/ui';
import { noEntities } from './no-entities';
import { CountLink, ShowAsQuery } from './ShowAsQuery';
import { sourceColumns } from './source-columns';

interface Props {
  type: string;
  rows: readonly AccountSummary[] | undefined;
  toolbar: ReactNode;
  onOpen: (accountId: string) => void;
}

/** Prefixes the address parameters of the totals by source, so that their search and order do not apply to the list of entities. */
export const SUMMARY_PREFIX = 'sources';
/** Clears the address parameters of the totals by source. */
export const SUMMARY_RESET = Object.fromEntries(Object.keys(LIST_RESET).map((name) => [`${SUMMARY_PREFIX}.${name}`, null]));

/** Shows the number of entities of a type in each account. The account name opens the list. */
export function SummaryGrid({ type, rows, toolbar, onOpen }: Props): ReactNode {
  const address = useAddress(SUMMARY_PREFIX);
  const columns = useMemo(
    (): GridColumn<AccountSummary>[] => [
      ...sourceColumns<AccountSummary>(onOpen),
      { key: 'id', title: 'Account ID', value: (row) => row.account_id },
      {
        key: 'count',
        title: typeNamePlural(type),
        value: (row) => row.scope_cnt,
        render: (row) => <CountLink count={row.scope_cnt} query={row.query} what={`${typeNamePlural(type)} in ${row.account_name}`} />,
      },
      {
        key: 'query',
        title: '',
        label: 'Query',
        value: () => '',
        render: (row) => <ShowAsQuery query={row.query} what={`${typeNamePlural(type)} in ${row.account_name}`} />,
        sticky: true,
        width: 150,
      },
    ],
    [type, onOpen],
  );
  return (
    <DataGrid
      title={`${typeNamePlural(type)} by source`}
      rows={rows}
      toolbar={toolbar}
      rowKey={(row) => `${row.type} ${row.account_id}`}
      columns={columns}
      address={address}
      empty={noEntities(typeNamePlural(type))}
    />
  );
}
