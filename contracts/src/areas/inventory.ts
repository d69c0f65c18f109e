import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../endpoint';
import { Words } from '../vocabulary';
import { RegionCount } from './intents';
import { IdentityDetail, NetworkDetail, ObjectDetail, RollUpGraph } from './inventory-details';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const Maybe = <T extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);
const Known = Maybe(Type.Integer());
const Query = Type.String({ description: 'the query that answers with what is counted; empty where the language has none' });

/** When the counts were made, ISO 8601; null: they are being made for the first time. */
const Counted = { counted_at: Maybe(Type.String()), counting: Type.Boolean({ description: 'newer counts are being made' }) };

export const IDENTITY_TYPES = ['USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'] as const;
export const NETWORK_TYPES = ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE'] as const;
export const USAGE_VIEWS = ['ALL', 'USED', 'UNUSED'] as const;
export const SHADOW_TYPES = ['SHADOW_UNKNOWN_ACCOUNT', 'SHADOW_KNOWN_ACCOUNT', 'SHADOW_KNOWN_NETWORK'] as const;
export const UNUSED_IDENTITY_TYPES = ['UNUSED_ROLE', 'UNUSED_IDENTITY', 'UNUSED_IDENTITY_WITHOUT_ROLE'] as const;
export const UNUSED_REQUEST_TYPES = [
  'UNUSED_SUMMARY',
  'UNUSED_DETAIL',
  'UNUSED_BY_SERVICE_SUMMARY',
  'UNUSED_BY_SERVICE_DETAIL',
  'UNUSED_BY_PRIVILEGE_SUMMARY',
  'UNUSED_BY_PRIVILEGE_DETAIL',
] as const;
export const DATA_TYPES = ['INFO', 'ROLL_UP_GRAPH', 'TABLE_DATA', 'POLICY_LIST'] as const;
export const TABLE_TABS = [
  'IAM_USER',
  'IAM_GROUP',
  'IAM_ROLE',
  'NETWORKING_INSTANCES',
  'NETWORKING_SECURITY_GROUPS',
  'NETWORKING_SUBNETS',
  'NETWORKING_RULES',
  'NETWORKING_ROUTES',
] as const;

export const TypeTotal = Type.Object({ type: Type.String(), count: Type.Integer(), query: Query });
export type TypeTotal = Static<typeof TypeTotal>;

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
  used_read_cnt: Maybe(Type.Integer({ description: 'objects that somebody did read within 90 days; null: no log tells' })),
  used_write_cnt: Known,
  used_admin_cnt: Known,
  query: Query,
});
export type ObjectSummary = Static<typeof ObjectSummary>;

/** A row of a list of entities. What is of identities alone is null for everything else. */
export const EntityRow = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  region: Type.String(),
  /** Of a network: VpcID, SubnetID, IPAddress, PublicIPAddress, SecurityGroups. */
  values: Type.Record(Type.String(), Type.String()),
  tags: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  objects_total: Known,
  objects_used: Known,
  roles_total: Known,
  roles_used: Known,
  groups_count: Known,
  members_count: Known,
  last_used: Maybe(Type.String()),
  privileged: Type.Union([Type.Boolean(), Type.Null()]),
});
export type EntityRow = Static<typeof EntityRow>;

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

export const PolicyReference = Type.Object({ id: Type.String(), name: Type.String() });

export const PublicObject = Type.Object({
  name: Type.String(),
  uri: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  region: Type.String(),
  tag_info: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  via_policy: Type.Array(PolicyReference),
  objects: Type.String({ description: 'BUCKET, OBJECT or both of them: what of an object store is public' }),
  actions: Type.String({ description: '"RWA" with "-", then "C" where access is conditional' }),
  read_action_count: Type.Integer(),
  write_action_count: Type.Integer(),
  admin_action_count: Type.Integer(),
});
export type PublicObject = Static<typeof PublicObject>;

export const ShadowAccountRow = Type.Object({
  shadow_account_id: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  name: Type.String(),
  resources_available: Type.Integer(),
  query: Query,
});
export type ShadowAccountRow = Static<typeof ShadowAccountRow>;

export const ShadowNetworkRow = Type.Object({
  network_ip: Type.String(),
  network_name: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  uri: Type.String(),
  out_obj_store: Type.Integer(),
  out_sg: Type.Integer(),
  query: Query,
});
export type ShadowNetworkRow = Static<typeof ShadowNetworkRow>;

/** A row of any table of unused access; which columns it fills depends on the request. */
export const UnusedItem = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  policy_account_id: Type.String(),
  scope: Type.String(),
  policies: Type.Array(PolicyReference),
  policies_count: Type.Integer(),
  service: Type.String(),
  privilege: Type.String(),
  roles_count: Type.Integer(),
  identities_count: Type.Integer(),
  privileges_count: Type.Integer(),
  role_name: Type.String(),
  role_uri: Type.String(),
  last_used: Maybe(Type.String()),
});
export type UnusedItem = Static<typeof UnusedItem>;

