import type { CallArgs } from './support/client';
import type { EndpointKey, TenantFeedEvent } from '@cam/contracts';
import { api as call } from './support/client';
import { dice } from './support/differential';
import { startEventReceiver } from './support/event-receiver';
import { startServer } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

/** A few in every run; `npm run soak -- tests` tries many. */
const CRASHES = Number(process.env.CAM_TEST_CRASHES ?? 5);
/** Crashes from which on the figures of the run are shown. */
const MANY = 50;
/** How long one crash with its restart may take on a busy machine, ms. */
const EACH = 60_000;
/** Most changes before a crash. */
const CHANGES = 20;

it(
  `each event arrives in order after a crash at each of ${CRASHES} random points, and a duplicate has the same id`,
  async () => {
    const receiver = await startEventReceiver();
    let server = await startServer({ CAM_ALLOWED_NETWORKS: '127.0.0.0/8' });
    try {
      const tokenRequest = { body: { tenant: 'demo' }, headers: { authorization: `Operator ${server.operatorKey}` } };
      const { access_token: token } = (await call('POST /v1/operator/token', tokenRequest, undefined, server.url)).body;
      const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}) => call(key, args, token, server.url);
      const created = await api('POST /v1/webhooks', { body: { label: 'SIEM', url: receiver.url, kinds: ['audit.entry'] } });
      // The changes are of another webhook: one that is changed gives up its turn, and repeats the event that it was sending.
      const changed = await api('POST /v1/webhooks', { body: { label: 'Changed', url: receiver.url, kinds: ['alert.raised'] } });
      const { webhook_id } = changed.body.webhook;
      const random = dice(7);
      let acknowledged = 0;
      let slowest = 0;
      for (let crash = 0; crash < CRASHES; crash += 1) {
        const target = acknowledged + 1 + Math.floor(random.next() * CHANGES);
        let isDown = false;
        const changing = (async () => {
          while (!isDown) {
            const body = { label: `SIEM ${crash} ${acknowledged}` };
            const answer = await api('PATCH /v1/webhooks/{webhook_id}', { path: { webhook_id }, body }).catch(() => null);
            if (answer?.status === 200) acknowledged += 1;
          }
        })();
        await until('the changes before the crash', () => acknowledged >= target, PATIENT);
        await new Promise((resolve) => setTimeout(resolve, random.next() * 100));
        isDown = true;
        const { port } = new URL(server.url);
        await server.stop({ signal: 'SIGKILL', keepData: true });
        await changing;
        const stopped = performance.now();
        server = await startServer({ ...server.restartEnv, CAM_ALLOWED_NETWORKS: '127.0.0.0/8', PORT: port });
        slowest = Math.max(slowest, performance.now() - stopped);
      }
      const read = async (after: number): Promise<TenantFeedEvent[]> => {
        const { events: page, next, last } = (await api('GET /v1/events', { query: { kinds: ['audit.entry'], limit: 1000, after } })).body;
        return next < last ? [...page, ...(await read(next))] : page;
      };
      const events = await read(0);
      // Each acknowledged change has its event. One that was not acknowledged may have one.
      expect(events.length).toBeGreaterThanOrEqual(acknowledged);
      const expected = events.filter(({ seq }) => seq > created.body.webhook.sent_seq).map(({ id }) => id);
      await until('the last event arrives', () => receiver.accepted.some(({ id }) => id === expected.at(-1)), PATIENT);
      // The first arrival of each event, in order: none is missing and none overtakes another.
      expect([...new Set(receiver.accepted.map(({ id }) => id))]).toEqual(expected);
      const seqs = new Map(receiver.accepted.map(({ id, seq }) => [id, seq]));
      expect([...seqs.values()]).toEqual([...seqs.values()].sort((a, b) => a - b));
      // A duplicate is the event again, word for word. A crash repeats one event at most, because the position is stored after each delivery.
      const bodies = new Map(receiver.accepted.map(({ id, body }) => [id, body]));
      expect(receiver.accepted.filter(({ id, body }) => body !== bodies.get(id))).toEqual([]);
      const repeated = receiver.accepted.filter(({ id }, at) => receiver.accepted.findIndex((one) => one.id === id) < at);
      expect(repeated.length).toBeLessThanOrEqual(CRASHES);
      if (CRASHES >= MANY)
        console.info(
          `${CRASHES} crashes: ${acknowledged} changes, ${events.length} events, ${repeated.length} delivered again, slowest start ${Math.round(slowest / 1000)} s`,
        );
    } finally {
      await server.stop();
      await receiver.stop();
    }
  },
  60_000 + CRASHES * EACH,
);
