import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { REMOTE_ID_PATTERN, type RemoteId } from '../remote-ids';
import { RemoteManifest } from '../remote-manifest';
import { StringEnum } from '../vocabulary';

/** Schema of a remote id. */
export const RemoteIdSchema = Type.Unsafe<RemoteId>({ type: 'string', pattern: REMOTE_ID_PATTERN });
/** Schema of a release channel. Tenants of the staging environment follow `staging`, all others `stable`. */
export const Channel = StringEnum(['stable', 'canary', 'staging']);
export type Channel = Static<typeof Channel>;
/** Schema of the channels that a tenant can choose by itself. */
export const PolicyChannel = StringEnum(['stable', 'canary']);

/** Tenants that get new releases first, and all others. */
export const RingSchema = StringEnum(['early', 'all']);
export type Ring = Static<typeof RingSchema>;

/** The users that get the release of the stable channel while it is rolled out. The share is of the ring; those before it get the release as a whole. */
export const RolloutStage = Type.Object({ ring: RingSchema, percent: Type.Integer({ minimum: 1, maximum: 100 }) }, { additionalProperties: false });
export type RolloutStage = Static<typeof RolloutStage>;

/** The release that a channel points at. While it is rolled out, the users outside of its stage get `from`. */
export const ChannelState = Type.Object({
  version: Type.String(),
  etag: Type.String(),
  rollout: Type.Union([Type.Object({ ...RolloutStage.properties, from: Type.String() }), Type.Null()]),
});
export type ChannelState = Static<typeof ChannelState>;

/** Rule that selected a release: a preview in this tab, a pin or a channel. */
export const Via = StringEnum(['tried', 'pin', 'canary', 'staging', 'stable']);
export type Via = Static<typeof Via>;

/** Address of a folder of releases on the console's own origin. */
const ReleaseFolder = Type.String({ pattern: '^/r/[^/?#\\\\]+/[^/?#\\\\]+/$' });

/** Modules that a release needs from its host, with their ranges. With `digests: entry`, of releases that list their digests in the entry: it is loaded without the manifest. */
const Needs = Type.Optional(Type.Record(Type.String(), Type.String()));

/** A release, resolved for the user, tenant and host of the request. */
export const ResolvedRemote = Type.Object({
  id: RemoteIdSchema,
  version: Type.String(),
  /** Address of the release, `/r/<id>/<version>/`, with a trailing slash. It contains `mf-manifest.json`. */
  base: ReleaseFolder,
  /** Address of the files that carry a content digest in their name, `/r/<id>/f/`, shared by all releases. When absent, they are at `base`. */
  files: Type.Optional(ReleaseFolder),
  manifest: RemoteManifest,
  /**
   * SHA-384 digests (`sha384-<base64>`) of the files, by path below `base`. With `digests`, only the first files of a load; the caller reads the others
   * from the manifest or the entry.
   */
  integrity: Type.Record(Type.String(), Type.String()),
  /** Number of files whose digests the release itself lists. When absent, `integrity` is complete. */
  listed: Type.Optional(Type.Integer()),
  needs: Needs,
  /** The release to fall back to when this one cannot be loaded. */
  previous: Type.Union([
    Type.Object({ version: Type.String(), base: ReleaseFolder, integrity: Type.Record(Type.String(), Type.String()), needs: Needs }),
    Type.Null(),
  ]),
});
export type ResolvedRemote = Static<typeof ResolvedRemote>;

/** The remotes of a user, as the console loads them. */
export const RemotesView = Type.Object({
  revision: Type.String(),
  remotes: Type.Array(ResolvedRemote),
  off: Type.Array(Type.Object({ id: RemoteIdSchema, reason: Type.String(), manifest: Type.Union([RemoteManifest, Type.Null()]) })),
  incompatible: Type.Array(Type.Object({ id: RemoteIdSchema, why: Type.String() })),
  /** Remotes whose current release requires a newer host than this tab runs; the page must reload. Absent when there are none. */
  must_reload: Type.Optional(Type.Array(RemoteIdSchema)),
  /** Automatic rollbacks that no later release has replaced, with the reason in words. Only operators get them. */
  rolled_back: Type.Optional(Type.Array(Type.Object({ id: RemoteIdSchema, reason: Type.String() }))),
  /** Previews that this tab requested: a version, or the origin of a development build. */
  tried: Type.Array(Type.Object({ id: RemoteIdSchema, what: Type.String(), refused: Type.Union([Type.String(), Type.Null()]) })),
});
export type RemotesView = Static<typeof RemotesView>;

/** A published release. */
export const Release = Type.Object({
  id: RemoteIdSchema,
  version: Type.String(),
  published_at: Type.String(),
  published_by: Type.String(),
  bytes: Type.Integer(),
  files: Type.Integer(),
  digest: Type.String({ description: 'SHA-384 over the sorted list of file digests' }),
  commit: Type.Union([Type.String(), Type.Null()], { description: 'commit of the sources, as the team states it' }),
  builder: Type.Union([Type.String(), Type.Null()], { description: 'run of the pipeline that built it' }),
  key_id: Type.Union([Type.String(), Type.Null()], { description: 'key that signed the release; null: unsigned, or the key is revoked' }),
});
export type Release = Static<typeof Release>;

