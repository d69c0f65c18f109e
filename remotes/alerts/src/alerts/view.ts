import type { AlertInfo, AlertShow, AlertTime, GroupKind, Severity } from '@cam/contracts';

/** Filters of the alert list, as the URL holds them. */
export interface AlertsView {
  severity: Severity | null;
  show: AlertShow;
  time: AlertTime;
  search: string;
  /** Only alerts of this guardrail. */
  monitorId: string | null;
  /** Only alerts whose entity this is, or that reach it. */
  objectUri: string | null;
  work: WorkFilter;
  /** Null shows a list without groups. */
  groupBy: GroupKind | null;
  /** Key of the opened group; null shows the groups. */
  group: string | null;
}

/** Filters by the state of the work. */
export type WorkFilter = 'any' | 'mine' | 'unassigned' | 'overdue' | 'mentions';

/** Windows of this width show cards and menus, because a table with its bar does not fit. */
export const NARROW = '(width < 720px)';

/** Choices of the status filter. The first is the default. */
export const STATUS_FILTERS: readonly { value: AlertShow; label: string }[] = [
  { value: 'ALERT_NOT_DISMISSED', label: 'Not dismissed' },
  { value: 'ALERT_DISMISSED', label: 'Dismissed' },
  { value: 'ALERT_EXCLUDED', label: 'Excluded' },
  { value: 'ALERT_ALL', label: 'All, including closed' },
];

/** Choices of the time filter. The first is the default. */
export const TIME_RANGES: readonly { value: AlertTime; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: '1d', label: 'Last one day' },
  { value: '1w', label: 'Last one week' },
  { value: '1m', label: 'Last one month' },
];

/** Choices of the filter by work. The first is the default. */
export const WORK_FILTERS: readonly { value: WorkFilter; label: string }[] = [
  { value: 'any', label: 'Any assignee' },
  { value: 'mine', label: 'Assigned to me' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'mentions', label: 'Mentions me' },
];

/** Kinds of groups. */
export const GROUPINGS: readonly { value: GroupKind; label: string }[] = [
  { value: 'CAUSE', label: 'Cause' },
  { value: 'IDENTITY', label: 'Identity' },
  { value: 'RESOURCE', label: 'Resource' },
  { value: 'ACCOUNT', label: 'Account' },
  { value: 'GUARDRAIL', label: 'Guardrail' },
];

/** Severity tabs in their order. The first is the default. */
export const SEVERITY_TABS: readonly { key: Severity | 'ALL'; label: string }[] = [
  { key: 'ALL', label: 'All' },
  { key: 'HIGH', label: 'High' },
  { key: 'MEDIUM', label: 'Medium' },
  { key: 'LOW', label: 'Low' },
];

/** Time to show before and after the events of an alert, ms: neighbouring activity helps to judge them. */
const EVENT_MARGIN = 10 * 60_000;
/** Time to show before an alert without events, ms. */
const LOOK_BACK = 2 * 86_400_000;

/** Returns the time range of the activity that the detail of an alert shows, as ISO 8601. */
export function activityWindow({ start_time: start, end_time: end, alert_time: raised }: Pick<AlertInfo, 'start_time' | 'end_time' | 'alert_time'>): {
  from: string;
  to: string;
} {
  const from = start === null ? Date.parse(raised) - LOOK_BACK : Date.parse(start) - EVENT_MARGIN;
  const to = end === null ? Date.parse(raised) : Date.parse(end) + EVENT_MARGIN;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Parses the view from URL parameters. Invalid values count as absent. */
export function parseView(get: (name: string) => string): AlertsView {
  const severity = get('severity');
  const known = SEVERITY_TABS.find(({ key }) => key === severity && key !== 'ALL');
  return {
    severity: known ? (known.key as Severity) : null,
    show: STATUS_FILTERS.find(({ value }) => value === get('show'))?.value ?? 'ALERT_NOT_DISMISSED',
    time: TIME_RANGES.find(({ value }) => value === get('time'))?.value ?? 'all',
    search: get('search'),
    monitorId: get('guardrail') || null,
    objectUri: get('object') || null,
    work: WORK_FILTERS.find(({ value }) => value === get('work'))?.value ?? 'any',
    groupBy: GROUPINGS.find(({ value }) => value === get('by'))?.value ?? null,
    group: get('group') || null,
  };
}
