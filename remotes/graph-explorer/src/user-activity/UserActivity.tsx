import { useState, type ReactNode } from 'react';
import type { Api, PartProps, UsageEvent, UsageField } from '@cam/contracts';
import { callApi, MAX_PAGE_SIZE, useApi } from '@cam/platform';
import { DataGrid, DateRange, EmptyState, Input, Radio, Select, useDebounced, type DateSpan } from '@cam/ui';
import { activityColumns, FILTERABLE } from './activity-columns';
import { RawEvent } from './RawEvent';
import { UserPlaces } from './UserPlaces';
import styles from './UserActivity.module.css';

const PAGE_SIZE = 20;

type UsageQuery = Api['GET /v1/usage/usage']['query'];

/** The pause in typing before events are searched, in ms. */
const DEBOUNCE = 300;

/** Shows the activity of one identity, or of all identities that a query finds, in a time range. One identity also has its locations. */
export default function UserActivity({ username, query, startTime, endTime }: PartProps['graph-explorer.user-activity']): ReactNode {
  const [view, setView] = useState<'events' | 'places'>('events');
  const [span, setSpan] = useState<DateSpan>({ from: startTime ? new Date(startTime) : null, to: endTime ? new Date(endTime) : null });
  const [field, setField] = useState<UsageField | null>(null);
  const [text, setText] = useState('');
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<UsageEvent | null>(null);
  const search = useDebounced(text.trim(), DEBOUNCE);
  const wanted: UsageQuery | null =
    span.from && span.to && view === 'events'
      ? {
          ...(query === undefined ? { username } : { 'table_options.query': query }),
          start_time: span.from.toISOString(),
          end_time: span.to.toISOString(),
          'table_options.sorted_field': 'timestamp',
          'table_options.sorted_asc': true,
          ...(field !== null && search !== '' ? { 'table_options.search_filter': search, 'table_options.search_fields': [field] } : {}),
        }
      : null;
  const { data, error, isLoading, mutate } = useApi('GET /v1/usage/usage', wanted && { query: paged(wanted, page, PAGE_SIZE) }, {
    keepPreviousData: true,
  });
  const rows = data?.usage_info_list ?? [];
  const columns = activityColumns(query !== undefined, setOpened);
  const present = FILTERABLE.filter(({ field: name, of }) => name === field || rows.some((row) => of(row) !== ''));
  const label = FILTERABLE.find(({ field: name }) => name === field)?.label;
  return (
    <section className={styles.panel} aria-label="User Activity">
      <div className={styles.filters}>
        {username !== undefined && (
          <Radio.Group
            optionType="button"
            aria-label="View"
            value={view}
            options={[
              { value: 'events', label: 'Events' },
              { value: 'places', label: 'Locations' },
            ]}
            onChange={({ target }) => setView(target.value === 'places' ? 'places' : 'events')}
          />
        )}
        {view === 'events' && (
          <>
            <label>
              Filter:
              <Select<UsageField>
                aria-label="Filter"
                allowClear
                className={styles.column}
                placeholder="Column"
                value={field}
                options={present.map(({ field: value, label: name }) => ({ value, label: name }))}
                onChange={(next) => {
                  setField(next ?? null);
                  if (!next) setText('');
                  setPage(0);
                }}
              />
            </label>
            <Input
              aria-label="Search text"
              className={styles.search}
              readOnly={field === null}
              placeholder={label ? `Enter ${label}...` : ''}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setPage(0);
              }}
            />
          </>
        )}
        <label>
          Time range:
          <DateRange
            value={span}
            onChange={(next) => {
              setSpan(next);
              setPage(0);
            }}
          />
        </label>
      </div>
      {!span.from || !span.to ? (
        <EmptyState title="Choose a time range" text="Set both the start and the end to show events." />
      ) : view === 'places' && username !== undefined ? (
        <UserPlaces username={username} startTime={span.from.toISOString()} endTime={span.to.toISOString()} />
      ) : (
        <DataGrid
          fits
          title="User Activity"
          rows={data ? rows : undefined}
          rowKey={(event) => `${event.timestamp} ${event.event_id} ${event.action}`}
          columns={columns}
          loading={isLoading}
          error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
          empty={{ title: 'No matching records' }}
          paging={{
            hasNext: rows.length >= PAGE_SIZE,
            hasPrev: page > 0,
            busy: isLoading,
            onNext: () => setPage(page + 1),
            onPrev: () => setPage(page - 1),
          }}
          exportRows={() => (wanted ? fetchAllEvents(wanted) : Promise.resolve([]))}
          toolbar={<span className={styles.page}>Page {page + 1}</span>}
        />
      )}
      {opened && <RawEvent event={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function paged(wanted: UsageQuery, page: number, pageSize: number): UsageQuery {
  return { ...wanted, 'table_options.page_number': page, 'table_options.page_size': pageSize };
}

/** Loads all events of a view, for the export. */
async function fetchAllEvents(wanted: UsageQuery): Promise<UsageEvent[]> {
  const events: UsageEvent[] = [];
  for (let page = 0; ; page++) {
    const { usage_info_list: part } = await callApi('GET /v1/usage/usage', { query: paged(wanted, page, MAX_PAGE_SIZE) });
    events.push(...part);
    if (part.length < MAX_PAGE_SIZE) return events;
  }
}
