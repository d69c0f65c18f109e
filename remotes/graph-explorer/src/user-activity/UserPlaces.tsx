import { useMemo, type ReactNode } from 'react';
import { placeName, type AlertPlace, type Api, type MapPlace } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { DataGrid, formatCount, timeColumn, type GridColumn } from '@cam/ui';
import { WorldMap } from '../place-map/WorldMap';
import styles from './UserActivity.module.css';

type UserPlace = Api['GET /v1/usage/user-location']['answer']['user_location_list'][number];

const COLUMNS: GridColumn<UserPlace>[] = [
  { key: 'place', title: 'Place', value: ({ location }) => (location ? placeName(location) : 'Not known') },
  { key: 'ip', title: 'IP Address', value: ({ ip_address: address }) => address },
  { key: 'events', title: 'Events', value: ({ event_count: count }) => count, render: ({ event_count: count }) => formatCount(count) },
  timeColumn({ key: 'first', title: 'First', at: ({ first_time: at }) => at }),
  timeColumn({ key: 'last', title: 'Last', at: ({ last_time: at }) => at }),
];

interface Props {
  /** Name or URI of an identity. */
  username: string;
  /** ISO 8601. */
  startTime: string;
  endTime: string;
}

/** Where an identity did from what it did in a span of time: on a map, and address by address, the last first. */
export function UserPlaces({ username, startTime, endTime }: Props): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/usage/user-location', { query: { username, start_time: startTime, end_time: endTime } });
  const [last, ...before] = useMemo(() => placesOf(data?.user_location_list ?? []), [data]);
  return (
    <>
      {last && <WorldMap label="Places" current={last} previous={before} words={{ current: 'Last', previous: 'Before' }} />}
      {data?.is_cut && <p className={styles.note}>There are more events than are looked at here: these are the places of the newest 5,000.</p>}
      <DataGrid<UserPlace>
        title="Places"
        rows={data?.user_location_list}
        rowKey={({ ip_address: address }) => address}
        columns={COLUMNS}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No address is known', text: 'Nothing was done in this time, or the log does not say from where.' }}
      />
    </>
  );
}

/** Each place once, the last first; addresses that nobody can place are on no map. */
function placesOf(rows: readonly UserPlace[]): MapPlace[] {
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
