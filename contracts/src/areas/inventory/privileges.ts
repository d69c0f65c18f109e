import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../../endpoint';
import { Words } from '../../vocabulary';
import { exportQuery, CountFreshness, NullableCount, Nullable, paging, Query, INVENTORY_READ } from './common';

export const USAGE_VIEWS = ['ALL', 'USED', 'UNUSED'] as const;

export const PRIVILEGE_SORTS = ['name', 'source', 'users_total', 'users_unused', 'used_90', 'used_30', 'used_7'] as const;

export const PrivilegeRow = Type.Object({
  name: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  sensitive: Type.Boolean(),
  users_total: Type.Integer(),
  users_unused: NullableCount,
  used_90: NullableCount,
  used_30: NullableCount,
  used_7: NullableCount,
  query: Query,
});
export type PrivilegeRow = Static<typeof PrivilegeRow>;

export const PrivilegeUser = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  last_used: Nullable(Type.String()),
  judged: Type.Boolean({ description: 'a log would tell of its use, 90 days back' }),
});
export type PrivilegeUser = Static<typeof PrivilegeUser>;

const filters = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sensitive: Type.Optional(Type.Boolean()),
  sorted_field: Type.Optional(Words(PRIVILEGE_SORTS)),
  sorted_asc: Type.Optional(Type.Boolean()),
};

export const privilegesEndpoints = {
  'GET /v1/graph-querymgr/privileges/{view_type}': endpoint({
    summary: 'Privileges by account, with who has and who used them',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    path: { view_type: Words(USAGE_VIEWS) },
    query: {
      ...paging,
      ...filters,
    },
    answer: Type.Object({
      ...CountFreshness,
      privilege_summary: Type.Array(PrivilegeRow),
      total: Type.Integer(),
      has_next: Type.Boolean(),
      has_prev: Type.Boolean(),
      views: Type.Array(Type.Object({ view: Words(USAGE_VIEWS), count: Type.Integer() })),
    }),
  }),
  'GET /v1/graph-querymgr/privileges/{view_type}/export': endpoint({
    summary: 'All privileges of a list as CSV, as they are read',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    path: { view_type: Words(USAGE_VIEWS) },
    query: { ...exportQuery, ...filters },
    answer: FileAnswer,
    produces: 'text/csv',
  }),
  'GET /v1/graph-querymgr/privilege-users': endpoint({
    summary: 'Who has a privilege in an account, and when they used it last',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { ...paging, name: Type.String({ maxLength: 300 }), source: Type.String({ description: 'account id' }) },
    answer: Type.Object({ users: Type.Array(PrivilegeUser), total: Type.Integer(), account_name: Type.String(), query: Query }),
  }),
};
