import type { Api, ChangeType } from '@cam/contracts';

type Asked = Api['GET /v1/changes']['query'];
export type ChangeSort = NonNullable<Asked['table_options.sorted_field']>;

/** What the server sorts by, by the keys of the columns. */
export const SORTS: Readonly<Record<string, ChangeSort>> = {
  change_time: 'change_time',
  name: 'name',
  type: 'type',
  resource_type: 'resource_type',
  account: 'account_id',
};

/** The latest comes first. */
export const LATEST_FIRST = { column: 'change_time', descending: true };

export const TYPE_LABELS: Readonly<Record<ChangeType | 'ALL', string>> = {
  ALL: 'All',
  NODE_ADD: 'Added',
  NODE_DEL: 'Removed',
  NODE_MODIFY: 'Modified',
  EDGE_ADD: 'Relations added',
  EDGE_DEL: 'Relations removed',
  EDGE_MODIFY: 'Relations modified',
};

/** The type of an address; what is none stands for all of them. */
export function typeOf(text: string): ChangeType | 'ALL' {
  return Object.hasOwn(TYPE_LABELS, text) ? (text as ChangeType | 'ALL') : 'ALL';
}
