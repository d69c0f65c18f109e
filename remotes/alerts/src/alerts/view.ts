import type { AlertShow, AlertTime, Severity } from '@cam/contracts';
import { MOST_A_PAGE, numberOf } from '../address';

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
  /** From 0. */
  page: number;
  pageSize: number;
}

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

const PAGE_SIZE = 50;

/** Reads the view out of an address; what makes no sense there counts as absent. */
export function viewOf(params: URLSearchParams): AlertsView {
  const severity = params.get('severity');
  const known = TABS.find(({ key }) => key === severity && key !== 'ALL');
  const pageSize = numberOf(params.get('size'), PAGE_SIZE);
  return {
    severity: known ? (known.key as Severity) : null,
    show: SHOWS.find(({ value }) => value === params.get('show'))?.value ?? 'ALERT_NOT_DISMISSED',
    time: TIMES.find(({ value }) => value === params.get('time'))?.value ?? 'all',
    search: params.get('search') ?? '',
    monitorId: params.get('guardrail'),
    objectUri: params.get('object'),
    page: numberOf(params.get('page'), 1) - 1,
    pageSize: Math.min(pageSize, MOST_A_PAGE),
  };
}

/** The address of a view: what is as at first is left out. */
export function paramsOf(view: AlertsView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.severity) params.set('severity', view.severity);
  if (view.show !== 'ALERT_NOT_DISMISSED') params.set('show', view.show);
  if (view.time !== 'all') params.set('time', view.time);
  if (view.search !== '') params.set('search', view.search);
  if (view.monitorId) params.set('guardrail', view.monitorId);
  if (view.objectUri) params.set('object', view.objectUri);
  if (view.page > 0) params.set('page', String(view.page + 1));
  if (view.pageSize !== PAGE_SIZE) params.set('size', String(view.pageSize));
  return params;
}
