import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { EVENT_DAYS, EVENT_FORMATS, EVENT_KIND_NAMES } from '../event-kinds';
import { WRITE_RIGHTS } from '../rights';
import { SECRET_MASK } from '../secret-mask';
import { StringEnum } from '../vocabulary';

/** Most webhooks of a tenant. */
export const MOST_WEBHOOKS = 20;

const Kind = StringEnum(EVENT_KIND_NAMES);
const Time = Type.String({ description: 'ISO 8601' });

/** One event of a tenant. */
export const TenantFeedEvent = Type.Object({
  seq: Type.Integer({ description: 'position in the events of the tenant, without holes' }),
  id: Type.String({ description: 'the same in every delivery' }),
  type: Kind,
  subject: Type.String({ description: 'id of the alert or source, or the changed object' }),
  timestamp: Time,
  data: Type.Record(Type.String(), Type.Unknown()),
});
export type TenantFeedEvent = Static<typeof TenantFeedEvent>;

/** A bucket of an object storage with the API of S3, which gets events as files. */
export const EventBucket = Type.Object({
  endpoint: Type.String({ description: 'address of the storage, without the bucket' }),
  region: Type.String(),
  bucket: Type.String(),
  prefix: Type.String({ description: 'beginning of all keys, without a slash at its end; empty for none' }),
  path_style: Type.Boolean({ description: 'the bucket is the first part of the path, and not of the host name' }),
  access_key_id: Type.String(),
});
export type EventBucket = Static<typeof EventBucket>;

/** A receiver of events. */
export const Webhook = Type.Object({
  webhook_id: Type.String(),
  label: Type.String(),
  url: Type.String({ description: 'without the query, which may hold a secret; of a bucket: s3://bucket/prefix' }),
  bucket: Type.Union([EventBucket, Type.Null()], { description: 'the bucket that gets files; null: the address gets messages' }),
  kinds: Type.Array(Kind, { description: 'empty: all kinds that its creator may read' }),
  format: StringEnum(EVENT_FORMATS),
  state: StringEnum(['ON', 'OFF']),
  state_reason: Type.String({ description: 'why CAM turned it off; empty otherwise' }),
  public_keys: Type.Array(
    Type.Object({ key: Type.String(), valid_until: Type.Union([Time, Type.Null()], { description: 'null: the present key' }) }),
    {
      description:
        'public keys that verify its signatures of version 1a, the present one first; none until the secret is replaced once, if it was created without',
    },
  ),
  sent_seq: Type.Integer({ description: 'position of the last event that it accepted or that was not for it' }),
  waiting: Type.Integer({ description: 'events after that position' }),
  failing: Type.Boolean({ description: 'its last attempt failed' }),
  next_attempt: Type.Union([Time, Type.Null()], { description: 'null: no attempt waits' }),
  created_by: Type.String(),
  created_time: Time,
});
export type Webhook = Static<typeof Webhook>;

/** One attempt to deliver an event. */
export const WebhookAttempt = Type.Object({
  seq: Type.Integer(),
  event_id: Type.String(),
  kind: Kind,
  time: Time,
  ms: Type.Integer({ description: 'duration' }),
  sent: Type.Boolean(),
  message: Type.String({ description: 'why it was not accepted' }),
  file: Type.String({ description: 'key of the file in the bucket; empty for a message' }),
});
export type WebhookAttempt = Static<typeof WebhookAttempt>;

const Label = Type.String({ minLength: 3, maxLength: 100 });
const Url = Type.String({ minLength: 1, maxLength: 2000 });
const Bucket = Type.Object(
  {
    endpoint: Type.Optional(Type.String({ maxLength: 500, description: 'address of the storage without the bucket; AWS by default' })),
    region: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' }),
    prefix: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_./-]{0,200}$' })),
    path_style: Type.Optional(Type.Boolean({ description: 'by default true with an endpoint, or a point in the name of the bucket' })),
    access_key_id: Type.String({ minLength: 1, maxLength: 200 }),
    secret_access_key: Type.String({ minLength: 1, maxLength: 500, description: `${SECRET_MASK} keeps the stored one` }),
  },
  { additionalProperties: false, description: 'in place of an address: a bucket that gets events as files, one line each' },
);
const Kinds = Type.Array(Kind, { uniqueItems: true, maxItems: EVENT_KIND_NAMES.length });
const path = { webhook_id: Type.String() };
const Secret = Type.String({ description: 'signing secret of Standard Webhooks, which cannot be read again' });

