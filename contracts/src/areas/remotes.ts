import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { REMOTE_ID_PATTERN, type RemoteId } from '../remote-ids';
import { RemoteManifest } from '../remote-manifest';
import { Words } from '../vocabulary';

export const RemoteIdWord = Type.Unsafe<RemoteId>({ type: 'string', pattern: REMOTE_ID_PATTERN });
export const Channel = Words(['stable', 'canary']);

/** What names the release that somebody gets: their own try, a pin, a channel, or nothing but being the newest. */
export const Via = Words(['tried', 'pin', 'canary', 'stable', 'newest']);
export type Via = Static<typeof Via>;

/** A release resolved for the asking tenant, user and host. */
export const ResolvedRemote = Type.Object({
  id: RemoteIdWord,
  version: Type.String(),
  /** Where `mf-manifest.json` of the release lies: `/r/<id>/<version>/`, with a trailing slash. */
  base: Type.String(),
  /** Where its files lie whose name carries a digest of their content: `/r/<id>/f/`, the same for all releases. Absent: at `base`. */
  files: Type.Optional(Type.String()),
  manifest: RemoteManifest,
  /** SHA-384 (`sha384-<base64>`) of each file, by path below `base`; those alone that a load begins with where the asker reads the others itself. */
  integrity: Type.Record(Type.String(), Type.String()),
  /** How many files the digests that `mf-manifest.json` lists are of. Absent: `integrity` is whole. */
  listed: Type.Optional(Type.Integer()),
  /** The release to fall back to once when this one cannot be loaded. */
  previous: Type.Union([
    Type.Object({ version: Type.String(), base: Type.String(), integrity: Type.Record(Type.String(), Type.String()) }),
    Type.Null(),
  ]),
});
export type ResolvedRemote = Static<typeof ResolvedRemote>;

export const RemotesView = Type.Object({
  revision: Type.String(),
  remotes: Type.Array(ResolvedRemote),
  off: Type.Array(Type.Object({ id: RemoteIdWord, reason: Type.String(), manifest: Type.Union([RemoteManifest, Type.Null()]) })),
  incompatible: Type.Array(Type.Object({ id: RemoteIdWord, why: Type.String() })),
  /** Areas of which a tab with the host that is served today gets another release: this one must be reloaded to have it. Absent: none. */
  must_reload: Type.Optional(Type.Array(RemoteIdWord)),
  /** What this tab asked to try: a version, or the origin of a build on somebody's machine. */
  tried: Type.Array(Type.Object({ id: RemoteIdWord, what: Type.String(), refused: Type.Union([Type.String(), Type.Null()]) })),
});
export type RemotesView = Static<typeof RemotesView>;

export const Release = Type.Object({
  id: RemoteIdWord,
  version: Type.String(),
  published_at: Type.String(),
  published_by: Type.String(),
  bytes: Type.Integer(),
  files: Type.Integer(),
  digest: Type.String({ description: 'SHA-384 over the sorted list of file digests' }),
});
export type Release = Static<typeof Release>;

const idPath = { id: RemoteIdWord };

export const remoteEndpoints = {
  'GET /v1/remotes': endpoint({
    summary: 'Remotes of the tenant, resolved against what the asking host provides',
    access: 'session',
    query: {
      host: Type.Optional(Type.String({ description: 'host version' })),
      try: Type.Optional(Type.String({ maxLength: 500, description: 'releases to try in this tab: alerts@1.3.9,reports@http://localhost:3105' })),
      digests: Type.Optional(
        Type.Unsafe<'first'>({
          type: 'string',
          enum: ['first'],
          description: 'only those of the first files of a release that lists the others itself, in mf-manifest.json',
        }),
      ),
    },
    answer: RemotesView,
  }),
  'GET /v1/remotes/events': endpoint({
    summary: 'Server-sent events: `current` with the revision of the moment, then `revision` whenever remotes or flags of the tenant changed',
    access: 'session',
    query: {
      host: Type.Optional(Type.String({ description: 'host version: the revision is that of the view which this host asks for' })),
      try: Type.Optional(Type.String({ maxLength: 500 })),
    },
    produces: 'text/event-stream',
    answer: Type.Unsafe<ReadableStream>({ type: 'string' }),
  }),
  'GET /v1/remotes/why': endpoint({
    summary: 'Why the tenant gets this release, in words',
    access: 'session',
    query: { id: RemoteIdWord, host: Type.Optional(Type.String()) },
    answer: Type.Object({
      id: RemoteIdWord,
      version: Type.Union([Type.String(), Type.Null()]),
      via: Type.Union([Via, Type.Null()], { description: 'what names the release; null where none is given' }),
      why: Type.Array(Type.String()),
    }),
  }),
  'GET /v1/remotes/{id}/releases': endpoint({
    summary: 'Releases of a remote, newest first, and its channels',
    access: ['CAM_OPERATOR', 'CAM_GENERAL_READ'],
    publisher: true,
    path: idPath,
    answer: Type.Object({
      releases: Type.Array(Release),
      channels: Type.Record(Type.String(), Type.Object({ version: Type.String(), etag: Type.String() })),
    }),
  }),
  'POST /v1/remotes/{id}/releases': endpoint({
    summary:
      'Publish a release: a zip of the built remote. 201 when it is new, 200 when it was there; 409 where the version exists with other content',
    access: ['CAM_OPERATOR'],
    audit: 'add',
    publisher: true,
    path: idPath,
    query: { dry_run: Type.Optional(Type.Boolean()) },
    consumes: 'application/zip',
    answer: Type.Object({ release: Release, created: Type.Boolean(), warnings: Type.Array(Type.String()) }),
  }),
  'PUT /v1/remotes/{id}/channels/{channel}': endpoint({
    summary: 'Point a channel at a release; with If-Match refused (409) when somebody moved it meanwhile',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    publisher: true,
    path: { id: RemoteIdWord, channel: Channel },
    body: { version: Type.String(), reason: Type.Optional(Type.String()) },
    answer: Type.Object({ id: RemoteIdWord, channel: Channel, version: Type.String(), etag: Type.String() }),
  }),
  'PATCH /v1/remotes/{id}/policy': endpoint({
    summary: 'How this tenant gets the remote: on or off, pinned version, channel, canary share',
    access: ['CAM_GENERAL_WRITE', 'CAM_OPERATOR'],
    audit: 'change',
    path: idPath,
    body: {
      enabled: Type.Optional(Type.Boolean()),
      pin: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      channel: Type.Optional(Channel),
      canary_percent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      reason: Type.String({ minLength: 3, maxLength: 500 }),
    },
    answer: Type.Object({
      id: RemoteIdWord,
      enabled: Type.Boolean(),
      pin: Type.Union([Type.String(), Type.Null()]),
      channel: Channel,
      canary_percent: Type.Integer(),
      reason: Type.String(),
    }),
  }),
};
