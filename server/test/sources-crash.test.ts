import { COMPANY, dump, user } from './support/aws-account';
import { ended, importAccount, rowsOf, send } from './support/bundle';
import { api } from './support/client';
import { startServer } from './support/server-process.cjs';

/** Each run of the import is cut off at another moment of it, ms after the upload was accepted. */
const CRASHES = [0, 60, 200];
const OLD = 40;
const NEW = 900;

const account = (prefix: string, count: number): object =>
  dump({ ...COMPANY, users: Array.from({ length: count }, (_none, index) => user(`${prefix}-${index}`, { groups: ['developers'] })) });

it(`an import that is cut off ${CRASHES.length} times goes on after each restart, and shows the old or the new account, whole`, async () => {
  let server = await startServer();
  try {
    const asked = { body: { tenant: 'demo' }, headers: { authorization: `Operator ${server.operatorKey}` } };
    const { access_token: token } = (await api('POST /v1/operator/token', asked, undefined, server.url)).body;
    const shown = async () => (await rowsOf(token, 'user', server.url)).map(({ identity }) => identity.split('-')[0]);
    for (const moment of CRASHES) {
      expect(await importAccount(token, account('old', OLD), { base: server.url })).toMatchObject({ current_phase_enum: 'PHASE_DONE' });
      const { uid } = (await send(token, account('new', NEW), { base: server.url })).body.account;
      await new Promise((resolve) => setTimeout(resolve, moment));
      const port = new URL(server.url).port;
      await server.stop({ signal: 'SIGKILL', keepData: true });
      server = await startServer({ CAM_DATA: server.dataDir, PORT: port });

      const users = await shown();
      expect([`old ${OLD}`, `new ${NEW}`]).toContain(`${users[0]} ${users.length}`);
      expect(new Set(users).size).toBe(1);
      expect(await ended(token, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE' });
      expect(new Set(await shown())).toEqual(new Set(['new']));
    }
  } finally {
    await server.stop();
  }
}, 180_000);
