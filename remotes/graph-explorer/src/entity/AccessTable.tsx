import { useMemo, type ReactNode } from 'react';
import type { AccessRow } from '@cam/contracts';
import { EntityLink, useAddress } from '@cam/platform';
import { Button, DataGrid, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { ActionsCell } from '../search-result/ActionsCell';
import { ExplainDrawer } from '../search-result/ExplainDrawer';
import { useExplained } from '../search-result/use-explained';
import { exportAnswer } from '../search/api';
import { searchedFor } from './queries';
import { useQueryRows } from './use-query-rows';

interface Props {
  title: string;
  query: string;
  /** Which side of the access is listed: the other one is the page's own. */
  side: 'identity' | 'resource';
  toolbar?: ReactNode;
}

/** Access of or to an entity, each row with the ways that give it. Its columns are known to the export by the same keys. */
export function AccessTable({ title, query, side, toolbar }: Props): ReactNode {
  const address = useAddress();
  const search = address.get('search').trim();
  const searched = search === '' ? query : searchedFor(query, side, search);
  const { page, failure, busy, turn, retry } = useQueryRows(searched);
  const { row: explained, explain } = useExplained(page?.rows ?? []);
  const columns = useMemo(
    (): GridColumn<AccessRow>[] => [
      {
        key: `${side}Type`,
        title: '',
        label: 'Type',
        value: (row) => typeName(row[`${side}_type`]),
        render: (row) => <TypeIcon type={row[`${side}_type`]} />,
        width: 44,
      },
      {
        key: side,
        title: side === 'identity' ? 'Identity' : 'Object',
        value: (row) => row[side],
        render: (row) => <EntityLink uri={row[`${side}_uri`]} name={row[side]} />,
      },
      { key: `${side}Source`, title: 'Source', value: (row) => row[`${side}_account_name`] || row[`${side}AccountID`] },
      { key: 'actions', title: 'Actions', value: (row) => row.actions_str, render: (row) => <ActionsCell actions={row.actions_str} /> },
      {
        key: 'why',
        title: '',
        label: 'Why',
        value: () => '',
        render: (row) => (
          <Button size="small" aria-label={`Why ${row.identity} reaches ${row.resource}`} onClick={() => explain(row)}>
            Why
          </Button>
        ),
        sticky: true,
        width: 90,
      },
    ],
    [side, explain],
  );
  return (
    <>
      <DataGrid<AccessRow>
        title={title}
        rows={page?.rows}
        rowKey={(row) => `${row.identity_uri} ${row.resource_uri}`}
        columns={columns}
        error={failure ? { message: failure.userMessage, supportCode: failure.trackingId, retry } : null}
        empty={{ title: 'No access', text: side === 'identity' ? 'Nobody of this kind reaches it.' : 'It reaches nothing of this kind.' }}
        toolbar={
          <>
            {toolbar}
            <ShowAsQuery query={searched} what={title} />
          </>
        }
        exportFile={(columns) => exportAnswer(searched, { name: title, ...(search === '' ? {} : { search }) }, columns)}
        paging={{
          hasNext: page?.hasNext ?? false,
          hasPrev: page?.hasPrev ?? false,
          busy,
          onNext: () => turn(true),
          onPrev: () => turn(false),
          search: { text: search, onSearch: (text) => address.set({ search: text }, { replace: true }) },
        }}
      />
      <ExplainDrawer row={explained} onClose={() => explain(null)} />
    </>
  );
}
