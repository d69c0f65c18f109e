import pg from 'pg';
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
  }, 240_000);
  afterAll(async () => {
    await server.stop();
    postgres.stop();
  }, 180_000);

  /** Repeats a call until `isOver`. Keeps every answer that is neither a success nor a refusal that says when to come back. */
  const wrong: string[] = [];
  let isOver = false;
  const repeat = async <T extends { status: number; headers: Headers }>(
    name: string,
    call: (turn: number) => Promise<T>,
    seen: (answer: T) => void,
  ): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      const answer = await call(turn);
      const { status, headers } = answer;
      if (status >= 300 && !(status === 503 && headers.get('retry-after') !== null)) wrong.push(`${name}: ${status}`);
      seen(answer);
    }
  };

  it(
    'answers 503 while it is away, reconnects, loses no acknowledged write, and finishes the jobs that ran',
    async () => {
      const statuses: number[] = [];
      const saved: string[] = [];
      const phases = new Set<string>();
      let accepted = 0;
      const base = server.url;
      const finished = (uid: string) => until('the import has ended', () => ended(token, uid, base).catch(() => null), PATIENT);

      const reading = repeat(
        'read',
        () => api('GET /v1/tenants', {}, token, base),
        ({ status }) => statuses.push(status),
      );
      const searching = repeat(
        'search',
        () =>
          api(
            'POST /v1/graph-querymgr/autocomplete-user',
            { body: { input: 'role with-access any for admin', session_props: { batch_size: 100 } } },
            token,
            base,
          ),
        () => undefined,
      );
      const writing = repeat(
        'write',
        (turn) => api('POST /v1/graph-querymgr/saved-searches', { body: { name: `search ${turn}`, query: 'role' } }, token, base),
        ({ status, body }) => status === 201 && saved.push(body.search_id),
      );
      const importing = (async () => {
        while (!isOver) {
          const sent = await send(token, dump(COMPANY), { base });
          if (sent.status === 202) {
            accepted += 1;
            phases.add((await finished(sent.body.account.uid)).current_phase_enum);
          } else if (sent.status !== 503) wrong.push(`import: ${sent.status}`);
        }
      })();

      await until('an import is accepted', () => accepted > 0);
      for (let crash = 0; crash < CRASHES; crash++) {
        const before = statuses.length;
        postgres.crash();
        await until('a request is refused', () => statuses.slice(before).includes(503));
        postgres.start();
        const after = statuses.length;
        const writes = saved.length;
        await until('a request succeeds again', () => statuses.slice(after).includes(200));
        await until('a write succeeds again', () => saved.length > writes);
      }
      isOver = true;
      await Promise.all([reading, searching, writing, importing]);

      expect(wrong).toEqual([]);
      const { searches } = (await api('GET /v1/graph-querymgr/saved-searches', {}, token, base)).body;
      const present = new Set(searches.map(({ search_id: id }) => id));
      expect(saved.filter((id) => !present.has(id))).toEqual([]);
      expect([...phases]).toEqual(['PHASE_DONE']);
      expect(server.log()).not.toContain('without a handler');
      console.info(`${CRASHES} crashes: ${statuses.length} reads, ${saved.length} acknowledged writes and ${accepted} imports; none was lost`);
    },
    120_000 + CRASHES * 60_000,
  );

  it('lives on when the database is killed while the server takes up interrupted work', async () => {
    await server.stop({ keepData: true });
    const client = new pg.Client(postgres.url);
    client.on('error', () => undefined);
    await client.connect();
    // The server waits here for the sources of its first tenant, and serves meanwhile.
    await client.query('begin; lock table source in access exclusive mode');
    server = await startServer({ ...server.restartEnv, DATABASE_URL: postgres.url, PORT: new URL(server.url).port });
    const waits = `select 1 from pg_locks where relation = 'source'::regclass and not granted`;
    await until('the server waits for the sources', async () => ((await client.query(waits)).rowCount ?? 0) > 0);

    postgres.crash();
    postgres.start();

    const answer = () => api('GET /v1/calendar/progress', {}, token, server.url).catch(() => null);
    await until('the sources are shown', async () => (await answer())?.status === 200);
    expect(server.log()).toContain('interrupted work resumes');
  }, 240_000);
});
