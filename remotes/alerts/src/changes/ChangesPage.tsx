import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChangeInfo } from '@cam/contracts';
import { callApi, useApi } from '@cam/platform';
import { DataGrid, DayRange, formatCount, PageHeader, Select, Switch, TabList } from '@cam/ui';
import { MOST_A_PAGE } from '../address';
import { CHANGE_COLUMNS } from './change-columns';
import { BeforeAfter } from './BeforeAfter';
import styles from './changes.module.css';
import { paramsOf, SORTS, TYPE_LABELS, viewOf, type ChangesView } from './view';

/** What came, went or changed from snapshot to snapshot. The view stands in the address. */
export default function ChangesPage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/changes',
    { query: queryOf(view, view.page, view.pageSize) },
    { keepPreviousData: true },
  );
  const show = (change: Partial<ChangesView>): void => setParams(paramsOf({ ...view, page: 0, ...change }));
  const counts = data?.change_count_list ?? [];
  // A type that nothing is of in this range has no tab: all of them are shown instead.
  const tab = counts.some(({ type }) => type === view.type) ? view.type : 'ALL';
  const total = counts.find(({ type }) => type === tab)?.count ?? 0;

  return (
    <>
      <PageHeader title="Changes" text="What came, went or changed in your sources, from snapshot to snapshot." />
      <TabList
        label="Types of changes"
        chosen={tab}
        items={(counts.length === 0 ? [{ type: 'ALL' as const, count: null }] : counts).map(({ type, count }) => ({
          key: type,
          label: (
            <>
              {TYPE_LABELS[type]} {count !== null && <span className={styles.count}>{formatCount(count)}</span>}
            </>
          ),
        }))}
        onChoose={(key) => show({ type: key as ChangesView['type'] })}
      />
      <DataGrid<ChangeInfo>
        title="Changes"
        rows={data?.change_info_list}
        rowKey={({ type, change_time, uri, relation }) => [type, change_time, uri, relation?.kind, relation?.uri, relation?.name].join(' ')}
        columns={CHANGE_COLUMNS}
        error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No changes', text: 'Nothing changed in this range. What the first snapshot of a source brought is no change.' }}
        expand={{ label: ({ summary }) => `Before and after: ${summary}`, render: (row) => <BeforeAfter change={row} /> }}
        paging={{
          total,
          page: view.page,
          pageSize: view.pageSize,
          busy: isLoading,
          onPage: (page, pageSize) => show({ page, pageSize }),
          search: { text: view.search, onSearch: (search) => show({ search }) },
        }}
        exportRows={() => all(view, total)}
        toolbar={
          <>
            <DayRange start={view.start} end={view.end} onChange={(start, end) => show({ start, end })} />
            <Select aria-label="Sort by" className={styles.sort} value={view.sort} options={[...SORTS]} onChange={(sort) => show({ sort })} />
            <label className={styles.switch}>
              <Switch size="small" checked={view.ascending} onChange={(ascending) => show({ ascending })} /> Ascending
            </label>
            <label className={styles.switch}>
              <Switch size="small" checked={view.alertsOnly} onChange={(alertsOnly) => show({ alertsOnly })} /> Alerts only
            </label>
          </>
        }
      />
    </>
  );
}

function queryOf(view: ChangesView, page: number, pageSize: number) {
  return {
    resource_type: view.type,
    ...(view.start ? { start_date: view.start } : {}),
    ...(view.end ? { end_date: view.end } : {}),
    ...(view.alertsOnly ? { alerts_only: true } : {}),
    ...(view.search === '' ? {} : { 'table_options.search_filter': view.search }),
    'table_options.sorted_field': view.sort,
    'table_options.sorted_asc': view.ascending,
    'table_options.page_number': page,
    'table_options.page_size': pageSize,
  };
}

/** Every change of a view, for its export. */
async function all(view: ChangesView, total: number): Promise<ChangeInfo[]> {
  const changes: ChangeInfo[] = [];
  for (let page = 0; page * MOST_A_PAGE < total; page++) {
    const { change_info_list: rows } = await callApi('GET /v1/changes', { query: queryOf(view, page, MOST_A_PAGE) });
    changes.push(...rows);
    if (rows.length < MOST_A_PAGE) break;
  }
  return changes;
}
