import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { WRITE_RIGHTS } from '../rights';
import { Severity, Words } from '../vocabulary';

export const NOTIFICATION_METHODS = ['EMAIL', 'WEBHOOK', 'SYSLOG'] as const;
export type NotificationMethod = (typeof NOTIFICATION_METHODS)[number];

const Target = {
  method: Words(NOTIFICATION_METHODS),
  target: Type.String({ description: 'e-mail address, host of a webhook, or protocol and endpoint of a syslog server' }),
};

export const NotificationTest = Type.Object({
  ...Target,
  sent: Type.Boolean(),
  message: Type.String({ description: 'why it was not sent; empty where it was' }),
});
export type NotificationTest = Static<typeof NotificationTest>;

/** A message that waits for its next try, or that is not tried again. */
export const NotificationDelivery = Type.Object({
  delivery_id: Type.String(),
  severity: Severity,
  ...Target,
  state: Words(['WAITING', 'FAILED'] as const),
  alerts_count: Type.Integer({ minimum: 1 }),
  attempts: Type.Integer({ minimum: 0 }),
  created_at: Type.String({ format: 'date-time' }),
  next_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'null: it is not tried again by itself' }),
  message: Type.String({ description: 'what the last try ended with' }),
});
export type NotificationDelivery = Static<typeof NotificationDelivery>;

const deliveryId = { delivery_id: Type.String({ minLength: 1, maxLength: 64 }) };

/** What becomes of messages about alerts. Whom they go to is part of the tenant's settings. */
export const notificationEndpoints = {
  'POST /v1/tenants/notification/{severity}/test': endpoint({
    summary: 'Send a test message to everybody whom alerts of a severity are told to',
    access: WRITE_RIGHTS.GENERAL,
    audit: { asked: 'it sends messages and changes nothing' },
    path: { severity: Severity },
    answer: Type.Object({ results: Type.Array(NotificationTest) }),
  }),
  'GET /v1/tenants/notification/deliveries': endpoint({
    summary: 'Messages that could not be delivered so far, the newest first, 200 at most',
    access: 'session',
    query: { severity: Type.Optional(Severity) },
    answer: Type.Object({ deliveries: Type.Array(NotificationDelivery) }),
  }),
  'POST /v1/tenants/notification/deliveries/{delivery_id}/retry': endpoint({
    summary: 'Try a message again now',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    path: deliveryId,
    answer: Type.Object({ error: Type.String() }),
  }),
  'DELETE /v1/tenants/notification/deliveries/{delivery_id}': endpoint({
    summary: 'Give a message up',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'remove',
    path: deliveryId,
    answer: Type.Object({ error: Type.String() }),
  }),
};
