import type { AlertChart } from '@cam/contracts/server';
import type { ActivityAlert } from '../alerts';
import { alertPlaceOf } from './event-of-row';
import type { Suspicion, SuspicionChart } from './logged-event';
import { METHODS, monitorOf } from './methods';

const TYPES = {
  USAGE: 'ALERT_TYPE_USAGE',
  LOCATION: 'ALERT_TYPE_LOCATION',
  EVENT: 'ALERT_TYPE_EVENT',
  AI: 'ALERT_TYPE_AI',
} as const;

/**
 * Returns the alert of a suspicion.
 * @param subject the identity as an entity of the graph; null if the graph does not know it
 */
export function activityAlert(
  { kind, rule, severity, identity, accountId, since, until, count, reasons, chart }: Suspicion,
  subject: ActivityAlert['subject'] | null,
): ActivityAlert {
  const method = METHODS.get(rule);
  return {
    type: TYPES[kind],
    monitorId: monitorOf(rule),
    name: method?.title ?? rule,
    severity,
    key: `${accountId} ${identity}`,
    subject: subject ?? unknownTo(identity),
    accountId,
    since: new Date(since),
    until: new Date(until),
    count,
    reasons,
    technique: method?.technique ?? '',
    source: method?.source ?? '',
    chart: chart && chartOf(chart),
  };
}

/** Returns the subject of an identity that only the log names. */
function unknownTo(identity: string): ActivityAlert['subject'] {
  return { uri: '', name: identity.split('/').at(-1) ?? identity, type: '' };
}

function chartOf(chart: SuspicionChart): AlertChart {
  switch (chart.kind) {
    case 'bars':
      return {
        kind: 'usage',
        barchart_alert_point: chart.bars,
        x_axis_name: 'Time (UTC)',
        y_axis_name: chart.label,
        alert_x: chart.alertX,
        alert_y: chart.bars.find(({ x }) => x === chart.alertX)?.y ?? 0,
      };
    case 'places':
      return { kind: 'location', alert_location: alertPlaceOf(chart.current), previous_locations: chart.previous.map(alertPlaceOf) };
    case 'points':
      return {
        kind: 'event',
        points: chart.points.map(({ name, at, isAlert }) => ({
          point_name: name,
          point_color: isAlert ? 'red' : 'orange',
          x: at,
          y: 1,
          point_size: isAlert ? 2 : 1,
        })),
      };
  }
}
