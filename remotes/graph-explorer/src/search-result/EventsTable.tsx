import { useState, type ReactNode } from 'react';
import type { AutocompleteAnswer, UsageEvent } from '@cam/contracts';
import { Button, DataGrid, Drawer, type CursorPaging } from '@cam/ui';
import { DataDownloads } from '../downloads/DataDownloads';
import { exportResult } from '../search/api';
import { RawEvent } from '../user-activity/RawEvent';
import UserActivity from '../user-activity/UserActivity';
import { EVENT_COLUMNS } from './events-columns';
import { WhyEmpty } from './WhyEmpty';

interface Props {
  query: string;
  events: readonly UsageEvent[];
  /** The time range of the result. */
  span: AutocompleteAnswer['usage_resp'];
  paging: CursorPaging;
  /** The control that sets the number of rows on a page. */
  sizes: ReactNode;
}

/** The default length of a time range without a start, in ms. */
const DEFAULT_SPAN = 90 * 24 * 60 * 60 * 1000;

/** Lists the events that a query returns, page by page, newest first. */
export function EventsTable({ query, events, span, paging, sizes }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<UsageEvent | null>(null);
  return (
    <>
      <DataGrid
        fits
        title="Events"
        rows={events}
        rowKey={(event) => `${event.timestamp} ${event.event_id} ${event.action}`}
        columns={EVENT_COLUMNS}
        hideEmptyColumns
        empty={{ title: 'No matching records', text: <WhyEmpty query={query} /> }}
        paging={paging}
        exportFile={(keys) => exportResult(query, { name: 'Events' }, keys)}
        toolbar={
          <>
            {sizes}
            <DataDownloads title="Events" what={{ view: 'ACCESS', criteria: { input: query } }} />
            {span && <Button onClick={() => setOpen(true)}>User Activity</Button>}
          </>
        }
        details={{ label: ({ event_name: name, timestamp }) => `More Info about ${name} at ${timestamp}`, open: setOpened }}
      />
      {span && (
        <Drawer open={isOpen} onClose={() => setOpen(false)} size={1000} title="User Activity" destroyOnHidden>
          <UserActivity
            query={span.query}
            startTime={span.start_timestamp || new Date(Date.parse(span.end_timestamp) - DEFAULT_SPAN).toISOString()}
            endTime={span.end_timestamp}
          />
        </Drawer>
      )}
      {opened && <RawEvent event={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
