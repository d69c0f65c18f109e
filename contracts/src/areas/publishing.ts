import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { NAME_KINDS } from '../area-names';
import { StringEnum } from '../vocabulary';
import { DeliveryRules, PlannedMove } from './delivery';
import { Channel, ChannelState, PolicyChannel, Release, RemoteIdSchema, RingSchema } from './remotes';

const idPath = { id: RemoteIdSchema };

/** A token with which a team publishes its own remote only. The token text is returned once, at creation. */
export const PublisherToken = Type.Object({
  token_id: Type.String(),
  id: RemoteIdSchema,
  label: Type.String({ description: 'user of the token: a pipeline or a person' }),
  channels: Type.Array(Channel, { description: 'channels that it may point to a release' }),
  created_by: Type.String(),
  created_at: Type.String(),
  expires_at: Type.String(),
  last_used_at: Type.Union([Type.String(), Type.Null()]),
  revoked: Type.Boolean(),
});
export type PublisherToken = Static<typeof PublisherToken>;

/** One change to a remote, for the whole installation or for this tenant. */
export const RemoteChange = Type.Object({
  at: Type.String(),
  by: Type.String(),
  scope: StringEnum(['installation', 'tenant']),
  kind: StringEnum(['published', 'channel', 'policy', 'flag']),
  what: Type.String({ description: 'the change in one sentence' }),
  reason: Type.String(),
});
export type RemoteChange = Static<typeof RemoteChange>;

/** A release that a console may load. */
export const ReleaseInUse = Type.Object({ id: RemoteIdSchema, version: Type.String(), why: Type.Array(Type.String()) });
export type ReleaseInUse = Static<typeof ReleaseInUse>;

/** Outcomes of a load: `ready`, or the cause of the failure. */
export const LOAD_OUTCOMES = [
  'ready',
  'network',
  'timeout',
  'missing',
  'server',
  'refused',
  'invalid',
  'integrity',
  'incompatible',
  'crashed',
  'empty',
] as const;

/** The outcome of one load of a remote in a browser. */
export const RemoteLoad = Type.Object(
  {
    id: RemoteIdSchema,
    version: Type.String({ maxLength: 100 }),
    outcome: StringEnum(LOAD_OUTCOMES),
    ms: Type.Integer({ minimum: 0, maximum: 600_000, description: 'duration from the first request to the outcome' }),
  },
  { additionalProperties: false },
);
export type RemoteLoad = Static<typeof RemoteLoad>;

/** Loads of a remote in the browsers of a tenant. Times are upper bounds of their histogram buckets. */
export const RemoteFleet = Type.Object({
  loads: Type.Integer({ description: 'completed loads, successful or not' }),
  failures: Type.Integer({ description: 'failed loads' }),
  crashes: Type.Integer({ description: 'crashes of its code after the load' }),
  p50_ms: Type.Union([Type.Integer(), Type.Null()]),
  p95_ms: Type.Union([Type.Integer(), Type.Null()]),
  versions: Type.Array(Type.Object({ version: Type.String(), loads: Type.Integer(), failures: Type.Integer(), crashes: Type.Integer() })),
  kinds: Type.Array(Type.Object({ kind: StringEnum(LOAD_OUTCOMES), count: Type.Integer() }), { description: 'failed loads by cause' }),
});
export type RemoteFleet = Static<typeof RemoteFleet>;

/** A violation of the Content Security Policy in the last 24 hours. */
export const PolicyViolation = Type.Object({
  version: Type.String({ description: 'version of the release; empty for the console itself' }),
  directive: Type.String({ description: 'policy directive, such as script-src-elem or connect-src' }),
  blocked: Type.String({ description: 'blocked resource: a file of the console, another origin, or a keyword such as eval' }),
  source: Type.String({ description: 'file with the violation; empty when the browser does not report it' }),
  count: Type.Integer(),
  last_at: Type.String(),
});
export type PolicyViolation = Static<typeof PolicyViolation>;

