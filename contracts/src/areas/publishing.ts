import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { Words } from '../vocabulary';
import { Channel, RemoteIdWord } from './remotes';

const idPath = { id: RemoteIdWord };

/** What lets a team publish its own remote and nothing else. The token itself is told once, when it is made. */
export const PublisherToken = Type.Object({
  token_id: Type.String(),
  id: RemoteIdWord,
  label: Type.String({ description: 'who uses it: a pipeline, a person' }),
  channels: Type.Array(Channel, { description: 'channels that it may point at a release' }),
  created_by: Type.String(),
  created_at: Type.String(),
  expires_at: Type.String(),
  last_used_at: Type.Union([Type.String(), Type.Null()]),
  revoked: Type.Boolean(),
});
export type PublisherToken = Static<typeof PublisherToken>;

/** One thing that happened to a remote: what everybody gets, or what this tenant gets. */
export const RemoteChange = Type.Object({
  at: Type.String(),
  by: Type.String(),
  scope: Words(['installation', 'tenant']),
  kind: Words(['published', 'channel', 'policy', 'flag']),
  what: Type.String({ description: 'one sentence' }),
  reason: Type.String(),
});
export type RemoteChange = Static<typeof RemoteChange>;

/** A release that some console may load. */
export const ReleaseInUse = Type.Object({ id: RemoteIdWord, version: Type.String(), why: Type.Array(Type.String()) });
export type ReleaseInUse = Static<typeof ReleaseInUse>;

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

export const RemoteLoad = Type.Object(
  {
    id: RemoteIdWord,
    version: Type.String({ maxLength: 100 }),
    outcome: Words(LOAD_OUTCOMES),
    ms: Type.Integer({ minimum: 0, maximum: 600_000, description: 'from the first request to the end' }),
  },
  { additionalProperties: false },
);
export type RemoteLoad = Static<typeof RemoteLoad>;

/** How a remote fares in the browsers of a tenant. Times are upper bounds of the buckets that they are counted in. */
export const RemoteFleet = Type.Object({
  loads: Type.Integer({ description: 'that came to an end, good or bad' }),
  failures: Type.Integer({ description: 'loads that brought nothing' }),
  crashes: Type.Integer({ description: 'how often its code broke, which is no load' }),
  p50_ms: Type.Union([Type.Integer(), Type.Null()]),
  p95_ms: Type.Union([Type.Integer(), Type.Null()]),
  versions: Type.Array(Type.Object({ version: Type.String(), loads: Type.Integer(), failures: Type.Integer(), crashes: Type.Integer() })),
  kinds: Type.Array(Type.Object({ kind: Words(LOAD_OUTCOMES), count: Type.Integer() }), { description: 'why loads failed' }),
});
export type RemoteFleet = Static<typeof RemoteFleet>;

/** What the policy of the page kept a file from doing, in the last 24 hours. */
export const PolicyViolation = Type.Object({
  version: Type.String({ description: 'of the release; empty for the console itself' }),
  directive: Type.String({ description: 'such as script-src-elem or connect-src' }),
  blocked: Type.String({ description: 'a file of the console, another origin, or a word such as eval' }),
  source: Type.String({ description: 'the file that did it; empty where the browser does not say' }),
  count: Type.Integer(),
  last_at: Type.String(),
});
export type PolicyViolation = Static<typeof PolicyViolation>;

export const RemoteOperation = Type.Object({
  id: RemoteIdWord,
  name: Type.String(),
  state: Words(['on', 'off', 'incompatible']),
  version: Type.Union([Type.String(), Type.Null()]),
  why: Type.Array(Type.String()),
  flag_on: Type.Boolean({ description: 'the flag that turns it off is on' }),
  policy: Type.Object({
    enabled: Type.Boolean(),
    pin: Type.Union([Type.String(), Type.Null()]),
    channel: Channel,
    canary_percent: Type.Integer(),
    reason: Type.String(),
  }),
  channels: Type.Record(Type.String(), Type.Object({ version: Type.String(), etag: Type.String() })),
  releases: Type.Array(Type.Object({ version: Type.String(), published_at: Type.String(), published_by: Type.String() }), {
    description: 'newest first, at most 50',
  }),
  vanishes: Type.Array(Type.String(), { description: 'what a person loses while it is off: menu items, pages, parts in other areas' }),
  fleet: RemoteFleet,
  violations: Type.Array(PolicyViolation, { description: 'most frequent first, at most 20' }),
});
export type RemoteOperation = Static<typeof RemoteOperation>;

export const publishingEndpoints = {
  'GET /v1/remotes/in-use': endpoint({
    summary: 'Releases that some console may load: channels point at them, or a tenant pins them',
    access: ['CAM_OPERATOR'],
    answer: Type.Object({ releases: Type.Array(ReleaseInUse) }),
  }),
  'GET /v1/remotes/{id}/publisher-tokens': endpoint({
    summary: 'Publisher tokens of a remote, newest first, without the tokens themselves',
    access: ['CAM_OPERATOR'],
    path: idPath,
    answer: Type.Object({ tokens: Type.Array(PublisherToken) }),
  }),
  'POST /v1/remotes/{id}/publisher-tokens': endpoint({
    summary: 'Make a token that publishes this remote and nothing else; it is told this once',
    access: ['CAM_OPERATOR'],
    audit: 'add',
    status: 201,
    path: idPath,
    body: {
      label: Type.String({ minLength: 3, maxLength: 100 }),
      channels: Type.Optional(Type.Array(Channel, { uniqueItems: true })),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: 'how long it is good for; 90 unless named' })),
    },
    answer: Type.Object({ token: Type.String(), publisher_token: PublisherToken }),
  }),
  'DELETE /v1/remotes/{id}/publisher-tokens/{token_id}': endpoint({
    summary: 'Revoke a publisher token, from now on',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path: { id: RemoteIdWord, token_id: Type.String() },
    status: 204,
    answer: NoAnswer,
  }),
  'GET /v1/remotes/{id}/history': endpoint({
    summary: 'What happened to a remote, newest first: releases and channels of the installation, policies and flags of the tenant',
    access: ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'],
    path: idPath,
    query: { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })) },
    answer: Type.Object({ changes: Type.Array(RemoteChange) }),
  }),
  'GET /v1/remotes/operations': endpoint({
    summary: 'How the tenant gets each remote and how it fares in browsers of the tenant, the last 24 hours',
    access: ['CAM_OPERATOR', 'CAM_GENERAL_WRITE'],
    owner: 'settings',
    query: { host: Type.Optional(Type.String({ description: 'host version' })) },
    answer: Type.Object({
      remotes: Type.Array(RemoteOperation),
      console_violations: Type.Array(PolicyViolation, { description: 'those that no remote has a part in' }),
    }),
  }),
  'POST /v1/remotes/violations': endpoint({
    summary: 'A browser tells what the policy of the page kept from happening. 204; 413 above 64 KB, 429 for who tells too much',
    access: 'public',
    audit: { not: 'browsers tell by themselves what happened in them' },
    status: 204,
    consumes: 'application/reports+json',
    answer: NoAnswer,
  }),
  'POST /v1/remotes/loads': endpoint({
    summary: 'A browser tells how loading remotes went',
    access: 'session',
    audit: { not: 'browsers tell by themselves what happened in them' },
    status: 204,
    body: { loads: Type.Array(RemoteLoad, { minItems: 1, maxItems: 20 }) },
    answer: NoAnswer,
  }),
};
