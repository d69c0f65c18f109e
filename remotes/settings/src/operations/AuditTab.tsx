import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AuditEntry } from '@cam/contracts';
import { callApi, useApi } from '@cam/platform';
import { DataGrid, DayRange, formatDateTime, JsonView, type GridColumn } from '@cam/ui';
import styles from './AuditTab.module.css';

const PAGE_SIZE = 50;

/** Entries that one request of an export fetches. */
const FETCHED = 1000;

/** Who changed what in the product itself. The view stands in the address. */
export function AuditTab(): ReactNode {
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/tenants/audit',
    { query: { ...filterOf(view), offset: view.page * view.pageSize, limit: view.pageSize } },
    { filtered: false, keepPreviousData: true },
  );
  const show = (change: Partial<View>): void => setParams(paramsOf({ ...view, page: 0, ...change }));
  return (
    <DataGrid<AuditEntry>
      title="Audit log"
      rows={data?.entries}
      rowKey={({ audit_id }) => audit_id}
      columns={COLUMNS}
      error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'Nothing was changed', text: 'Whatever somebody changes in the console or by its API stands here from then on.' }}
      expand={{ label: ({ summary }) => `Before and after: ${summary}`, render: (entry) => <BeforeAfter entry={entry} /> }}
      paging={{
        total: data?.found_count ?? 0,
        page: view.page,
        pageSize: view.pageSize,
        busy: isLoading,
        onPage: (page, pageSize) => show({ page, pageSize }),
        search: { text: view.search, onSearch: (search) => show({ search }) },
      }}
      exportRows={() => all(view)}
      toolbar={<DayRange start={view.start} end={view.end} onChange={(start, end) => show({ start, end })} />}
    />
  );
}

const COLUMNS: GridColumn<AuditEntry>[] = [
  { key: 'at', title: 'Time', value: ({ at }) => at, render: ({ at }) => formatDateTime(at), width: 180 },
  { key: 'actor', title: 'Who', value: ({ actor }) => actor, width: 200 },
  { key: 'summary', title: 'What', value: ({ summary }) => summary, width: 260 },
  { key: 'subject', title: 'Of', value: ({ subject }) => subject, width: 200 },
  { key: 'address', title: 'From', value: ({ address }) => address, width: 150 },
];

function BeforeAfter({ entry: { before, after } }: { entry: AuditEntry }): ReactNode {
  return (
    <div className={styles.both}>
      <section aria-label="Before">
        <h3>Before</h3>
        {before === null || before === undefined ? <p>Not known.</p> : <JsonView json={JSON.stringify(before)} label="Before" />}
      </section>
      <section aria-label="After">
        <h3>After</h3>
        {after === null || after === undefined ? <p>Nothing.</p> : <JsonView json={JSON.stringify(after)} label="After" />}
      </section>
    </div>
  );
}

interface View {
  page: number;
  pageSize: number;
  search: string;
  start: string | null;
  end: string | null;
}

function viewOf(params: URLSearchParams): View {
  const day = (name: string): string | null => (/^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? '') ? params.get(name) : null);
  const number = (name: string, fallback: number): number => (/^\d{1,6}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : fallback);
  return {
    page: number('page', 0),
    pageSize: Math.min(Math.max(number('size', PAGE_SIZE), 1), FETCHED),
    search: params.get('search') ?? '',
    start: day('start'),
    end: day('end'),
  };
}

function paramsOf({ page, pageSize, search, start, end }: View): URLSearchParams {
  const params = new URLSearchParams({ tab: 'audit' });
  if (page > 0) params.set('page', String(page));
  if (pageSize !== PAGE_SIZE) params.set('size', String(pageSize));
  if (search !== '') params.set('search', search);
  if (start) params.set('start', start);
  if (end) params.set('end', end);
  return params;
}

function filterOf({ search, start, end }: View) {
  return { ...(search === '' ? {} : { search }), ...(start ? { start_date: start } : {}), ...(end ? { end_date: end } : {}) };
}

async function all(view: View): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const answer = await callApi('GET /v1/tenants/audit', { query: { ...filterOf(view), offset: entries.length, limit: FETCHED } });
    entries.push(...answer.entries);
    if (answer.entries.length < FETCHED) return entries;
  }
}
