import type { ReactNode } from 'react';
import { placeName, type AlertInfo, type AlertPlace, type MapPlace } from '@cam/contracts';
import { Part } from '@cam/platform';
import { formatCount, formatDateTime } from '@cam/ui';
import styles from './alerts.module.css';
import { EventChart } from './EventChart';
import { UsageChart } from './UsageChart';
import { windowOf } from './view';

/** Why what somebody did is suspicious, how it looks, and what else they did in that time. */
export function ActivityDetail({ alert }: { alert: AlertInfo }): ReactNode {
  const { reasons, start_time: since, end_time: until, event_count: events, technique, source, chart } = alert;
  const { from, to } = windowOf(alert);
  const isByHand = alert.alert_type === 'ALERT_TYPE_NONE';
  // By its query, where it is about somebody's habits.
  const who = { username: alert.object_uri, ...(alert.alert_query === '' ? {} : { query: alert.alert_query }) };
  return (
    <>
      <section className={styles.section} aria-label={isByHand ? 'Why' : 'Why it is suspicious'}>
        <h3>{isByHand ? 'Why' : 'Why it is suspicious'}</h3>
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {!isByHand && (
          <p>
            {formatCount(events)} {events === 1 ? 'event' : 'events'}
            {since && until && (since === until ? `, ${formatDateTime(since)}` : `, ${formatDateTime(since)} to ${formatDateTime(until)}`)}.{' '}
            {source.startsWith('https:') && (
              <a href={source} target="_blank" rel="noreferrer">
                About this method{technique && ` (${technique})`}
              </a>
            )}
          </p>
        )}
        {chart?.kind === 'usage' && <UsageChart chart={chart} />}
        {chart?.kind === 'event' && <EventChart points={chart.points} />}
        {chart?.kind === 'location' && (
          <Part
            id="graph-explorer.place-map"
            props={{ current: toPlace(chart.alert_location), previous: chart.previous_locations.map(toPlace) }}
            fallback={<p>The explorer is turned off, so the map cannot be shown.</p>}
          />
        )}
      </section>
      {alert.object_uri !== '' && (
        <section className={styles.section}>
          <Part
            id="graph-explorer.user-activity"
            props={{ ...who, startTime: from, endTime: to }}
            fallback={<p>The explorer is turned off, so events cannot be shown.</p>}
          />
        </section>
      )}
    </>
  );
}

function toPlace({ coordinates, radius, ...place }: AlertPlace): MapPlace {
  return { ...coordinates, name: placeName(place), radius };
}
