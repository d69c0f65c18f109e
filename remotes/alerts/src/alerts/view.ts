import type { AlertInfo, AlertShow, AlertTime, Severity } from '@cam/contracts';

/** What the list of alerts shows, as it stands in the address. */
export interface AlertsView {
  severity: Severity | null;
  show: AlertShow;
  time: AlertTime;
  search: string;
  /** Only alerts of this guardrail. */
  monitorId: string | null;
  /** Only alerts that found this, or by which it is reached. */
  objectUri: string | null;
}

/** The first of each is what an address without it stands for. */
export const SHOWS: readonly { value: AlertShow; label: string }[] = [
  { value: 'ALERT_NOT_DISMISSED', label: 'Not dismissed' },
  { value: 'ALERT_DISMISSED', label: 'Dismissed' },
  { value: 'ALERT_ALL', label: 'All, with closed' },
];

export const TIMES: readonly { value: AlertTime; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: '1d', label: 'Last one day' },
  { value: '1w', label: 'Last one week' },
  { value: '1m', label: 'Last one month' },
];

export const TABS: readonly { key: Severity | 'ALL'; label: string }[] = [
  { key: 'ALL', label: 'All' },
  { key: 'HIGH', label: 'High' },
  { key: 'MEDIUM', label: 'Medium' },
  { key: 'LOW', label: 'Low' },
];

/** Around the events of an alert their neighbours are of interest, ms; an alert about no events looks two days back. */
const AROUND = 10 * 60_000;
const BACK = 2 * 86_400_000;

/** The span of time that the detail of an alert shows. */
export function windowOf({ start_time: start, end_time: end, alert_time: raised }: Pick<AlertInfo, 'start_time' | 'end_time' | 'alert_time'>): {
  from: string;
  to: string;
} {
  const from = start === null ? Date.parse(raised) - BACK : Date.parse(start) - AROUND;
  const to = end === null ? Date.parse(raised) : Date.parse(end) + AROUND;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Reads the view out of the parameters of an address; what makes no sense there counts as absent. */
export function viewOf(get: (name: string) => string): AlertsView {
  const severity = get('severity');
  const known = TABS.find(({ key }) => key === severity && key !== 'ALL');
  return {
    severity: known ? (known.key as Severity) : null,
    show: SHOWS.find(({ value }) => value === get('show'))?.value ?? 'ALERT_NOT_DISMISSED',
    time: TIMES.find(({ value }) => value === get('time'))?.value ?? 'all',
    search: get('search'),
    monitorId: get('guardrail') || null,
    objectUri: get('object') || null,
  };
}
