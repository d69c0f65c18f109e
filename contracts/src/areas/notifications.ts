import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { WRITE_RIGHTS } from '../rights';
import { Severity, StringEnum } from '../vocabulary';

/** Notification methods. */
export const NOTIFICATION_METHODS = ['EMAIL', 'WEBHOOK', 'SYSLOG', 'SLACK', 'TEAMS'] as const;
export type NotificationMethod = (typeof NOTIFICATION_METHODS)[number];

const Target = {
  method: StringEnum(NOTIFICATION_METHODS),
  target: Type.String({
    description: 'email address, host of a webhook, protocol and endpoint of a syslog server, or name of a connection to Slack or Microsoft Teams',
  }),
};

/** Result of a test message to one target. */
export const NotificationTest = Type.Object({
  ...Target,
  sent: Type.Boolean(),
  message: Type.String({ description: 'reason of a failure; empty when it was sent' }),
});
export type NotificationTest = Static<typeof NotificationTest>;

/** A message that waits for its next attempt, or that failed permanently. */
export const NotificationDelivery = Type.Object({
  delivery_id: Type.String(),
  severity: Severity,
  ...Target,
  state: StringEnum(['WAITING', 'FAILED'] as const),
  alerts_count: Type.Integer({ minimum: 1 }),
  attempts: Type.Integer({ minimum: 0 }),
  created_at: Type.String({ format: 'date-time' }),
  next_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'null when no further attempt is scheduled' }),
  message: Type.String({ description: 'result of the last attempt' }),
});
export type NotificationDelivery = Static<typeof NotificationDelivery>;

/** When people are notified of the alerts of a severity. */
export const DIGEST_TIMES = ['AT_ONCE', 'HOURLY', 'DAILY'] as const;
export type DigestTime = (typeof DIGEST_TIMES)[number];

const HH_MM = { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' };
const Digest = StringEnum(DIGEST_TIMES);

/** When the tenant wants mails and chat messages about alerts. Syslog servers always get entries at once. */
export const NotificationSchedule = Type.Object(
  {
    time_zone: Type.String({ minLength: 1, maxLength: 60, description: 'IANA name: Europe/Berlin' }),
    quiet: Type.Union(
      [
        Type.Object(
          {
            days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
              minItems: 1,
              uniqueItems: true,
              description: 'weekdays on which quiet hours start; 1 is Monday',
            }),
            from: Type.String({ ...HH_MM, description: 'local time, HH:mm' }),
            to: Type.String({ ...HH_MM, description: 'local time, HH:mm; of the next day unless it is later than `from`' }),
            except_high: Type.Boolean({ description: 'notify of alerts of high severity all the same' }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'null: no quiet hours' },
    ),
    digests: Type.Object({ HIGH: Digest, MEDIUM: Digest, LOW: Digest }, { additionalProperties: false }),
    digest_at: Type.String({ ...HH_MM, description: 'local time of daily digests, HH:mm' }),
  },
  { additionalProperties: false },
);
export type NotificationSchedule = Static<typeof NotificationSchedule>;

const deliveryId = { delivery_id: Type.String({ minLength: 1, maxLength: 64 }) };

/** Delivery of alert messages. The tenant's settings hold the recipients. */
export const notificationEndpoints = {
  'GET /v1/tenants/notification-schedule': endpoint({
    summary: 'Read when notifications are sent, and how many alerts wait for that',
    access: 'session',
    answer: Type.Object({
      schedule: NotificationSchedule,
      held_count: Type.Integer({ description: 'alerts in messages that wait for a digest or for the end of quiet hours' }),
      held_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'time of the next of these messages; null: none waits',
      }),
    }),
  }),
  'PUT /v1/tenants/notification-schedule': endpoint({
    summary: 'Change when notifications are sent. Waiting messages follow the new times',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    body: { schedule: NotificationSchedule },
    answer: Type.Object({ schedule: NotificationSchedule }),
  }),
  'POST /v1/tenants/notification/{severity}/test': endpoint({
    summary: 'Send a test message to every recipient of a severity',
    access: WRITE_RIGHTS.GENERAL,
    audit: { requestOnly: 'it sends messages and changes nothing' },
    path: { severity: Severity },
    answer: Type.Object({ results: Type.Array(NotificationTest) }),
  }),
  'GET /v1/tenants/notification/deliveries': endpoint({
    summary: 'List messages that have not been delivered, the newest first, at most 200',
    access: 'session',
    query: { severity: Type.Optional(Severity) },
    answer: Type.Object({ deliveries: Type.Array(NotificationDelivery) }),
  }),
  'POST /v1/tenants/notification/deliveries/{delivery_id}/retry': endpoint({
    summary: 'Retry a message now',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    path: deliveryId,
    answer: Type.Object({ error: Type.String() }),
  }),
  'DELETE /v1/tenants/notification/deliveries/{delivery_id}': endpoint({
    summary: 'Discard a message',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'remove',
    path: deliveryId,
    answer: Type.Object({ error: Type.String() }),
  }),
};
