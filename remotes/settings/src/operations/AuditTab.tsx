import type { ReactNode } from 'react';
import type { Api, AuditEntry } from '@cam/contracts';
import { callApi, useApi, useDaysAddress, useListAddress } from '@cam/platform';
import { DataGrid, DayRange, JsonView, timeColumn, type GridColumn } from '@cam/ui';
import styles from './AuditTab.module.css';

type Filter = Pick<Api['GET /v1/tenants/audit']['query'], 'search' | 'start_date' | 'end_date'>;

/** Entries per request of the export. */
const EXPORT_PAGE_SIZE = 1000;

/** Lists who changed what in the product itself. The URL holds the view. */
export function AuditTab(): ReactNode {
  const days = useDaysAddress();
  const list = useListAddress();
  const filter: Filter = {
    ...(list.search === '' ? {} : { search: list.search }),
    ...(days.start ? { start_date: days.start } : {}),
    ...(days.end ? { end_date: days.end } : {}),
  };
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/tenants/audit',
    { query: { ...filter, offset: list.page * list.pageSize, limit: list.pageSize } },
    { filtered: false, keepPreviousData: true },
  );
  return (
    <DataGrid<AuditEntry>
      fits
      title="Audit log"
      rows={data?.entries}
      rowKey={({ audit_id }) => audit_id}
      columns={COLUMNS}
      error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{
        title: 'No audit entries',
        text: 'Changes made in the console or through the API appear here. Choose a longer range to see older changes.',
      }}
      expand={{ label: ({ summary }) => `Before and after: ${summary}`, render: (entry) => <BeforeAfter entry={entry} /> }}
      paging={list.paging(data?.found_count ?? 0, isLoading)}
      exportRows={() => fetchAllEntries(filter)}
      toolbar={<DayRange start={days.start} end={days.end} onChange={days.choose} />}
    />
  );
}

const COLUMNS: GridColumn<AuditEntry>[] = [
  timeColumn({ key: 'at', title: 'Time', at: ({ at }) => at, as: 'second', width: 200 }),
  { key: 'actor', title: 'Actor', value: ({ actor }) => actor, width: 200 },
  { key: 'summary', title: 'Action', value: ({ summary }) => summary, width: 260 },
  { key: 'subject', title: 'Target', value: ({ subject }) => subject, width: 200 },
  { key: 'address', title: 'IP address', value: ({ address }) => address, width: 150 },
];

function BeforeAfter({ entry: { kind, before, after } }: { entry: AuditEntry }): ReactNode {
  if (kind === 'ASKED') return <Side title="Request" json={after} emptyText="The request had no parameters." />;
  return (
    <div className={styles.both}>
      <Side title="Before" json={before} emptyText={kind === 'ADDED' ? 'Did not exist.' : 'Not recorded.'} />
      <Side title="After" json={after} emptyText={kind === 'REMOVED' ? 'Removed.' : 'Not recorded.'} />
    </div>
  );
}

function Side({ title, json, emptyText }: { title: string; json: unknown; emptyText: string }): ReactNode {
  return (
    <section aria-label={title} className={styles.side}>
      <h3>{title}</h3>
      {json === null || json === undefined ? <p>{emptyText}</p> : <JsonView json={JSON.stringify(json)} label={title} />}
    </section>
  );
}

async function fetchAllEntries(filter: Filter): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const answer = await callApi('GET /v1/tenants/audit', { query: { ...filter, offset: entries.length, limit: EXPORT_PAGE_SIZE } });
    entries.push(...answer.entries);
    if (answer.entries.length < EXPORT_PAGE_SIZE) return entries;
  }
}
