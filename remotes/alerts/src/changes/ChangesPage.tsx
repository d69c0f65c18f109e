import { useEffect, type ReactNode } from 'react';
import type { Api, ChangeInfo } from '@cam/contracts';
import { callApi, MAX_PAGE_SIZE, sortable, useAddress, useApi, useDaysAddress, useFilterReset, useListAddress, useListViews } from '@cam/platform';
import { DataGrid, DayRange, formatBadge, PageHeader, Switch, TabList } from '@cam/ui';
import { CHANGE_COLUMNS } from './change-columns';
import { BeforeAfter } from './BeforeAfter';
import styles from './changes.module.css';
import { LATEST_FIRST, SORTS, TYPE_LABELS, parseType, type ChangeSort } from './view';

type Query = Api['GET /v1/changes']['query'];

const COLUMNS = sortable(SORTS, CHANGE_COLUMNS);

/** Lists what each snapshot added, removed or modified. The URL holds the view. */
export default function ChangesPage(): ReactNode {
  const address = useAddress();
  const days = useDaysAddress();
  const list = useListAddress({ sorts: SORTS, order: LATEST_FIRST });
  const views = useListViews();
  useFilterReset(() => address.set({ type: null, page: null }, { replace: true }));
  const type = parseType(address.get('type'));
  const alertsOnly = address.get('alerts') === 'only';
  const widenedOnly = address.get('access') === 'widened';
  const filter: Query = {
    resource_type: type,
    ...(days.start ? { start_date: days.start } : {}),
    ...(days.end ? { end_date: days.end } : {}),
    ...(alertsOnly ? { alerts_only: true } : {}),
    ...(widenedOnly ? { widened_access: true } : {}),
    ...(list.search === '' ? {} : { 'table_options.search_filter': list.search }),
    ...(list.sort ? { 'table_options.sorted_field': list.sort.field as ChangeSort, 'table_options.sorted_asc': list.sort.ascending } : {}),
  };
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/changes',
    { query: pageQuery(filter, list.page, list.pageSize) },
    { keepPreviousData: true },
  );
  const counts = data?.change_count_list ?? [];
  // A type without changes in this range has no tab, so the page falls back to all types.
  const tab = counts.some((one) => one.type === type) ? type : 'ALL';
  const hasLostTab = !isLoading && data !== undefined && tab !== type;
  useEffect(() => {
    if (hasLostTab) address.set({ type: null, page: null }, { replace: true });
  }, [hasLostTab, address]);
  const total = counts.find((one) => one.type === tab)?.count ?? 0;

  return (
    <>
      <PageHeader title="Changes" text="Added, removed and modified since the previous snapshot" />
      <TabList
        label="Change types"
        chosen={tab}
        items={(counts.length === 0 ? [{ type: 'ALL' as const, count: null }] : counts).map(({ type: key, count }) => ({
          key,
          label: (
            <>
              {TYPE_LABELS[key]} {count !== null && <span className={styles.count}>{formatBadge(count)}</span>}
            </>
          ),
        }))}
        onChoose={(key) => address.set({ type: key === 'ALL' ? null : key, page: null })}
      />
      <DataGrid<ChangeInfo>
        keepsWidths
        title="Changes"
        views={views}
        rows={data?.change_info_list}
        rowKey={({ type, change_time, uri, relation }) => [type, change_time, uri, relation?.kind, relation?.uri, relation?.name].join(' ')}
        columns={COLUMNS}
        error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          title: 'No changes',
          text: 'Nothing changed in this range. The first snapshot of a source is the baseline and shows no changes. Choose a longer range.',
        }}
        expand={{ label: ({ summary }) => `Before and after: ${summary}`, render: (row) => <BeforeAfter change={row} /> }}
        paging={list.paging(total, isLoading)}
        exportRows={() => fetchAllChanges(filter, total)}
        toolbar={
          <>
            <DayRange start={days.start} end={days.end} onChange={days.choose} />
            <label className={styles.switch}>
              <Switch size="small" checked={alertsOnly} onChange={(only) => address.set({ alerts: only ? 'only' : null, page: null })} /> Alerts only
            </label>
            <label
              className={styles.switch}
              title="Grants, memberships, assumable roles, new policy versions, removed limits, and new public or privileged entities"
            >
              <Switch size="small" checked={widenedOnly} onChange={(only) => address.set({ access: only ? 'widened' : null, page: null })} /> Widened
              access
            </label>
          </>
        }
      />
    </>
  );
}

function pageQuery(filter: Query, page: number, pageSize: number): Query {
  return { ...filter, 'table_options.page_number': page, 'table_options.page_size': pageSize };
}

/** Fetches every change that the filter selects, page by page, for the export. */
async function fetchAllChanges(filter: Query, total: number): Promise<ChangeInfo[]> {
  const changes: ChangeInfo[] = [];
  for (let page = 0; page * MAX_PAGE_SIZE < total; page++) {
    const { change_info_list: rows } = await callApi('GET /v1/changes', { query: pageQuery(filter, page, MAX_PAGE_SIZE) });
    changes.push(...rows);
    if (rows.length < MAX_PAGE_SIZE) break;
  }
  return changes;
}