const paging = {
  page_number: Type.Optional(Type.Integer({ minimum: 0 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
};

const entityQuery = {
  uri: Type.String(),
  type: Type.Optional(Type.String()),
  data_type: Type.Optional(Words(DATA_TYPES)),
  tile: Type.Optional(Type.String()),
  tableTab: Type.Optional(Words(TABLE_TABS)),
};

const count = Type.Integer();

export const inventoryEndpoints = {
  'GET /v1/graph-querymgr/dashboard': endpoint({
    summary: 'Counts of the tenant, or of one account',
    access: read,
    owner: 'graph-explorer',
    answer: Type.Object({
      ...Counted,
      account_count: count,
      user_info: Type.Object({ user_count: count, active_user_count: Maybe(Type.Integer({ description: 'used anything within 90 days' })) }),
      data_info: Type.Object({ object_count: count, public_object_count: count }),
      privilege_info: Type.Object({ privilege_count: count, used_privilege_count: Known }),
      sensitive_privilege_info: Type.Object({ privilege_count: count, used_privilege_count: Known }),
      instance_info: Type.Object({ instance_count: count, public_instance_count: count }),
      network_info: Type.Object({ network_count: count, public_network_count: count }),
      shadow_access_info: Type.Object({ account_count: count, network_count: count }),
      role_info: Type.Object({ role_count: count, unused_role_count: count }),
      member_info: Type.Object({ member_count: Type.Integer({ description: 'who is in some group' }) }),
      scope_info: Type.Object({ scope_count: count }),
      public_objects_info: Type.Array(Type.Object({ source_type: Type.String(), public_count: count, query: Query })),
      public_by_region: Type.Array(RegionCount),
      result_graph: RollUpGraph,
      entity_counts: Type.Array(TypeTotal),
      tile_queries: Type.Record(Type.String(), Query, { description: 'of what each tile counts' }),
    }),
  }),
  'GET /v1/graph-querymgr/identity': endpoint({
    summary: 'Identities by type, and of each type by account',
    access: read,
    owner: 'graph-explorer',
    query: { type: Type.Optional(Type.String()) },
    answer: Type.Object({ ...Counted, identity_count: Type.Array(TypeTotal), identity_summary_info: Type.Array(AccountSummary) }),
  }),
  'GET /v1/graph-querymgr/objects': endpoint({
    summary: 'Objects by type and account, with how many are reached and used',
    access: read,
    owner: 'graph-explorer',
    query: { type: Type.Optional(Type.String()) },
    answer: Type.Object({ ...Counted, object_count: Type.Array(TypeTotal), object_summary_info: Type.Array(ObjectSummary) }),
  }),
  'GET /v1/graph-querymgr/networks': endpoint({
    summary: 'Networks by type, and of each type by account',
    access: read,
    owner: 'graph-explorer',
    query: { type: Type.Optional(Type.String()) },
    answer: Type.Object({ ...Counted, network_count: Type.Array(TypeTotal), network_summary_info: Type.Array(AccountSummary) }),
  }),
  'GET /v1/graph-querymgr/entities': endpoint({
    summary: 'Entities of a type, page by page',
    access: read,
    owner: 'graph-explorer',
    query: {
      ...paging,
      type: Type.String({ description: 'one type or several, separated by commas' }),
      source: Type.Optional(Type.String({ description: 'account id' })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      sorted_asc: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({ rows: Type.Array(EntityRow), total: Type.Integer(), query: Query }),
  }),
  'GET /v1/graph-querymgr/privileges/{view_type}': endpoint({
    summary: 'Privileges by account, with who has and who used them',
    access: read,
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
    access: read,
    owner: 'graph-explorer',
    query: { name: Type.String({ maxLength: 300 }), source: Type.String({ description: 'account id' }) },
    answer: Type.Object({ users: Type.Array(PrivilegeUser), total: Type.Integer() }),
  }),
  'GET /v1/graph-querymgr/public-objects': endpoint({
    summary: 'What everybody on the internet reaches',
    access: read,
    owner: 'graph-explorer',
    query: { type: Type.Optional(Type.String()) },
    answer: Type.Object({
      ...Counted,
      public_objects_info: Type.Array(Type.Object({ source_type: Type.String(), public_count: Type.Integer(), query: Query })),
      entity_info: Type.Array(PublicObject),
    }),
  }),
  'GET /v1/graph-querymgr/shadow-access': endpoint({
    summary: 'Accounts and networks outside that reach something',
    access: read,
    owner: 'graph-explorer',
    query: { type: Type.Optional(Words(SHADOW_TYPES)) },
    answer: Type.Object({
      ...Counted,
      unknown_account: Type.Array(ShadowAccountRow),
      known_account: Type.Array(ShadowAccountRow),
      shadow_network: Type.Array(ShadowNetworkRow),
    }),
  }),
  'PATCH /v1/tenants/set-shadow-account-name': endpoint({
    summary: 'Name an account that is not connected; an empty name makes it unknown again',
    access: ['CAM_GENERAL_WRITE'],
    owner: 'graph-explorer',
    body: { account_id: Type.String({ minLength: 1, maxLength: 100 }), account_name: Type.String({ maxLength: 200 }) },
    answer: Type.Object({ account_id: Type.String(), account_name: Type.String(), error: Type.String() }),
  }),
  'GET /v1/graph-querymgr/unused-accesses': endpoint({
    summary: 'Roles, identities, services and privileges that were not used for 90 days',
    access: read,
    owner: 'graph-explorer',
    query: {
      identity_type: Words(UNUSED_IDENTITY_TYPES),
      request_type: Words(UNUSED_REQUEST_TYPES),
      uri: Type.Optional(Type.String({ description: 'of a detail: the role or identity' })),
      role_uri: Type.Optional(Type.String()),
      service: Type.Optional(Type.String()),
      privilege: Type.Optional(Type.String()),
      source: Type.Optional(Type.String({ description: 'account id' })),
    },
    answer: Type.Object({
      ...Counted,
      items: Type.Array(UnusedItem),
      total: Type.Integer({ description: 'all rows; at most 500 are listed' }),
      query: Query,
      top_level_count_for_unused_access: Type.Array(
        Type.Object({ identity_type: Words(UNUSED_IDENTITY_TYPES), request_type: Words(UNUSED_REQUEST_TYPES), count: Type.Integer() }),
      ),
      usage_onboarding_in_progress: Type.Boolean(),
      not_judged: Type.Integer({ description: 'roles or identities of which there is not enough data' }),
    }),
  }),
  'POST /v1/graph-querymgr/unused-accesses/report': endpoint({
    summary: 'A view of unused access as CSV',
    access: read,
    owner: 'graph-explorer',
    body: {
      identity_type: Words(UNUSED_IDENTITY_TYPES),
      request_type: Words(UNUSED_REQUEST_TYPES),
      uri: Type.Optional(Type.String()),
      service: Type.Optional(Type.String()),
      privilege: Type.Optional(Type.String()),
    },
    answer: FileAnswer,
    produces: 'text/csv',
  }),
  'GET /v1/graph-querymgr/identity-service': endpoint({
    summary: 'An identity: its facts, a table of a tile, or its roll-up graph',
    access: read,
    owner: 'graph-explorer',
    query: entityQuery,
    answer: Type.Object({ identity_info: IdentityDetail }),
  }),
  'GET /v1/graph-querymgr/objects-service': endpoint({
    summary: 'An object: its facts, a table of a tile, or its roll-up graph',
    access: read,
    owner: 'graph-explorer',
    query: { ...entityQuery, identity_type: Type.Optional(Type.String()) },
    answer: Type.Object({ object_detail_info: ObjectDetail }),
  }),
  'GET /v1/graph-querymgr/network-service': endpoint({
    summary: 'A network entity: its facts, a table of a tile, or its roll-up graph',
    access: read,
    owner: 'graph-explorer',
    query: entityQuery,
    answer: Type.Object({ network_detail_info: NetworkDetail }),
  }),
  'GET /v1/graph-querymgr/account': endpoint({
    summary: 'What an account holds',
    access: read,
    owner: 'graph-explorer',
    query: { source: Type.Optional(Type.String({ description: 'account id; without it all accounts' })) },
    answer: Type.Object({
      ...Counted,
      accounts: Type.Array(
        Type.Object({
          account_id: Type.String(),
          account_name: Type.String(),
          cloud_type: Type.String(),
          entity_counts: Type.Array(TypeTotal),
          last_snapshot_time: Maybe(Type.String()),
        }),
      ),
    }),
  }),
  'GET /v1/policy-reader/supported-resource-types': endpoint({
    summary: 'Every type of entity, as people call it',
    access: read,
    owner: 'graph-explorer',
    answer: Type.Object({
      resource_info: Type.Array(
        Type.Object({
          resource_name: Type.String(),
          display_name: Type.String(),
          display_name_plural: Type.String(),
          object_type: Type.Boolean(),
          identity_type: Type.Boolean(),
          network_type: Type.Boolean(),
          resource_num: Type.Integer(),
        }),
      ),
    }),
  }),
  'GET /beta/healthStatus': endpoint({
    summary: 'Whether the database answers and how fresh the counts are',
    access: read,
    owner: 'graph-explorer',
    answer: Type.Object({ status: Words(['OK', 'DEGRADED']), database: Words(['embedded', 'postgres']), ...Counted }),
  }),
};

export * from './inventory-details';
