import { Type, type Static } from '@sinclair/typebox';
import { entityFields } from './common';
import { PersonReference } from './people';

const Known = Type.Union([Type.Integer(), Type.Null()]);

/** A node of an access graph. */
export const GraphNode = Type.Object({
  id: Type.String(),
  type: Type.String(),
  name: Type.String(),
  uri: Type.String({ description: 'empty for a node that represents several entities' }),
  count: Type.Integer({ description: 'number of entities that it represents' }),
  /** Column in the drawing, from 0. */
  layer: Type.Integer(),
});
/** A link between two nodes of an access graph. */
export const GraphLink = Type.Object({
  from: Type.String(),
  to: Type.String(),
  label: Type.String(),
  conditional: Type.Boolean(),
  reaching: Type.Optional(Type.Integer({ description: 'between types: the most identities of the one that reach one resource of the other' })),
});

/** The access paths of an entity, rolled up by type when there are many. */
export const RollUpGraph = Type.Object({ nodes: Type.Array(GraphNode), links: Type.Array(GraphLink) });
export type RollUpGraph = Static<typeof RollUpGraph>;

/** A row in the table of a tile. */
export const DetailRow = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  /** Further columns of the tile, by heading. */
  values: Type.Record(Type.String(), Type.String()),
});
export type DetailRow = Static<typeof DetailRow>;

/** Risk of an entity, with the evidence that supports it. */
export const EntityRisk = Type.Object({
  sensitive_held: Type.Integer({ description: 'number of sensitive permissions that it holds, or that others hold on it' }),
  sensitive_unlogged: Type.Integer({ description: 'number of the remaining sensitive permissions whose use is not logged over 90 days' }),
  sensitive_used: Type.Array(Type.String(), { description: 'sensitive permissions used in the last 90 days, at most 20' }),
  reached: Type.Integer({ description: 'number of resources that it has access to, or of identities with access to it' }),
  conditional: Type.Integer({ description: 'number of them with conditional access only' }),
  becoming: Type.Integer({ description: 'for a resource: identities with access only by assuming another identity' }),
  evidence: Type.Object({
    since: Type.Union([Type.String(), Type.Null()], { description: 'first day of the log of its source; null without a log' }),
    days: Known,
    silent: Type.Array(Type.String(), { description: 'access that the log does not cover: READ, or WRITE OBJECT_STORE' }),
  }),
});
export type EntityRisk = Static<typeof EntityRisk>;

/** Fields of every entity page. */
const common = {
  ...entityFields,
  valueMap: Type.Record(Type.String(), Type.String()),
  policies: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), kind: Type.String() })),
  query: Type.String({ description: 'query for its access; empty when there is none' }),
  result_table: Type.Array(DetailRow),
  result_total: Type.Integer({ description: 'number of all rows; a table lists at most 500' }),
  roll_up_graph: Type.Union([RollUpGraph, Type.Null()], { description: 'for ROLL_UP_GRAPH' }),
  result_graph: Type.Union([RollUpGraph, Type.Null()], { description: 'for DATA_TYPE_GRAPH: the same graph with single entities instead of types' }),
  identity_policy: Type.Array(Type.Object({ policy_name: Type.String(), policy_document: Type.String({ description: 'JSON' }) }), {
    description: 'for IDENTITY_POLICY: its policies by name',
  }),
  first_seen: Type.Union([Type.String(), Type.Null()]),
  evidence_since: Type.Union([Type.String(), Type.Null()], { description: 'first day of the log of its account; null without a log' }),
  counted: Type.Boolean({ description: 'false while its counts are in progress' }),
  risk: EntityRisk,
};

/** Details of an identity. */
export const IdentityDetail = Type.Object({
  ...common,
  privileged: Type.Boolean(),
  escalations: Type.Array(Type.Object({ name: Type.String(), reason: Type.String(), conditional: Type.Boolean() })),
  object_count: Type.Integer(),
  used_object_count: Known,
  roles_count: Type.Integer(),
  used_roles_count: Known,
  groups_count: Type.Integer(),
  members_count: Type.Integer(),
  sensitive_privileges: Type.Array(Type.String(), { description: 'sensitive permissions not used in the last 90 days' }),
  unused_services: Type.Array(Type.String()),
  last_used: Type.Union([Type.String(), Type.Null()], { description: 'last use by itself or in sessions that it started' }),
  used_through: Type.Array(Type.Object({ uri: Type.String(), name: Type.String(), at: Type.String({ description: 'last such use' }) }), {
    description:
      'roles and service accounts, itself or those that it can assume, which an unknown user used in the last 90 days; most recent first, at most 20',
  }),
  person: Type.Union([PersonReference, Type.Null()], { description: 'the person whose account it is; null: unknown' }),
  purpose: Type.String({ description: 'ordinary, break-glass, service-linked or provider-managed' }),
  judged: Type.Boolean({ description: 'true when logs and age suffice to judge its usage' }),
  status: Type.Union([Type.Literal('USED'), Type.Literal('UNUSED'), Type.Literal('NOT_ENOUGH_DATA')]),
});
export type IdentityDetail = Static<typeof IdentityDetail>;

/** Details of an object. */
export const ObjectDetail = Type.Object({
  ...common,
  user_cnt: Type.Integer(),
  admin_cnt: Type.Integer(),
  group_cnt: Type.Integer(),
  role_cnt: Type.Integer(),
  svc_count: Type.Integer(),
  identity_cnt: Type.Integer(),
  membership_cnt: Type.Integer({ description: 'groups, scopes and networks that contain it' }),
  public: Type.Boolean(),
});
export type ObjectDetail = Static<typeof ObjectDetail>;

/** Details of a network entity. */
export const NetworkDetail = Type.Object({
  ...common,
  user_count: Type.Integer(),
  role_count: Type.Integer(),
  group_count: Type.Integer(),
  identity_count: Type.Integer({ description: 'all identities with access' }),
  admin_count: Type.Integer(),
  objects_total: Type.Integer(),
  objects_used: Known,
  roles_total: Type.Integer(),
  roles_used: Known,
  instances_count: Type.Integer(),
  sg_count: Type.Integer(),
  subnets_count: Type.Integer(),
  ports_count: Type.Integer(),
  routes_count: Type.Integer(),
  rules_count: Type.Integer(),
  tab_queries: Type.Record(Type.String(), Type.String(), {
    description: 'query behind each tab of the networking tile, if any',
  }),
  reach_query: Type.String({ description: 'query for the resources that it has access to as a machine or network' }),
  public: Type.Boolean(),
});
export type NetworkDetail = Static<typeof NetworkDetail>;