/** State of a remote for the operator's overview. */
export const RemoteOperation = Type.Object({
  id: RemoteIdSchema,
  name: Type.String(),
  state: StringEnum(['on', 'off', 'incompatible']),
  version: Type.Union([Type.String(), Type.Null()]),
  why: Type.Array(Type.String()),
  flag_on: Type.Boolean({ description: 'true when the flag that turns it off is set' }),
  policy: Type.Object({
    enabled: Type.Boolean(),
    pin: Type.Union([Type.String(), Type.Null()]),
    channel: PolicyChannel,
    canary_percent: Type.Integer(),
    signed_only: Type.Boolean({ description: 'the tenant gets signed releases only' }),
    reason: Type.String(),
  }),
  channels: Type.Record(Type.String(), ChannelState),
  delivery: DeliveryRules,
  plans: Type.Array(PlannedMove, { description: 'moves of its channels that wait for their time or for an approval' }),
  releases: Type.Array(Type.Pick(Release, ['version', 'published_at', 'published_by', 'commit', 'builder', 'key_id']), {
    description: 'newest first, at most 50',
  }),
  names: Type.Array(
    Type.Object({
      kind: StringEnum(NAME_KINDS),
      name: Type.String(),
      text: Type.String({ description: 'effect of a flag, meaning of a right, name of a part, label of a menu group' }),
      used_by: Type.Array(Type.String(), { description: 'names of the other areas that use it' }),
    }),
    { description: 'names that its release declares' },
  ),
  vanishes: Type.Array(Type.String(), { description: 'menu items, pages and parts in other areas that users lose while it is off' }),
  fleet: RemoteFleet,
  violations: Type.Array(PolicyViolation, { description: 'most frequent first, at most 20' }),
});
export type RemoteOperation = Static<typeof RemoteOperation>;

/** Publishing and operation of remotes. */
export const publishingEndpoints = {
  'GET /v1/remotes/in-use': endpoint({
    summary: 'List the releases that a console may load because a channel or a pin names them',
    access: ['CAM_OPERATOR'],
    answer: Type.Object({ releases: Type.Array(ReleaseInUse) }),
  }),
  'GET /v1/remotes/{id}/in-use': endpoint({
    summary: "List the releases of a remote that a console may load, without the names of tenants, for the remote's team",
    access: ['CAM_OPERATOR'],
    publisher: true,
    path: { id: RemoteIdSchema },
    answer: Type.Object({ releases: Type.Array(ReleaseInUse) }),
  }),
  'GET /v1/remotes/rings': endpoint({
    summary: 'List the tenants that get new releases first',
    access: ['CAM_OPERATOR'],
    answer: Type.Object({ early: Type.Array(Type.String({ description: 'tenant' })) }),
  }),
  'PUT /v1/remotes/rings/{tenant_id}': endpoint({
    summary: 'Choose whether a tenant gets new releases first',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path: { tenant_id: Type.String() },
    body: { ring: RingSchema },
    answer: Type.Object({ tenant_id: Type.String(), ring: RingSchema }),
  }),
  'GET /v1/remotes/{id}/publisher-tokens': endpoint({
    summary: 'List the publisher tokens of a remote, newest first, without the token text',
    access: ['CAM_OPERATOR'],
    path: idPath,
    answer: Type.Object({ tokens: Type.Array(PublisherToken) }),
  }),
  'POST /v1/remotes/{id}/publisher-tokens': endpoint({
    summary: 'Create a token that publishes this remote only. The token text is returned once',
    access: ['CAM_OPERATOR'],
    audit: 'add',
    status: 201,
    path: idPath,
    body: {
      label: Type.String({ minLength: 3, maxLength: 100 }),
      channels: Type.Optional(Type.Array(Channel, { uniqueItems: true })),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: 'lifetime in days; 90 by default' })),
    },
    answer: Type.Object({ token: Type.String(), publisher_token: PublisherToken }),
  }),
  'DELETE /v1/remotes/{id}/publisher-tokens/{token_id}': endpoint({
    summary: 'Revoke a publisher token',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path: { id: RemoteIdSchema, token_id: Type.String() },
    status: 204,
    answer: NoAnswer,
  }),
  'GET /v1/remotes/{id}/history': endpoint({
    summary: 'List the changes to a remote, newest first: releases and channels of the installation, policies and flags of the tenant',
    access: ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'],
    path: idPath,
    query: { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })) },
    answer: Type.Object({ changes: Type.Array(RemoteChange) }),
  }),
  'GET /v1/remotes/operations': endpoint({
    summary: 'Read the state of each remote of the tenant and its loads in the last 24 hours',
    access: ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'],
    owner: 'settings',
    query: { host: Type.Optional(Type.String({ description: 'host version' })) },
    answer: Type.Object({
      remotes: Type.Array(RemoteOperation),
      console_violations: Type.Array(PolicyViolation, { description: 'violations outside any remote' }),
    }),
  }),
  'POST /v1/remotes/violations': endpoint({
    summary: 'Report violations of the Content Security Policy. 204; 413 above 64 KB, 429 for too many reports',
    access: 'public',
    audit: { exempt: 'browsers report automatically' },
    status: 204,
    consumes: 'application/reports+json',
    answer: NoAnswer,
  }),
  'POST /v1/remotes/loads': endpoint({
    summary: 'Report the outcome of loading remotes',
    access: 'session',
    audit: { exempt: 'browsers report automatically' },
    status: 204,
    body: { loads: Type.Array(RemoteLoad, { minItems: 1, maxItems: 20 }) },
    answer: NoAnswer,
  }),
};
