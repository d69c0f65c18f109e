import type { ReactNode } from 'react';
import { placeName, type AlertInfo, type AlertPlace, type MapPlace } from '@cam/contracts';
import { Part } from '@cam/platform';
import { formatCount, formatZoned } from '@cam/ui';
import styles from './alerts.module.css';
import { EventTimeline } from './EventTimeline';
import { UsageChart } from './UsageChart';
import { activityWindow } from './view';

/** Shows the reasons of an alert about activity, its chart, and the other activity of the identity at that time. */
export function ActivityDetail({ alert }: { alert: AlertInfo }): ReactNode {
  const { reasons, start_time: since, end_time: until, event_count: events, technique, source, chart } = alert;
  const { from, to } = activityWindow(alert);
  const isManual = alert.alert_type === 'ALERT_TYPE_NONE';
  // An alert about the habits of an identity has a query, which selects its activity.
  const identity = { username: alert.object_uri, ...(alert.alert_query === '' ? {} : { query: alert.alert_query }) };
  return (
    <>
      <section className={styles.section} aria-label="Reasons">
        <h3>Reasons</h3>
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {!isManual && (
          <p>
            {formatCount(events)} {events === 1 ? 'event' : 'events'}
            {since && until && (since === until ? `, ${formatZoned(since)}` : `, ${formatZoned(since)} to ${formatZoned(until)}`)}.{' '}
            {source.startsWith('https:') && (
              <a href={source} target="_blank" rel="noreferrer">
                About this method{technique && ` (${technique})`}
              </a>
            )}
          </p>
        )}
        {chart?.kind === 'usage' && <UsageChart chart={chart} />}
        {chart?.kind === 'event' && <EventTimeline points={chart.points} />}
        {chart?.kind === 'location' && (
          <Part
            id="graph-explorer.place-map"
            props={{ current: toPlace(chart.alert_location), previous: chart.previous_locations.map(toPlace) }}
            fallback={<p>The map is unavailable. The Explorer area is turned off or does not respond.</p>}
          />
        )}
      </section>
      {alert.object_uri !== '' && (
        <section className={styles.section}>
          <Part
            id="graph-explorer.user-activity"
            props={{ ...identity, startTime: from, endTime: to }}
            fallback={<p>The events are unavailable. The Explorer area is turned off or does not respond.</p>}
          />
        </section>
      )}
    </>
  );
}

/** Converts a place of an alert to a place on the map. */
function toPlace({ coordinates, radius, ...place }: AlertPlace): MapPlace {
  return { ...coordinates, name: placeName(place), radius };
}
