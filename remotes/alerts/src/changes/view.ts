import type { ChangeType } from '@cam/contracts';
import { MOST_A_PAGE, numberOf } from '../address';

/** What the list of changes shows, as it stands in the address. */
export interface ChangesView {
  type: ChangeType | 'ALL';
  /** Days, YYYY-MM-DD; null: without a limit. */
  start: string | null;
  end: string | null;
  alertsOnly: boolean;
  search: string;
  sort: ChangeSort;
  ascending: boolean;
  /** From 0. */
  page: number;
  pageSize: number;
}

export const SORTS = [
  { value: 'change_time', label: 'Time' },
  { value: 'name', label: 'Name' },
  { value: 'type', label: 'Change' },
  { value: 'resource_type', label: 'Type' },
  { value: 'account_id', label: 'Source' },
] as const;
export type ChangeSort = (typeof SORTS)[number]['value'];

export const TYPE_LABELS: Readonly<Record<ChangeType | 'ALL', string>> = {
  ALL: 'All',
  NODE_ADD: 'Added',
  NODE_DEL: 'Removed',
  NODE_MODIFY: 'Modified',
  EDGE_ADD: 'Relations added',
  EDGE_DEL: 'Relations removed',
  EDGE_MODIFY: 'Relations modified',
};

const PAGE_SIZE = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the view out of an address; what makes no sense there counts as absent. */
export function viewOf(params: URLSearchParams): ChangesView {
  const day = (name: string): string | null => {
    const text = params.get(name);
    return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
  };
  const type = params.get('type') ?? 'ALL';
  const [start, end] = [day('start'), day('end')];
  const inOrder = start === null || end === null || start <= end;
  return {
    type: Object.hasOwn(TYPE_LABELS, type) ? (type as ChangesView['type']) : 'ALL',
    start: inOrder ? start : null,
    end: inOrder ? end : null,
    alertsOnly: params.get('alerts') === 'only',
    search: params.get('search') ?? '',
    sort: SORTS.find(({ value }) => value === params.get('sort'))?.value ?? 'change_time',
    ascending: params.get('order') === 'asc',
    page: numberOf(params.get('page'), 1) - 1,
    pageSize: Math.min(numberOf(params.get('size'), PAGE_SIZE), MOST_A_PAGE),
  };
}

/** The address of a view: what is as at first is left out. */
export function paramsOf(view: ChangesView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.type !== 'ALL') params.set('type', view.type);
  if (view.start) params.set('start', view.start);
  if (view.end) params.set('end', view.end);
  if (view.alertsOnly) params.set('alerts', 'only');
  if (view.search !== '') params.set('search', view.search);
  if (view.sort !== 'change_time') params.set('sort', view.sort);
  if (view.ascending) params.set('order', 'asc');
  if (view.page > 0) params.set('page', String(view.page + 1));
  if (view.pageSize !== PAGE_SIZE) params.set('size', String(view.pageSize));
  return params;
}
