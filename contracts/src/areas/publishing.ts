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
};
