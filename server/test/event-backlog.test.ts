import type { EndpointKey, TenantFeedEvent } from '@cam/contracts';
import { Db } from '../src/platform/db/database';
import { api as call, createTenant, type CallArgs } from './support/client';
import { startEventReceiver } from './support/event-receiver';
import { startServer } from './support/server-process.cjs';
import { openEmbedded, silent } from './support/test-database';
import { PATIENT, until } from './support/until';

/** Alerts of the backlog. Beside each, another event happens that the webhook does not want. */
const ALERTS = 1000;
/** The age of the oldest event, ms. */
const WEEK = 7 * 86_400_000;

it('a week of events that a receiver missed arrives when it is turned on again, each once and in order, and replays with the same ids', async () => {
  const receiver = await startEventReceiver();
  const env = { CAM_ALLOWED_NETWORKS: '127.0.0.0/8' };
  let server = await startServer(env);
  try {
    const { tenantId, token } = await createTenant(server);
    const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}) => call(key, args, token, server.url);
    const { webhook } = (await api('POST /v1/webhooks', { body: { label: 'SIEM', url: receiver.url, kinds: ['alert.raised'] } })).body;
    const path = { webhook_id: webhook.webhook_id };
    await api('PATCH /v1/webhooks/{webhook_id}', { path, body: { state: 'OFF' } });

    // A week passes. The events are as old as they would be, which no call can make them.
    await server.stop({ keepData: true });
    const db = server.databaseUrl ? await Db.postgres(server.databaseUrl, silent) : await openEmbedded(server.dataDir);
    const start = Date.now() - WEEK;
    await db.tenant(tenantId, async (tx) => {
      const happened = Array.from({ length: 2 * ALERTS }, (_one, index) => ({
        ...{ tenant_id: tenantId, kind: index % 2 === 0 ? ('alert.raised' as const) : ('alert.changed' as const), subject: `alert ${index}` },
        ...{ at: new Date(start + (index * WEEK) / (2 * ALERTS)), data: '{}' },
      }));
      await tx.insertInto('event').values(happened).execute();
    });
    await db.close();
    server = await startServer({ ...server.restartEnv, ...env, PORT: new URL(server.url).port });

    const read = async (after: number): Promise<TenantFeedEvent[]> => {
      const { events: page, next, last } = (await api('GET /v1/events', { query: { kinds: ['alert.raised'], limit: 300, after } })).body;
      return next < last ? [...page, ...(await read(next))] : page;
    };
    const kept = await read(webhook.sent_seq);
    expect(kept.map(({ subject }) => subject)).toEqual(Array.from({ length: ALERTS }, (_one, index) => `alert ${2 * index}`));
    expect(Date.now() - Date.parse(kept[0]?.timestamp ?? '')).toBeGreaterThanOrEqual(WEEK);

    const expected = kept.map(({ id }) => id);
    await api('PATCH /v1/webhooks/{webhook_id}', { path, body: { state: 'ON' } });
    await until('the backlog arrives', () => receiver.accepted.length >= ALERTS, PATIENT);
    expect(receiver.accepted.map(({ id }) => id)).toEqual(expected);
    await until('nothing waits', async () => (await api('GET /v1/webhooks')).body.webhooks[0]?.waiting === 0, PATIENT);

    receiver.accepted.length = 0;
    await api('POST /v1/webhooks/{webhook_id}/replay', { path, body: { after: webhook.sent_seq } });
    await until('the replay arrives', () => receiver.accepted.length >= ALERTS, PATIENT);
    expect(receiver.accepted.map(({ id }) => id)).toEqual(expected);
  } finally {
    await server.stop();
    await receiver.stop();
  }
}, 300_000);
