import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NARROWED } from '../../endpoint';
import { RESOURCE_TYPE_ALL, StringEnum } from '../../vocabulary';
import { CountFreshness, PolicyReference, Query, INVENTORY_READ, Tags } from './common';

/** Tabs of the Shadow Access page. */
export const SHADOW_TYPES = ['SHADOW_UNKNOWN_ACCOUNT', 'SHADOW_KNOWN_ACCOUNT', 'SHADOW_KNOWN_NETWORK'] as const;

/** A resource reachable from the internet. */
export const PublicObject = Type.Object({
  name: Type.String(),
  uri: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  region: Type.String(),
  tag_info: Tags,
  via_policy: Type.Array(PolicyReference),
  objects: Type.String({ description: 'public level of an object store: BUCKET, OBJECT or both' }),
  actions: Type.String({ description: '"RWA" with "-" for an absent action; empty where only the network is open' }),
  conditional_actions: Type.String({ description: 'letters of actions whose access holds only under conditions, "-" for the others' }),
  read_action_count: Type.Integer(),
  write_action_count: Type.Integer(),
  admin_action_count: Type.Integer(),
});
export type PublicObject = Static<typeof PublicObject>;

/** An account with access to another account: outside the tenant, or connected. */
export const ShadowAccountRow = Type.Object({
  shadow_account_id: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  name: Type.String({ description: 'empty for an unknown account' }),
  connected: Type.Boolean({ description: 'true for a connected account, whose name cannot change here' }),
  resources_available: Type.Integer(),
  query: Query,
});
export type ShadowAccountRow = Static<typeof ShadowAccountRow>;

/** A network outside the tenant with access to resources. */
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

/** Public objects and shadow access. */
export const outsideEndpoints = {
  'GET /v1/graph-querymgr/public-objects': endpoint({
    summary: 'List the resources reachable from the internet',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: { type: Type.Optional(Type.String({ description: `type of the rows; ${RESOURCE_TYPE_ALL} by default` })) },
    answer: Type.Object({
      ...CountFreshness,
      public_objects_info: Type.Array(Type.Object({ source_type: Type.String(), public_count: Type.Integer(), query: Query })),
      entity_info: Type.Array(PublicObject),
    }),
  }),
  'GET /v1/graph-querymgr/shadow-access': endpoint({
    summary: 'List the accounts and networks outside the tenant that have access',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { type: Type.Optional(StringEnum(SHADOW_TYPES)) },
    answer: Type.Object({
      ...CountFreshness,
      unknown_account: Type.Array(ShadowAccountRow),
      known_account: Type.Array(ShadowAccountRow),
      shadow_network: Type.Array(ShadowNetworkRow),
      totals: Type.Object({ SHADOW_UNKNOWN_ACCOUNT: Type.Integer(), SHADOW_KNOWN_ACCOUNT: Type.Integer(), SHADOW_KNOWN_NETWORK: Type.Integer() }),
      queries: Type.Object(
        { SHADOW_UNKNOWN_ACCOUNT: Query, SHADOW_KNOWN_ACCOUNT: Query, SHADOW_KNOWN_NETWORK: Query },
        { description: 'query behind each tab; the rows give the outside account and the account with the resources' },
      ),
    }),
  }),
  'PATCH /v1/tenants/set-shadow-account-name': endpoint({
    summary: 'Name an account that is not connected. An empty name makes it unknown again',
    access: ['CAM_GENERAL_WRITE'],
    audit: 'change',
    owner: 'graph-explorer',
    body: { account_id: Type.String({ minLength: 1, maxLength: 100 }), account_name: Type.String({ maxLength: 200 }) },
    answer: Type.Object({ account_id: Type.String(), account_name: Type.String(), error: Type.String() }),
  }),
};
