import type { UsageEvent, UsageField } from '@cam/contracts';
import { EntityLink } from '@cam/platform';
import { RowButton, timeColumn, type GridColumn } from '@cam/ui';
import { EVENT_COLUMNS } from '../search-result/events-columns';
import { Wrapped } from '../search-result/Wrapped';

/** The columns that the search of events supports. */
export const FILTERABLE: readonly { field: UsageField; label: string; of: (event: UsageEvent) => string }[] = [
  { field: 'event_name', label: 'Event Name', of: (event) => event.event_name },
  { field: 'ip_address', label: 'IP Address', of: (event) => event.ip_address },
];

/**
 * Returns the columns of the user activity panel.
 * @param ofQuery adds the identity columns, because a query returns the events of several identities
 * @param onMore opens the raw event
 */
export function activityColumns(ofQuery: boolean, onMore: (event: UsageEvent) => void): GridColumn<UsageEvent>[] {
  const more: GridColumn<UsageEvent> = {
    key: 'more',
    title: '',
    label: 'More Info',
    width: 52,
    value: () => '',
    render: (event) =>
      event.event_id !== '' && (
        <RowButton look="plain" aria-label={`More Info about ${event.event_name}`} icon="info" onClick={() => onMore(event)} />
      ),
  };
  if (ofQuery) return [more, ...EVENT_COLUMNS];
  return [
    more,
    {
      key: 'eventName',
      title: 'Event Name',
      width: 210,
      value: ({ event_name: name, resource_name: resource }) => (resource === '' ? name : `${name} (${resource})`),
      render: ({ event_name: name, resource_name: resource, resource_uri: uri, resource_account_id: account, resource_type: type }) => (
        <Wrapped width={300}>
          {name} {resource !== '' && <>({uri !== '' && account !== '' && type !== '' ? <EntityLink uri={uri} name={resource} /> : resource})</>}
        </Wrapped>
      ),
    },
    { key: 'ip', title: 'IP Address', width: 120, value: ({ ip_address: ip }) => ip },
    {
      key: 'userAgent',
      title: 'User Agent',
      value: ({ user_agent: agent }) => agent,
      render: ({ user_agent: agent }) => <Wrapped width={280}>{agent}</Wrapped>,
    },
    timeColumn({ key: 'timestamp', title: 'Timestamp', width: 190, at: ({ timestamp }) => timestamp, as: 'second' }),
  ];
}
