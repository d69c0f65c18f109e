import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AccessRow } from '@cam/contracts';
import { useAccountFilter, useFlag } from '@cam/platform';
import { DataGrid, EmptyState, ErrorState, LoadingState, PageHeader, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { ActionsCell } from './ActionsCell';
import { ExplainDrawer } from './ExplainDrawer';
import { QueryProblem } from './QueryProblem';
import { useSearch } from './use-search';
import styles from './SearchResultPage.module.css';

/** Another query or another account filter is another answer: nothing of the one before stays on the screen. */
export default function SearchResultPage(): ReactNode {
  const [parameters] = useSearchParams();
  const { current } = useAccountFilter();
  const query = parameters.get('query')?.trim() ?? '';
  return <SearchResult key={`${current?.uid ?? ''} ${query}`} query={query} />;
}

function SearchResult({ query }: { query: string }): ReactNode {
  const { answer, failure, busy, next, previous, again } = useSearch(query);
  const [explained, setExplained] = useState<AccessRow | null>(null);
  const columns = useColumns();

  if (query === '') {
    return (
      <>
        <PageHeader title="Result search query" />
        <EmptyState title="Ask a question" text="Type a query in the search at the top, for example: user with-access any" />
      </>
    );
  }
  return (
    <>
      <PageHeader title={`Result for: "${query}"`} text={answer?.meaning} />
      {failure ? (
        <ErrorState title="The query could not be run" message={failure.userMessage} supportCode={failure.trackingId} onRetry={again} />
      ) : !answer ? (
        <LoadingState label="Running the query" />
      ) : answer.error || answer.resp_type === 'AUTO_COMPLETE_RESP_TYPE_OPTIONS' ? (
        <QueryProblem query={query} answer={answer} />
      ) : (
        <DataGrid
          title="Total Access Paths"
          rows={answer.result_table}
          rowKey={(row) => `${row.identity_uri} ${row.resource_uri}`}
          columns={columns}
          hideEmptyColumns
          empty={{ title: 'No matching records', text: 'Nobody has access of this kind in the sources that you look at.' }}
          paging={{ hasNext: answer.has_next, hasPrev: answer.has_prev, busy, onNext: next, onPrev: previous }}
          onRowClick={(row) => row.identity_uri !== '' && row.resource_uri !== '' && setExplained(row)}
        />
      )}
      <ExplainDrawer row={explained} onClose={() => setExplained(null)} />
    </>
  );

  function useColumns(): GridColumn<AccessRow>[] {
    const showUri = useFlag('UI_SEARCH_URI_COLUMN');
    return [
      {
        key: 'identityType',
        title: '',
        label: 'Identity type',
        value: (row) => (row.identity_type === '' ? '' : typeName(row.identity_type)),
        render: (row) => <TypeIcon type={row.identity_type} />,
        width: 44,
      },
      {
        key: 'identity',
        title: 'Identities',
        value: (row) => row.identity,
        render: (row) => (row.resource_uri === '' ? row.identity : <ExplainButton row={row} onClick={setExplained} />),
      },
      ...(showUri
        ? [
            {
              key: 'uri',
              title: 'URI',
              value: (row: AccessRow) => row.identity_uri || row.resource_uri,
              render: (row: AccessRow) => <UriCell uri={row.identity_uri || row.resource_uri} />,
            },
          ]
        : []),
      {
        key: 'resourceType',
        title: '',
        label: 'Resource type',
        value: (row) => (row.resource_type === '' ? '' : typeName(row.resource_type)),
        render: (row) => <TypeIcon type={row.resource_type} />,
        width: 44,
      },
      { key: 'resource', title: 'Resource', value: (row) => row.resource },
      { key: 'userSource', title: 'User Source', value: (row) => row.identity_account_name },
      { key: 'resourceSource', title: 'Resource Source', value: (row) => row.resource_account_name },
      { key: 'actions', title: 'Actions', value: (row) => row.actions_str, render: (row) => <ActionsCell actions={row.actions_str} /> },
    ];
  }
}

function UriCell({ uri }: { uri: string }): ReactNode {
  return (
    <span className={styles.uri} title={uri}>
      {uri}
    </span>
  );
}

function ExplainButton({ row, onClick }: { row: AccessRow; onClick: (row: AccessRow) => void }): ReactNode {
  return (
    <button
      type="button"
      className="cam-link"
      aria-label={`Why ${row.identity} reaches ${row.resource}`}
      onClick={(event) => {
        event.stopPropagation();
        onClick(row);
      }}
    >
      {row.identity}
    </button>
  );
}
