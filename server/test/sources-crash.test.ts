import { COMPANY, dump, user } from './support/aws-account';
import { ended, importAccount, rowsOf, send } from './support/bundle';
import { api } from './support/client';
import { startServer } from './support/server-process.cjs';

/** A few in every run; `npm run soak` tries many. */
const CRASHES = Number(process.env.CAM_TEST_CRASHES ?? 5);
/** How long one crash with its restart and its imports may take on a busy machine, ms. */
const EACH = 60_000;
const OLD = 40;
const NEW = 900;

const account = (prefix: string, count: number): object =>
  dump({ ...COMPANY, users: Array.from({ length: count }, (_none, index) => user(`${prefix}-${index}`, { groups: ['developers'] })) });

/** Yields numbers from 0 to 1, the same in every run. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

it(
  `an import resumes after a crash at each of ${CRASHES} random points, and never shows a partial account`,
  async () => {
    let server = await startServer();
    try {
      const tokenRequest = { body: { tenant: 'demo' }, headers: { authorization: `Operator ${server.operatorKey}` } };
      const { access_token: token } = (await api('POST /v1/operator/token', tokenRequest, undefined, server.url)).body;
      const shown = async (): Promise<string> => {
        const users = (await rowsOf(token, 'user', server.url)).map(({ identity }) => identity.split('-')[0]);
        return `${[...new Set(users)].join()} ${users.length}`;
      };
      const started = performance.now();
      const { uid } = await importAccount(token, account('new', NEW), { base: server.url });
      const length = performance.now() - started;
      const random = randomNumbers(42);
      for (let crash = 0; crash < CRASHES; crash += 1) {
        expect(await importAccount(token, account('old', OLD), { base: server.url })).toMatchObject({ current_phase_enum: 'PHASE_DONE' });
        // One moment in each equal part of the time, from before the upload has arrived to after the end of its import.
        const moment = ((crash + random.next().value) / CRASHES) * length;
        const sent = send(token, account('new', NEW), { base: server.url }).then(
          ({ status }) => status === 202,
          () => false,
        );
        await new Promise((resolve) => setTimeout(resolve, moment));
        const port = new URL(server.url).port;
        await server.stop({ signal: 'SIGKILL', keepData: true });
        const accepted = await sent;
        server = await startServer({ CAM_DATA: server.dataDir, PORT: port });

        expect([`old ${OLD}`, `new ${NEW}`]).toContain(await shown());
        expect(await ended(token, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE' });
        const left = await shown();
        expect(accepted ? [`new ${NEW}`] : [`old ${OLD}`, `new ${NEW}`]).toContain(left);
      }
    } finally {
      await server.stop();
    }
  },
  60_000 + CRASHES * EACH,
);
