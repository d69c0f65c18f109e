import type { ReactNode } from 'react';
import type { Api, AuditEntry } from '@cam/contracts';
import { callApi, useApi, useDaysAddress, useListAddress } from '@cam/platform';
import { DataGrid, DayRange, JsonView, timeColumn, type GridColumn } from '@cam/ui';
import styles from './AuditTab.module.css';

type Filter = Pick<Api['GET /v1/tenants/audit']['query'], 'search' | 'start_date' | 'end_date'>;

/** Entries that one request of an export fetches. */
const FETCHED = 1000;

/** Who changed what in the product itself. The view stands in the address. */
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
      empty={{ title: 'Nothing was changed', text: 'Whatever somebody changes in the console or by its API stands here from then on.' }}
      expand={{ label: ({ summary }) => `Before and after: ${summary}`, render: (entry) => <BeforeAfter entry={entry} /> }}
      paging={list.paging(data?.found_count ?? 0, isLoading)}
      exportRows={() => all(filter)}
      toolbar={<DayRange start={days.start} end={days.end} onChange={days.choose} />}
    />
  );
}

const COLUMNS: GridColumn<AuditEntry>[] = [
  timeColumn({ key: 'at', title: 'Time', at: ({ at }) => at, as: 'second', width: 200 }),
  { key: 'actor', title: 'Who', value: ({ actor }) => actor, width: 200 },
  { key: 'summary', title: 'What', value: ({ summary }) => summary, width: 260 },
  { key: 'subject', title: 'Of', value: ({ subject }) => subject, width: 200 },
  { key: 'address', title: 'From', value: ({ address }) => address, width: 150 },
];

function BeforeAfter({ entry: { kind, before, after } }: { entry: AuditEntry }): ReactNode {
  if (kind === 'ASKED') return <Side title="Asked for" json={after} otherwise="Nothing but the call itself." />;
  return (
    <div className={styles.both}>
      <Side title="Before" json={before} otherwise={kind === 'ADDED' ? 'It was not there.' : 'Not known.'} />
      <Side title="After" json={after} otherwise={kind === 'REMOVED' ? 'It is gone.' : 'Not known.'} />
    </div>
  );
}

function Side({ title, json, otherwise }: { title: string; json: unknown; otherwise: string }): ReactNode {
  return (
    <section aria-label={title} className={styles.side}>
      <h3>{title}</h3>
      {json === null || json === undefined ? <p>{otherwise}</p> : <JsonView json={JSON.stringify(json)} label={title} />}
    </section>
  );
}

async function all(filter: Filter): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const answer = await callApi('GET /v1/tenants/audit', { query: { ...filter, offset: entries.length, limit: FETCHED } });
    entries.push(...answer.entries);
    if (answer.entries.length < FETCHED) return entries;
  }
}
