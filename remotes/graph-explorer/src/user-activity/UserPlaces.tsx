import { useMemo, type ReactNode } from 'react';
import { placeName, type AlertPlace, type Api, type MapPlace } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { DataGrid, formatCount, timeColumn, type GridColumn } from '@cam/ui';
import { WorldMap } from '../place-map/WorldMap';
import styles from './UserActivity.module.css';

type UserPlace = Api['GET /v1/usage/user-location']['answer']['user_location_list'][number];

const COLUMNS: GridColumn<UserPlace>[] = [
  { key: 'place', title: 'Location', value: ({ location }) => (location ? placeName(location) : 'Unknown') },
  { key: 'ip', title: 'IP Address', value: ({ ip_address: address }) => address },
  { key: 'events', title: 'Events', value: ({ event_count: count }) => count, render: ({ event_count: count }) => formatCount(count) },
  timeColumn({ key: 'first', title: 'First Seen', at: ({ first_time: at }) => at }),
  timeColumn({ key: 'last', title: 'Last Seen', at: ({ last_time: at }) => at }),
];

interface Props {
  /** The name or the URI of an identity. */
  username: string;
  /** ISO 8601. */
  startTime: string;
  endTime: string;
}

/** Shows the locations of an identity's activity in a time range, on a map and by IP address, most recent first. */
export function UserPlaces({ username, startTime, endTime }: Props): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/usage/user-location', { query: { username, start_time: startTime, end_time: endTime } });
  const [last, ...before] = useMemo(() => distinctPlaces(data?.user_location_list ?? []), [data]);
  return (
    <>
      {last && (
        <WorldMap label="Locations" current={last} previous={before} prefixes={{ current: 'Latest location', previous: 'Earlier location' }} />
      )}
      {data?.is_cut && <p className={styles.note}>Only the newest 5,000 events are included.</p>}
      <DataGrid<UserPlace>
        title="Locations"
        rows={data?.user_location_list}
        rowKey={({ ip_address: address }) => address}
        columns={COLUMNS}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No locations', text: 'No activity in this time range has an IP address. Choose another time range.' }}
      />
    </>
  );
}

/** Returns each place once, most recent first. Leaves out addresses without a known place. */
function distinctPlaces(rows: readonly UserPlace[]): MapPlace[] {
  const places = new Map<string, MapPlace>();
  for (const { location } of rows) if (location && !places.has(keyOf(location))) places.set(keyOf(location), toMapPlace(location));
  return [...places.values()];
}

function keyOf({ coordinates: { longitude, latitude } }: AlertPlace): string {
  return `${longitude} ${latitude}`;
}

function toMapPlace({ coordinates, radius, ...place }: AlertPlace): MapPlace {
  return { ...coordinates, radius, name: placeName(place) };
}
