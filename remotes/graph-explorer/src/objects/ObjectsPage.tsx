import { useMemo, type ReactNode } from 'react';
import type { ObjectSummary } from '@cam/contracts';
import { LIST_RESET, useAddress, useApi } from '@cam/platform';
import { DataGrid, EmptyState, ErrorState, LoadingState, PageHeader, typeNamePlural, type GridColumn } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { EntityList } from '../explorer/EntityList';
import { noEntities } from '../explorer/no-entities';
import { CountLink, ShowAsQuery } from '../explorer/ShowAsQuery';
import { SUMMARY_PREFIX } from '../explorer/SummaryGrid';
import { sourceColumns } from '../explorer/source-columns';
import { TypeTabs } from '../explorer/TypeTabs';
import { UsedTotal, usedTotalText } from '../explorer/UsedTotal';
import { useView, ViewSwitch } from '../explorer/ViewSwitch';

/** Lists the objects of each type, one by one or as totals by source with used and total read, write and admin access. */
export default function ObjectsPage(): ReactNode {
  const address = useAddress();
  const view = useView('sources');
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/graph-querymgr/objects',
    { query: { type: address.get('type') || 'OBJECT_STORE' } },
    { refreshInterval: pollWhileCounting, keepPreviousData: true },
  );
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading objects" shape="page" />;
  const chosen = data.object_count.find(({ type }) => type === address.get('type')) ?? data.object_count[0];
  const list = chosen ? `All ${typeNamePlural(chosen.type)}` : '';
  return (
    <>
      <PageHeader title="Objects" text="Data stores, instances and services across all sources. Used means used in the last 90 days." />
      <CountingNotice answer={data} />
      {!chosen ? (
        <EmptyState {...noEntities('objects')} />
      ) : (
        <>
          <TypeTabs
            tabs={data.object_count}
            chosen={chosen.type}
            onChoose={(type) => address.set({ ...LIST_RESET, type, view: view === 'list' ? 'list' : null, source: null })}
          />
          {view === 'sources' ? (
            <ObjectSummaries
              type={chosen.type}
              rows={isLoading ? undefined : data.object_summary_info.filter(({ type }) => type === chosen.type)}
              toolbar={
                <>
                  <ViewSwitch view={view} list={list} />
                  <ShowAsQuery query={chosen.query} what={typeNamePlural(chosen.type)} />
                </>
              }
              onOpen={(source) => address.set({ type: chosen.type, source, view: null, page: null })}
            />
          ) : (
            <EntityList key={chosen.type} kind="objects" type={chosen.type} types={[chosen.type]} toolbar={<ViewSwitch view={view} list={list} />} />
          )}
        </>
      )}
    </>
  );
}

interface SummaryProps {
  type: string;
  rows: readonly ObjectSummary[] | undefined;
  toolbar: ReactNode;
  onOpen: (accountId: string) => void;
}

function ObjectSummaries({ type, rows, toolbar, onOpen }: SummaryProps): ReactNode {
  const address = useAddress(SUMMARY_PREFIX);
  const columns = useMemo((): GridColumn<ObjectSummary>[] => {
    const access = (
      key: string,
      title: string,
      used: (row: ObjectSummary) => number | null,
      total: (row: ObjectSummary) => number,
    ): GridColumn<ObjectSummary> => ({
      key,
      title,
      value: (row) => usedTotalText(used(row), total(row)),
      render: (row) => (
        <UsedTotal
          used={used(row)}
          total={total(row)}
          query={row.query && `${row.query} for ${key}`}
          what={`${typeNamePlural(type)} in ${row.account_name} with ${title} access`}
        />
      ),
    });
    return [
      ...sourceColumns<ObjectSummary>(onOpen),
      {
        key: 'count',
        title: typeNamePlural(type),
        value: (row) => row.object_cnt,
        render: (row) => <CountLink count={row.object_cnt} query={row.entities_query} what={`${typeNamePlural(type)} in ${row.account_name}`} />,
      },
      access(
        'read',
        'READ',
        (row) => row.used_read_cnt,
        (row) => row.read_cnt,
      ),
      access(
        'write',
        'WRITE',
        (row) => row.used_write_cnt,
        (row) => row.write_cnt,
      ),
      access(
        'admin',
        'ADMIN',
        (row) => row.used_admin_cnt,
        (row) => row.admin_cnt,
      ),
      {
        key: 'query',
        title: '',
        label: 'Query',
        value: () => '',
        render: (row) => <ShowAsQuery query={row.query} what={`access to ${typeNamePlural(type)} in ${row.account_name}`} />,
        sticky: true,
        width: 150,
      },
    ];
  }, [type, onOpen]);
  return (
    <DataGrid
      title={`${typeNamePlural(type)} by source`}
      rows={rows}
      rowKey={(row) => `${row.type} ${row.account_id}`}
      columns={columns}
      address={address}
      toolbar={toolbar}
      empty={noEntities(typeNamePlural(type))}
    />
  );
}
