import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NARROWED } from '../../endpoint';
import { StringEnum } from '../../vocabulary';
import { Count, CountFreshness, NullableCount, paging, Query, INVENTORY_READ } from './common';
import { EntityRow, ENTITY_SORTS } from './overview';
import { USAGE_VIEWS } from './privileges';

/** A service of one account in which at least one identity holds permissions. */
export const ServiceRow = Type.Object({
  name: Type.String({ description: 'service prefix of actions: s3, Microsoft.Storage, storage' }),
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
const sorted = { ...listed, sorted_field: Type.Optional(StringEnum(ENTITY_SORTS)) };
const usage = Type.Optional(StringEnum(USAGE_VIEWS));
const entities = Type.Object({ ...CountFreshness, rows: Type.Array(EntityRow), total: Count, query: Query });

/** Groups, roles, scopes and services. */
export const resourcesEndpoints = {
  'GET /v1/resources/groups': endpoint({
    summary: 'List the groups of clouds and directories, by page',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: sorted,
    answer: entities,
  }),
  'GET /v1/resources/roles': endpoint({
    summary: 'List roles by page: all, or those used or unused in the last 90 days',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: { ...sorted, usage },
    answer: entities,
  }),
  'GET /v1/resources/scopes': endpoint({
    summary: 'List organization units, management groups, subscriptions, folders and projects, by page',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: sorted,
    answer: entities,
  }),
  'GET /v1/resources/services': endpoint({
    summary: 'List services with permissions by account: all, or those used or unused in the last 90 days',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: { ...listed, usage },
    answer: Type.Object({ ...CountFreshness, rows: Type.Array(ServiceRow), total: Count }),
  }),
};
