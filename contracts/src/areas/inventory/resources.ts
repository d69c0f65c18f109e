import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../../endpoint';
import { Words } from '../../vocabulary';
import { Count, CountFreshness, NullableCount, paging, Query, INVENTORY_READ } from './common';
import { EntityRow, ENTITY_SORTS } from './overview';
import { USAGE_VIEWS } from './privileges';

/** A service in which somebody may do something, in one account. */
export const ServiceRow = Type.Object({
  name: Type.String({ description: 'as actions begin: s3, Microsoft.Storage, storage' }),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  privileges_total: Count,
  privileges_used: NullableCount,
  sensitive_total: Count,
});
export type ServiceRow = Static<typeof ServiceRow>;

const listed = {
  ...paging,
  source: Type.Optional(Type.String({ description: 'account id' })),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sorted_asc: Type.Optional(Type.Boolean()),
};
const sorted = { ...listed, sorted_field: Type.Optional(Words(ENTITY_SORTS)) };
const usage = Type.Optional(Words(USAGE_VIEWS));
const entities = Type.Object({ ...CountFreshness, rows: Type.Array(EntityRow), total: Count, query: Query });

export const resourcesEndpoints = {
  'GET /v1/resources/groups': endpoint({
    summary: 'Groups of clouds and directories, page by page',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: sorted,
    answer: entities,
  }),
  'GET /v1/resources/roles': endpoint({
    summary: 'Roles, page by page; of all, or of those that were or were not used within 90 days',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { ...sorted, usage },
    answer: entities,
  }),
  'GET /v1/resources/scopes': endpoint({
    summary: 'Organization units, management groups, subscriptions, folders and projects, page by page',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: sorted,
    answer: entities,
  }),
  'GET /v1/resources/services': endpoint({
    summary: 'Services in which people may do something, by account; of all, or of those that were or were not used within 90 days',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { ...listed, usage },
    answer: Type.Object({ ...CountFreshness, rows: Type.Array(ServiceRow), total: Count }),
  }),
};