/** Calls that tell programs about changes in a tenant. */
export const eventEndpoints = {
  'GET /v1/events': endpoint({
    summary: `List events, oldest first, of the kinds that the caller may read. They are kept for ${EVENT_DAYS} days`,
    access: ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
    query: {
      after: Type.Optional(Type.Integer({ minimum: 0, description: 'position after which to begin; 0 by default' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: '100 by default' })),
      kinds: Type.Optional(Type.Array(Kind)),
    },
    answer: Type.Object({
      events: Type.Array(TenantFeedEvent),
      next: Type.Integer({ description: 'position for the next call' }),
      last: Type.Integer({ description: 'position of the newest event' }),
    }),
  }),
  'GET /v1/events/stream': endpoint({
    summary: 'Receive events as they happen, as server-sent events with their position as id',
    access: ['CAM_GENERAL_READ', ...WRITE_RIGHTS.GENERAL],
    query: {
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'position after which to begin; the newest by default. Last-Event-ID replaces it' }),
      ),
      kinds: Type.Optional(Type.Array(Kind)),
    },
    produces: 'text/event-stream',
    answer: Type.Unsafe<ReadableStream>({ type: 'string' }),
  }),
  'GET /v1/webhooks': endpoint({
    summary: 'List the webhooks of the tenant',
    access: WRITE_RIGHTS.GENERAL,
    answer: Type.Object({ webhooks: Type.Array(Webhook) }),
  }),
  'POST /v1/webhooks': endpoint({
    summary: 'Create a webhook, or a delivery of files to a bucket. The signing secret of a webhook is returned once',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'add',
    body: { label: Label, url: Type.Optional(Url), bucket: Type.Optional(Bucket), kinds: Kinds, format: Type.Optional(StringEnum(EVENT_FORMATS)) },
    answer: Type.Object({ secret: Type.String({ description: `${Secret.description}; empty for a bucket` }), webhook: Webhook }),
    status: 201,
  }),
  'PATCH /v1/webhooks/{webhook_id}': endpoint({
    summary: 'Change a webhook, or turn it on or off',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    path,
    body: {
      label: Type.Optional(Label),
      url: Type.Optional(Url),
      bucket: Type.Optional(Bucket),
      kinds: Type.Optional(Kinds),
      format: Type.Optional(StringEnum(EVENT_FORMATS)),
      state: Type.Optional(StringEnum(['ON', 'OFF'])),
    },
    answer: Webhook,
  }),
  'DELETE /v1/webhooks/{webhook_id}': endpoint({
    summary: 'Delete a webhook',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'remove',
    path,
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v1/webhooks/{webhook_id}/secret': endpoint({
    summary: 'Give a webhook a new signing secret and key pair. Messages also have signatures of the former ones for 24 hours',
    access: WRITE_RIGHTS.GENERAL,
    audit: { requestOnly: 'the secret is not kept in the log' },
    path,
    answer: Type.Object({ secret: Secret, public_key: Type.String({ description: 'key that verifies signatures of version 1a' }) }),
  }),
  'POST /v1/webhooks/{webhook_id}/test': endpoint({
    summary: 'Send a test event to a webhook',
    access: WRITE_RIGHTS.GENERAL,
    audit: { exempt: 'it changes nothing' },
    path,
    answer: Type.Object({ sent: Type.Boolean(), message: Type.String() }),
  }),
  'POST /v1/webhooks/{webhook_id}/replay': endpoint({
    summary: 'Send all events after a position again',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    path,
    body: { after: Type.Integer({ minimum: 0 }) },
    answer: Webhook,
  }),
  'GET /v1/webhooks/{webhook_id}/attempts': endpoint({
    summary: 'List the last attempts of a webhook, newest first',
    access: WRITE_RIGHTS.GENERAL,
    path,
    answer: Type.Object({ attempts: Type.Array(WebhookAttempt) }),
  }),
};
