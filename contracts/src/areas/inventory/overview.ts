import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../../endpoint';
import { RESOURCE_TYPE_ALL, Words } from '../../vocabulary';
import { CountFreshness, entityFields, exportQuery, NullableCount, Nullable, paging, Query, INVENTORY_READ, TypeTotal } from './common';

export const IDENTITY_TYPES = ['USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'] as const;
export const NETWORK_TYPES = ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE'] as const;

/** What a list of entities is ordered by; where it is not known it comes last. */
export const ENTITY_SORTS = ['name', 'source', 'type', 'region', 'objects', 'roles', 'groups', 'members', 'privileged', 'last_used'] as const;

export const AccountSummary = Type.Object({
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  scope_cnt: Type.Integer({ description: 'entities of the type in the account' }),
  query: Query,
});
export type AccountSummary = Static<typeof AccountSummary>;

export const ObjectSummary = Type.Object({
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  object_cnt: Type.Integer(),
  read_cnt: Type.Integer({ description: 'objects that somebody may read' }),
  write_cnt: Type.Integer(),
  admin_cnt: Type.Integer(),
  used_read_cnt: Nullable(Type.Integer({ description: 'objects that somebody did read within 90 days; null: no log tells' })),
  used_write_cnt: NullableCount,
  used_admin_cnt: NullableCount,
  query: Query,
  entities_query: Type.String({ description: 'the query that answers with the objects themselves; empty: there is none' }),
});
export type ObjectSummary = Static<typeof ObjectSummary>;

/** A row of a list of entities. What is of identities alone is null for everything else. */
export const EntityRow = Type.Object({
  ...entityFields,
  /** Of a network: VpcID, SubnetID, IPAddress, PublicIPAddress, SecurityGroups. */
  values: Type.Record(Type.String(), Type.String()),
  objects_total: NullableCount,
  objects_used: NullableCount,
  roles_total: NullableCount,
  roles_used: NullableCount,
  groups_count: NullableCount,
  members_count: NullableCount,
  last_used: Nullable(Type.String()),
  privileged: Type.Union([Type.Boolean(), Type.Null()]),
  query: Type.String({ description: 'of an identity: the query for what it reaches; empty for everything else' }),
});
export type EntityRow = Static<typeof EntityRow>;

const SummaryType = Type.Optional(
  Type.String({ description: `types whose sources are listed, separated by commas; all of them without it, and with ${RESOURCE_TYPE_ALL}` }),
);

export const overviewEndpoints = {
  'GET /v1/graph-querymgr/identity': endpoint({
    summary: 'Identities by type, and of each type by account',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { type: SummaryType },
    answer: Type.Object({ ...CountFreshness, identity_count: Type.Array(TypeTotal), identity_summary_info: Type.Array(AccountSummary) }),
  }),
  'GET /v1/graph-querymgr/objects': endpoint({
    summary: 'Objects by type and account, with how many are reached and used',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { type: SummaryType },
    answer: Type.Object({ ...CountFreshness, object_count: Type.Array(TypeTotal), object_summary_info: Type.Array(ObjectSummary) }),
  }),
  'GET /v1/graph-querymgr/networks': endpoint({
    summary: 'Networks by type, and of each type by account',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { type: SummaryType },
    answer: Type.Object({ ...CountFreshness, network_count: Type.Array(TypeTotal), network_summary_info: Type.Array(AccountSummary) }),
  }),
  'GET /v1/graph-querymgr/entities': endpoint({
    summary: 'Entities of a type, page by page',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: {
      ...paging,
      type: Type.String({ description: 'one type or several, separated by commas' }),
      source: Type.Optional(Type.String({ description: 'account id' })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      sorted_field: Type.Optional(Words(ENTITY_SORTS)),
      sorted_asc: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({ rows: Type.Array(EntityRow), total: Type.Integer(), query: Query }),
  }),
  'GET /v1/graph-querymgr/entities/export': endpoint({
    summary: 'All entities of a list as CSV, as they are read',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: {
      ...exportQuery,
      type: Type.String({ description: 'one type or several, separated by commas' }),
      source: Type.Optional(Type.String({ description: 'account id' })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      sorted_field: Type.Optional(Words(ENTITY_SORTS)),
      sorted_asc: Type.Optional(Type.Boolean()),
    },
    answer: FileAnswer,
    produces: 'text/csv',
  }),
  'GET /v1/graph-querymgr/account': endpoint({
    summary: 'What an account holds',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { source: Type.Optional(Type.String({ description: 'account id; without it all accounts' })) },
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