const idPath = { id: RemoteIdSchema };

/** Short forms of the digests of a release. Consoles before the loader of remotes know the first one only. */
export type ShortDigests = 'first' | 'entry';

/** Registry of remotes, releases and channels. */
export const remoteEndpoints = {
  'GET /v1/remotes': endpoint({
    summary: 'List the remotes of the tenant, resolved for the host of the caller',
    access: 'session',
    query: {
      host: Type.Optional(Type.String({ description: 'host version' })),
      try: Type.Optional(Type.String({ maxLength: 500, description: 'releases to preview in this tab: alerts@1.3.9,reports@http://localhost:3105' })),
      digests: Type.Optional(
        Type.Unsafe<ShortDigests>({
          type: 'string',
          enum: ['first', 'entry'],
          description:
            'limits digests to the first files when the release lists the others in mf-manifest.json; `entry` to the entry when it lists them, and leaves out the calls of manifests',
        }),
      ),
    },
    answer: RemotesView,
  }),
  'GET /v1/remotes/events': endpoint({
    summary: 'Server-sent events: `current` with the present revision, then `revision` for each change of remotes or flags of the tenant',
    access: 'session',
    query: {
      host: Type.Optional(Type.String({ description: 'host version; selects the view whose revision is reported' })),
      try: Type.Optional(Type.String({ maxLength: 500 })),
    },
    produces: 'text/event-stream',
    answer: Type.Unsafe<ReadableStream>({ type: 'string' }),
  }),
  'GET /v1/remotes/why': endpoint({
    summary: 'Explain why the tenant gets a release',
    access: 'session',
    query: { id: RemoteIdSchema, host: Type.Optional(Type.String()) },
    answer: Type.Object({
      id: RemoteIdSchema,
      version: Type.Union([Type.String(), Type.Null()]),
      via: Type.Union([Via, Type.Null()], { description: 'rule that selected the release; null without a release' }),
      why: Type.Array(Type.String()),
    }),
  }),
  'GET /v1/remotes/{id}/releases': endpoint({
    summary: 'List the releases of a remote, newest first, and its channels',
    access: ['CAM_OPERATOR', 'CAM_GENERAL_READ'],
    publisher: true,
    path: idPath,
    answer: Type.Object({
      releases: Type.Array(Release),
      channels: Type.Record(Type.String(), ChannelState),
    }),
  }),
  'POST /v1/remotes/{id}/releases': endpoint({
    summary:
      'Publish a release, a zip of the built remote. 201 for a new release, 200 for an existing one; 409 when the version exists with other content',
    access: ['CAM_OPERATOR'],
    audit: 'add',
    publisher: true,
    path: idPath,
    query: { dry_run: Type.Optional(Type.Boolean()) },
    consumes: 'application/zip',
    answer: Type.Object({ release: Release, created: Type.Boolean(), warnings: Type.Array(Type.String()) }),
  }),
  'PUT /v1/remotes/{id}/channels/{channel}': endpoint({
    summary:
      'Point a channel to a release, at once or for a part of the users (stable only). 409 when a freeze window or the delivery rules hold it, or when it was moved since the caller read it (If-Match); 422 when another remote owns one of its addresses',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    publisher: true,
    path: { id: RemoteIdSchema, channel: Channel },
    body: {
      version: Type.String(),
      reason: Type.Optional(Type.String()),
      rollout: Type.Optional(RolloutStage),
      once: Type.Optional(
        Type.Boolean({ description: 'leaves the channel as it is if it pointed at the version before, so a repeated deployment undoes no rollback' }),
      ),
    },
    answer: Type.Object({ id: RemoteIdSchema, channel: Channel, ...ChannelState.properties }),
  }),
  'PATCH /v1/remotes/{id}/policy': endpoint({
    summary: 'Set the policy of the tenant for a remote: on or off, pinned version, channel, canary share',
    access: ['CAM_GENERAL_WRITE', 'CAM_OPERATOR'],
    audit: 'change',
    path: idPath,
    body: {
      enabled: Type.Optional(Type.Boolean()),
      pin: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      channel: Type.Optional(PolicyChannel),
      canary_percent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      signed_only: Type.Optional(Type.Boolean({ description: 'gives the tenant signed releases only' })),
      reason: Type.String({ minLength: 3, maxLength: 500 }),
    },
    answer: Type.Object({
      id: RemoteIdSchema,
      enabled: Type.Boolean(),
      pin: Type.Union([Type.String(), Type.Null()]),
      channel: PolicyChannel,
      canary_percent: Type.Integer(),
      signed_only: Type.Boolean(),
      reason: Type.String(),
    }),
  }),
};
