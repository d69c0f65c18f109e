import { dice } from './support/differential';
import { DEMO_PASSWORD, startServer, type ServerProcess } from './support/server-process.cjs';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
  // The helpers of the tests read the address of the server when they load.
  process.env.CAM_TEST_URL = server.url;
}, 120_000);
afterAll(() => server.stop());

it('the sign-in withstands parallel guesses, used codes and tokens, and changed parameters', async () => {
  const { signInRaces } = await import('../../scripts/attack/sign-in');
  const { Attacked } = await import('../../scripts/attack/attacked');
  const attacked = new Attacked(server.url);
  const target = { attacked, email: 'admin@demo.example', password: DEMO_PASSWORD };
  const { findings } = await signInRaces.run(target, { tries: 160, seed: 1, dice: dice(1), hang: null });
  attacked.close();
  expect(findings).toEqual([]);
}, 240_000);
