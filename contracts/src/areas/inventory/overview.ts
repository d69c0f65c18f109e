import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer, NARROWED } from '../../endpoint';
import { RESOURCE_TYPE_ALL, StringEnum } from '../../vocabulary';
import { Risk } from '../risk';
import { CountFreshness, entityFields, exportQuery, NullableCount, Nullable, paging, Query, INVENTORY_READ, TypeTotal } from './common';

/** Types on the Identities page. */
export const IDENTITY_TYPES = ['USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'] as const;
/** Types on the Networks page. */
export const NETWORK_TYPES = ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE'] as const;

/** Sort columns of entity lists. Unknown values come last. */
export const ENTITY_SORTS = [
  'name',
  'source',
  'type',
  'region',
  'objects',
  'roles',
  'groups',
  'members',
  'privileged',
  'last_used',
  'tier',
  'risk',
] as const;

/** Number of entities of a type in an account. */
export const AccountSummary = Type.Object({
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  scope_cnt: Type.Integer({ description: 'number of entities of the type in the account' }),
  query: Query,
});
export type AccountSummary = Static<typeof AccountSummary>;

/** Access to the objects of a type in an account. */
export const ObjectSummary = Type.Object({
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  object_cnt: Type.Integer(),
  read_cnt: Type.Integer({ description: 'objects with read access' }),
  write_cnt: Type.Integer(),
  admin_cnt: Type.Integer(),
  used_read_cnt: Nullable(Type.Integer({ description: 'objects read in the last 90 days; null when not logged' })),
  used_write_cnt: NullableCount,
  used_admin_cnt: NullableCount,
  query: Query,
  entities_query: Type.String({ description: 'query for the objects themselves; empty when there is none' }),
});
export type ObjectSummary = Static<typeof ObjectSummary>;

/** A row of an entity list. Columns of identities are null for other entities. */
export const EntityRow = Type.Object({
  ...entityFields,
  /** Network fields: VpcID, SubnetID, IPAddress, PublicIPAddress, SecurityGroups. */
  values: Type.Record(Type.String(), Type.String()),
  objects_total: NullableCount,
  objects_used: NullableCount,
  roles_total: NullableCount,
  roles_used: NullableCount,
  groups_count: NullableCount,
  members_count: NullableCount,
  last_used: Nullable(Type.String()),
  privileged: Type.Union([Type.Boolean(), Type.Null()]),
  query: Type.String({ description: 'query for the resources that an identity has access to; empty for other entities' }),
  tier: Type.Integer({ description: '0 control, 1 crown jewels, 2 important, 3 the rest' }),
  risk: Type.Union([Risk, Type.Null()], { description: 'null before the first scoring' }),
});
export type EntityRow = Static<typeof EntityRow>;

const SummaryType = Type.Optional(Type.String({ description: `types to list by source, comma-separated; ${RESOURCE_TYPE_ALL} by default` }));

/** Inventory lists and their exports. */
export const overviewEndpoints = {
  'GET /v1/graph-querymgr/identity': endpoint({
    summary: 'Count identities by type, and by type and account',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: { type: SummaryType },
    answer: Type.Object({ ...CountFreshness, identity_count: Type.Array(TypeTotal), identity_summary_info: Type.Array(AccountSummary) }),
  }),
  'GET /v1/graph-querymgr/objects': endpoint({
    summary: 'Count objects by type and account, with access and usage',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: { type: SummaryType },
    answer: Type.Object({ ...CountFreshness, object_count: Type.Array(TypeTotal), object_summary_info: Type.Array(ObjectSummary) }),
  }),
  'GET /v1/graph-querymgr/networks': endpoint({
    summary: 'Count networks by type, and by type and account',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: { type: SummaryType },
    answer: Type.Object({ ...CountFreshness, network_count: Type.Array(TypeTotal), network_summary_info: Type.Array(AccountSummary) }),
  }),
  'GET /v1/graph-querymgr/entities': endpoint({
    summary: 'List entities of one or more types, by page',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: {
      ...paging,
      type: Type.String({ description: 'one or more types, comma-separated' }),
      source: Type.Optional(Type.String({ description: 'account id' })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      tier: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
      min_risk: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'the lowest risk score' })),
      sorted_field: Type.Optional(StringEnum(ENTITY_SORTS)),
      sorted_asc: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({ rows: Type.Array(EntityRow), total: Type.Integer(), query: Query }),
  }),
  'GET /v1/graph-querymgr/entities/export': endpoint({
    summary: 'Export an entity list as CSV',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: {
      ...exportQuery,
      type: Type.String({ description: 'one or more types, comma-separated' }),
      source: Type.Optional(Type.String({ description: 'account id' })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      tier: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
      min_risk: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'the lowest risk score' })),
      sorted_field: Type.Optional(StringEnum(ENTITY_SORTS)),
      sorted_asc: Type.Optional(Type.Boolean()),
    },
    answer: FileAnswer,
    produces: 'text/csv',
  }),
  'GET /v1/graph-querymgr/account': endpoint({
    summary: 'Count the entities of each account by type',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: { source: Type.Optional(Type.String({ description: 'account id; all accounts by default' })) },
    answer: Type.Object({
      ...CountFreshness,
      accounts: Type.Array(
        Type.Object({
          account_id: Type.String(),
          account_name: Type.String(),
          cloud_type: Type.String(),
          entity_counts: Type.Array(TypeTotal),
          last_snapshot_time: Nullable(Type.String()),
        }),
      ),
    }),
  }),
};
