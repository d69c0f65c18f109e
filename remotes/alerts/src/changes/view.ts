import type { Api, ChangeType } from '@cam/contracts';

type Query = Api['GET /v1/changes']['query'];
export type ChangeSort = NonNullable<Query['table_options.sorted_field']>;

/** Sort field of the server by column key. */
export const SORTS: Readonly<Record<string, ChangeSort>> = {
  change_time: 'change_time',
  name: 'name',
  type: 'type',
  resource_type: 'resource_type',
  account: 'account_id',
};

/** The default order: latest change first. */
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

/** Parses the change type in the URL. Any other text means all types. */
export function parseType(text: string): ChangeType | 'ALL' {
  return Object.hasOwn(TYPE_LABELS, text) ? (text as ChangeType | 'ALL') : 'ALL';
}
