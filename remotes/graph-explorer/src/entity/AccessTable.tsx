import { useMemo, type ReactNode } from 'react';
import { grantingPolicies, type AccessRow } from '@cam/contracts';
import { EntityLink, useAccountFilter, useAddress } from '@cam/platform';
import { ActionsCell, DataGrid, FilterBanner, formatDate, RowButton, TypeIcon, typeName, type GridColumn, formatTimestamp } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { ExplainDrawer } from '../search-result/ExplainDrawer';
import { Wrapped } from '../search-result/Wrapped';
import { useExplainedAccess } from '../search-result/use-explained-access';
import { exportResult } from '../search/api';
import { filterByName } from './queries';
import { useQueryRows } from './use-query-rows';

/** Policies that a row names. */
const POLICIES_SHOWN = 2;

interface Props {
  title: string;
  query: string;
  /** The listed side of the access. The other side is the entity of the page. */
  side: 'identity' | 'resource';
  /** Heading of a column with the other side, where the query is about several entities. */
  otherTitle?: string;
  toolbar?: ReactNode;
}

/** Lists the access of or to an entity, with the policies that grant it and the last use. Each row can be explained. The export uses the same column keys. */
export function AccessTable({ title, query, side, otherTitle, toolbar }: Props): ReactNode {
  const address = useAddress();
  const { current: filter } = useAccountFilter();
  const search = address.get('search').trim();
  const searched = search === '' ? query : filterByName(query, side, search);
  const { page, failure, busy, turn, retry } = useQueryRows(searched);
  const { row: explained, explain } = useExplainedAccess(page?.rows ?? []);
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
      ...(otherTitle === undefined ? [] : [otherColumn(side === 'identity' ? 'resource' : 'identity', otherTitle)]),
      {
        key: 'actions',
        title: 'Actions',
        value: (row) => row.actions_str,
        render: (row) => <ActionsCell actions={row.actions_str} conditional={row.conditional_actions_str} />,
      },
      {
        key: 'via',
        title: 'Via',
        value: (row) => grantingPolicies(row).join(', '),
        render: (row) => <Via policies={grantingPolicies(row)} />,
      },
      {
        key: 'lastUsed',
        title: 'Last Used',
        value: (row) => row.last_used ?? '',
        render: (row) => <span title={row.last_used ? formatTimestamp(row.last_used) : ''}>{lastUseText(row)}</span>,
        text: lastUseText,
      },
      {
        key: 'explain',
        title: '',
        label: 'Explain',
        value: () => '',
        render: (row) => (
          <RowButton data-key="row-explain" aria-label={`Explain access of ${row.identity} to ${row.resource}`} onClick={() => explain(row)}>
            Explain
          </RowButton>
        ),
        sticky: true,
        width: 90,
      },
    ],
    [side, otherTitle, explain],
  );
  return (
    <>
      {filter && <FilterBanner>access within the source {filter.name}</FilterBanner>}
      <DataGrid<AccessRow>
        title={title}
        rows={page?.rows}
        rowKey={(row) => `${row.identity_uri} ${row.resource_uri}`}
        columns={columns}
        error={failure ? { message: failure.userMessage, supportCode: failure.trackingId, retry } : null}
        empty={emptyText(side, filter?.name ?? null)}
        toolbar={
          <>
            {toolbar}
            <ShowAsQuery query={searched} what={title} />
          </>
        }
        exportFile={(columns) => exportResult(searched, { name: title, ...(search === '' ? {} : { search }) }, columns)}
        paging={{
          hasNext: page?.hasNext ?? false,
          hasPrev: page?.hasPrev ?? false,
          busy,
          onNext: () => turn(true),
          onPrev: () => turn(false),
          search: { text: search, onSearch: (text) => address.set({ search: text }, { replace: true }) },
        }}
      />
      <ExplainDrawer row={explained} query={searched} onClose={() => explain(null)} />
    </>
  );
}

/** The log of a source without one holds no use either, so the text does not say that there was none. */
function lastUseText({ last_used: at }: AccessRow): string {
  return at ? formatDate(at) : 'No logged use';
}

/** Names the first policies that grant an access. The tooltip names all. */
function Via({ policies }: { policies: readonly string[] }): ReactNode {
  const more = policies.length - POLICIES_SHOWN;
  return (
    <Wrapped width={220} least={120}>
      <span title={more > 0 ? policies.join(', ') : undefined}>
        {policies.slice(0, POLICIES_SHOWN).join(', ')}
        {more > 0 && ` and ${more} more`}
      </span>
    </Wrapped>
  );
}

function otherColumn(side: Props['side'], title: string): GridColumn<AccessRow> {
  return {
    key: side,
    title,
    value: (row) => `${row[side]} in ${row[`${side}_account_name`] || row[`${side}AccountID`]}`,
    render: (row) => (
      <>
        <EntityLink uri={row[`${side}_uri`]} name={row[side]} /> in {row[`${side}_account_name`] || row[`${side}AccountID`]}
      </>
    ),
  };
}

/** A filter that hides all rows is no reason to say that there is no access. */
function emptyText(side: Props['side'], filteredTo: string | null): { title: string; text: string } {
  if (filteredTo !== null)
    return {
      title: `No access within ${filteredTo}`,
      text: 'The source filter hides access in other sources. Reset it in the top bar to see all access.',
    };
  return { title: 'No access', text: side === 'identity' ? 'No identity of this type has access.' : 'It has no access to objects of this type.' };
}
