import type { Api, EndpointKey, Monitor } from '@cam/contracts';
import { allow, dump, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api as call, type CallArgs } from './support/client';
import { findPostgres, startPostgres } from './support/postgres.cjs';
import { startWebhook } from './support/receivers';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

const GUARDRAILS = 40;
const USERS = 25;
const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));
/** Polls often, because the states to catch are short, and long, because the test is. */
const OFTEN = { ...PATIENT, every: 20 };
const NETWORKS = { CAM_ALLOWED_NETWORKS: '127.0.0.0/8' };

let chat: Awaited<ReturnType<typeof startWebhook>>;
/** Stops what a test started, in reverse order, whether the test passes or fails. */
let stops: (() => unknown)[];
beforeEach(async () => {
  chat = await startWebhook();
  stops = [() => chat.stop()];
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** Returns the actions of a user with a token at one server. */
function personAt(server: () => ServerProcess, token: string) {
  const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}) => call(key, args, token, server().url);
  const monitors = async (): Promise<Monitor[]> =>
    (await api('GET /v1/intents/monitors')).body.monitor_info_list.filter(({ auto_create: is }) => !is);
  return {
    monitors,
    /** Imports a snapshot in which these users read the bucket. */
    snapshot: async (readers: readonly string[]): Promise<void> => {
      const files = {
        'iam/get-account-authorization-details.json': dump({
          users: [user('idle'), ...readers.map((name) => user(name, { inline: { reads: READS } }))],
        }),
        's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] },
      };
      await importAccount(token, await zipOf(files), { base: server().url });
    },
    /** Creates guardrails of high severity that raise alerts and notify the chat. */
    watch: async (): Promise<void> => {
      const body = { notification_info: { email: [], syslog: [], slack_url: [chat.url] } };
      await api('PUT /v1/tenants/notification/{severity}', { path: { severity: 'HIGH' }, body });
      const ids: string[] = [];
      for (let n = 0; n < GUARDRAILS; n++) {
        const guardrail = { name: `Payroll ${n}`, query: 'user with-access object_store payroll for read', severity: 'HIGH' as const };
        ids.push((await api('POST /v1/intents/monitors', { body: guardrail })).body.monitor.monitor_id);
      }
      await api('PATCH /v1/intents/monitors', { body: { monitor_ids: ids, alerts_enabled: true } });
      await until('all guardrails were evaluated', async () => (await monitors()).every(({ evaluated_at: at }) => at !== null), OFTEN);
    },
    queueAnother: (monitor: Monitor) =>
      api('PATCH /v1/intents/monitors', { body: { monitor_id: monitor.monitor_id, description: 'Looked at again' } }),
    /** Returns the guardrail and the user of every alert, duplicates included. */
    alerts: async (): Promise<string[]> => {
      const found: string[] = [];
      for (;;) {
        // Scores of risk arrive meanwhile, so pages in the default order could overlap.
        const order = { sort: 'NAME', offset: found.length, limit: 500 } as const;
        const query: Api['GET /v1/intents/alerts']['query'] = { search: 'Payroll ', show: 'ALERT_ALL', ...order };
        const { alert_info_list: page } = (await api('GET /v1/intents/alerts', { query })).body;
        if (page.length === 0) return found.sort();
        found.push(...page.map(({ monitor_name: guardrail, object_name: name }) => `${guardrail}: ${name}`));
      }
    },
  };
}

async function tokenOf(server: ServerProcess): Promise<string> {
  const tokenRequest = { body: { tenant: 'demo' }, headers: { authorization: `Operator ${server.operatorKey}` } };
  return (await call('POST /v1/operator/token', tokenRequest, undefined, server.url)).body.access_token;
}

const people = (round: string): string[] => Array.from({ length: USERS }, (_none, n) => `${round}-${n}`);
const expected = (...rounds: string[]): string[] =>
  rounds
    .flatMap(people)
    .flatMap((name) => Array.from({ length: GUARDRAILS }, (_none, n) => `Payroll ${n}: ${name}`))
    .sort();

/** Counts the alerts in the chat's messages, each message once. */
function loggedLetters(): number {
  const messages = new Map(chat.taken.map(({ id, text }) => [id, text]));
  return [...messages.values()].reduce((sum, text) => sum + Number(/(\d+) new High alerts/.exec(text)?.[1] ?? 1), 0);
}

it('evaluation continues after a crash without a lost or duplicate alert or message', async () => {
  let server = await startServer(NETWORKS, { data: 'console' });
  stops.push(() => server.stop());
  const { monitors, snapshot, watch, alerts } = personAt(() => server, await tokenOf(server));
  await snapshot([]);
  await watch();
  const rounds: string[] = [];
  for (const done of [3, 25]) {
    rounds.push(`round${done}`);
    const before = new Map((await monitors()).map(({ monitor_id: id, evaluated_at: at }) => [id, at]));
    const evaluatedCount = async (): Promise<number> =>
      (await monitors()).filter(({ monitor_id: id, evaluated_at: at }) => at !== before.get(id)).length;
    await snapshot(people(`round${done}`));
    await until(`${done} guardrails were evaluated again`, async () => (await evaluatedCount()) >= done, OFTEN);
    const { port } = new URL(server.url);
    await server.stop({ signal: 'SIGKILL', keepData: true });
    server = await startServer({ ...NETWORKS, ...server.restartEnv, PORT: port });
    await until('all guardrails were evaluated again', async () => (await evaluatedCount()) === GUARDRAILS, OFTEN);
    expect(await alerts()).toEqual(expected(...rounds));
  }
  await until('the chat has a message for every alert', () => loggedLetters() >= rounds.length * GUARDRAILS * USERS, OFTEN);
  expect(loggedLetters()).toBe(rounds.length * GUARDRAILS * USERS);
}, 180_000);

(findPostgres() ? it : it.skip)(
  'two processes that evaluate the same guardrails concurrently raise and send no alert twice',
  async () => {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const same = { ...NETWORKS, DATABASE_URL: postgres.url };
    const apiServer = await startServer({ ...same, CAM_ROLE: 'api' });
    stops.push(() => apiServer.stop());
    // Both workers poll for jobs. A process that queued jobs itself would do them before the other one polls.
    const workers: ServerProcess[] = [];
    for (const _each of ['first', 'second']) {
      const worker = await startServer({ ...same, CAM_ROLE: 'worker', CAM_DATA: apiServer.dataDir });
      stops.push(() => worker.stop({ keepData: true }));
      workers.push(worker);
    }
    const { monitors, snapshot, watch, alerts, queueAnother } = personAt(() => apiServer, await tokenOf(apiServer));
    await snapshot([]);
    await watch();
    const last = (await monitors()).at(-1);
    if (!last) throw new Error('there are guardrails');
    const runs = (server: ServerProcess): number => server.log().split('"job":"guardrails.evaluate"').length;
    const before = workers.map(runs);
    await snapshot(people('both'));
    // Queues further runs while one worker is busy, until both have taken one.
    await until(
      'both workers have taken a job',
      async () => {
        if (workers.every((worker, index) => runs(worker) > (before[index] ?? 0))) return true;
        await queueAnother(last);
        return false;
      },
      OFTEN,
    );
    await until('all guardrails found all users', async () => (await monitors()).every(({ failed_count: count }) => count === USERS), OFTEN);
    expect(await alerts()).toEqual(expected('both'));
    await until('the chat has a message for every alert', () => loggedLetters() >= GUARDRAILS * USERS, OFTEN);
    expect(loggedLetters()).toBe(GUARDRAILS * USERS);
  },
  180_000,
);
