import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../../endpoint';
import { Words } from '../../vocabulary';
import { Counted, Known, Maybe, paging, Query, READ } from './common';

export const USAGE_VIEWS = ['ALL', 'USED', 'UNUSED'] as const;

export const PrivilegeRow = Type.Object({
  name: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  sensitive: Type.Boolean(),
  users_total: Type.Integer(),
  users_unused: Known,
  used_90: Known,
  used_30: Known,
  used_7: Known,
  query: Query,
});
export type PrivilegeRow = Static<typeof PrivilegeRow>;

export const PrivilegeUser = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  last_used: Maybe(Type.String()),
});
export type PrivilegeUser = Static<typeof PrivilegeUser>;

export const privilegesEndpoints = {
  'GET /v1/graph-querymgr/privileges/{view_type}': endpoint({
    summary: 'Privileges by account, with who has and who used them',
    access: READ,
    owner: 'graph-explorer',
    path: { view_type: Words(USAGE_VIEWS) },
    query: {
      ...paging,
      search: Type.Optional(Type.String({ maxLength: 200 })),
      sensitive: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({
      ...Counted,
      privilege_summary: Type.Array(PrivilegeRow),
      total: Type.Integer(),
      has_next: Type.Boolean(),
      has_prev: Type.Boolean(),
      views: Type.Array(Type.Object({ view: Words(USAGE_VIEWS), count: Type.Integer() })),
    }),
  }),
  'GET /v1/graph-querymgr/privilege-users': endpoint({
    summary: 'Who has a privilege in an account, and when they used it last',
    access: READ,
    owner: 'graph-explorer',
    query: { name: Type.String({ maxLength: 300 }), source: Type.String({ description: 'account id' }) },
    answer: Type.Object({ users: Type.Array(PrivilegeUser), total: Type.Integer() }),
  }),
};
