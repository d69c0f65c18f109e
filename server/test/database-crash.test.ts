import { COMPANY, dump } from './support/aws-account';
import { ended, send } from './support/bundle';
import { api } from './support/client';
import { findPostgres, startPostgres, type TestPostgres } from './support/postgres.cjs';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

const withPostgres = findPostgres() ? describe : describe.skip;

/** Kills of the database; `npm run soak` sets more. */
const CRASHES = Number(process.env.CAM_TEST_CRASHES ?? 3);

withPostgres('a server whose PostgreSQL is killed', () => {
  let postgres: TestPostgres;
  let server: ServerProcess;
  let token: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    server = await startServer({ DATABASE_URL: postgres.url });
    const headers = { authorization: `Operator ${server.operatorKey}` };
    token = (await api('POST /v1/operator/token', { body: { user: 'admin@demo.example' }, headers }, undefined, server.url)).body.access_token;
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    postgres.stop();
  }, 60_000);

  const ask = (): Promise<Response> => fetch(`${server.url}/v1/tenants`, { headers: { authorization: `Bearer ${token}` } });

  it('answers 503 while it is away, reconnects, and finishes the job that ran', async () => {
    const answers: { status: number; retryAfter: string | null }[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        const { status, headers } = await ask();
        answers.push({ status, retryAfter: headers.get('retry-after') });
      }
    })();
    const sent = await send(token, dump(COMPANY), { base: server.url });
    expect(sent.status).toBe(202);
    for (let crash = 0; crash < CRASHES; crash++) {
      const before = answers.length;
      postgres.crash();
      await until('a request is refused', () => answers.slice(before).some(({ status }) => status === 503));
      postgres.start();
      const after = answers.length;
      await until('a request succeeds again', () => answers.slice(after).some(({ status }) => status === 200));
    }
    isOver = true;
    await asking;
    expect(answers.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter !== null))).toEqual([]);
    const done = await until('the import has ended', () => ended(token, sent.body.account.uid, server.url).catch(() => null), PATIENT);
    expect(done.current_phase_enum).toBe('PHASE_DONE');
    expect(server.log()).not.toContain('without a handler');
  }, 180_000);
});
