import { Type, type Static } from '@sinclair/typebox';
import { entityFields } from './common';

const Known = Type.Union([Type.Integer(), Type.Null()]);

export const GraphNode = Type.Object({
  id: Type.String(),
  type: Type.String(),
  name: Type.String(),
  uri: Type.String({ description: 'empty where the node stands for several' }),
  count: Type.Integer({ description: 'for how many it stands' }),
  /** Column of a drawing, from 0. */
  layer: Type.Integer(),
});
export const GraphLink = Type.Object({ from: Type.String(), to: Type.String(), label: Type.String(), conditional: Type.Boolean() });

/** The ways from and to an entity, rolled up by type where there are many. */
export const RollUpGraph = Type.Object({ nodes: Type.Array(GraphNode), links: Type.Array(GraphLink) });
export type RollUpGraph = Static<typeof RollUpGraph>;

/** A row of a table of any tile. */
export const DetailRow = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  /** What the tile shows besides, by the headings of its columns. */
  values: Type.Record(Type.String(), Type.String()),
});
export type DetailRow = Static<typeof DetailRow>;

/** Risk at a glance, and how sure it is. */
export const EntityRisk = Type.Object({
  sensitive_held: Type.Integer({ description: 'sensitive actions that it has, or that somebody has on it' }),
  sensitive_unlogged: Type.Integer({ description: 'of how many of the others no log would tell, 90 days back' }),
  sensitive_used: Type.Array(Type.String(), { description: 'those of them that were used within 90 days, at most 20' }),
  reached: Type.Integer({ description: 'resources that it reaches, or identities that reach it' }),
  conditional: Type.Integer({ description: 'those of them under conditions only' }),
  becoming: Type.Integer({ description: 'of a resource: identities that reach it only by becoming something else' }),
  evidence: Type.Object({
    since: Type.Union([Type.String(), Type.Null()], { description: 'first day of the log of its source; null: there is none' }),
    days: Known,
    silent: Type.Array(Type.String(), { description: 'what the log does not tell of: READ, or WRITE OBJECT_STORE' }),
  }),
});
export type EntityRisk = Static<typeof EntityRisk>;

/** What every entity page shows. */
const common = {
  ...entityFields,
  valueMap: Type.Record(Type.String(), Type.String()),
  policies: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), kind: Type.String() })),
  query: Type.String({ description: 'the query for its access, empty where it neither reaches nor is reached' }),
  result_table: Type.Array(DetailRow),
  result_total: Type.Integer({ description: 'all there are; a table lists at most 500' }),
  roll_up_graph: Type.Union([RollUpGraph, Type.Null()], { description: 'for ROLL_UP_GRAPH' }),
  result_graph: Type.Union([RollUpGraph, Type.Null()], { description: 'for DATA_TYPE_GRAPH: the same with single entities in the place of types' }),
  identity_policy: Type.Array(Type.Object({ policy_name: Type.String(), policy_document: Type.String({ description: 'JSON' }) }), {
    description: 'for IDENTITY_POLICY: what it holds, by name',
  }),
  first_seen: Type.Union([Type.String(), Type.Null()]),
  evidence_since: Type.Union([Type.String(), Type.Null()], { description: 'first day that the log of its account covers; null: there is none' }),
  counted: Type.Boolean({ description: 'false: its counts are being made' }),
  risk: EntityRisk,
};

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
  sensitive_privileges: Type.Array(Type.String(), { description: 'that it has and did not use within 90 days' }),
  unused_services: Type.Array(Type.String()),
  last_used: Type.Union([Type.String(), Type.Null()]),
  judged: Type.Boolean({ description: 'whether logs and age are enough to say that something is not used' }),
  status: Type.Union([Type.Literal('USED'), Type.Literal('UNUSED'), Type.Literal('NOT_ENOUGH_DATA')]),
});
export type IdentityDetail = Static<typeof IdentityDetail>;

export const ObjectDetail = Type.Object({
  ...common,
  user_cnt: Type.Integer(),
  admin_cnt: Type.Integer(),
  group_cnt: Type.Integer(),
  role_cnt: Type.Integer(),
  svc_count: Type.Integer(),
  identity_cnt: Type.Integer(),
  membership_cnt: Type.Integer({ description: 'groups, scopes and networks that it is in' }),
  public: Type.Boolean(),
});
export type ObjectDetail = Static<typeof ObjectDetail>;

export const NetworkDetail = Type.Object({
  ...common,
  user_count: Type.Integer(),
  role_count: Type.Integer(),
  group_count: Type.Integer(),
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
    description: 'by tab of the networking tile, the query for what it lists, where there is one',
  }),
  reach_query: Type.String({ description: 'the query for what it reaches, as a machine or a network does' }),
  public: Type.Boolean(),
});
export type NetworkDetail = Static<typeof NetworkDetail>;
