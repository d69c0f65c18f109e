import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { sql } from 'kysely';
import { PARTIAL_RESULTS_HEADER, type Account } from '@cam/contracts';
import type { Context } from '../src/platform/context';
import { currentCaller } from '../src/platform/db/caller';
import { CallerDisconnected } from '../src/platform/db/cancellation';
import { Events } from '../src/platform/events/events';
import type { GraphService } from '../src/graph/service';
import { createApp } from '../src/platform/http/app';
import { createMount } from '../src/platform/http/mount';
import { queryExportRoutes } from '../src/graph/query/export-routes';
import { queryRoutes } from '../src/graph/query/routes';
import { QueryService } from '../src/graph/query/service';
import { sessionSweep } from '../src/graph/query/session-sweep';
import { closeSession, openSession } from '../src/graph/query/sessions';
import { COMPANY, dump } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';
import { until } from './support/until';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTenant();
  await importAccount(tenant.token, dump(COMPANY), { name: 'Production' });
});

const whyEmpty = async (input: string) => (await api('POST /v1/graph-querymgr/why-empty', { body: { input } }, tenant.token)).body;

describe('the explanation of an empty result', () => {
  it('names the part that excludes everything, with a query that omits it', async () => {
    const { sentence, excluders } = await whyEmpty('user with-access any via group nobody-has-this');
    expect(sentence).toBe('Nothing matches "via group nobody-has-this".');
    expect(excluders.map(({ query }) => query)).toEqual(['user with-access any']);
  });

  it('names values that do not exist, or states that only the combination excludes everything', async () => {
    expect((await whyEmpty('user nobody with-access any via group nobody-has-this')).sentence).toBe('Nothing matches "user nobody".');
    expect((await whyEmpty('user with-access any via group none not via any')).sentence).toContain('several parts together');
  });

  it('is refused without the right to search', async () => {
    expect((await api('POST /v1/graph-querymgr/why-empty', { body: { input: 'user' } })).status).toBe(401);
    expect((await api('POST /v1/graph-querymgr/why-empty', { body: { input: 'user with-' } }, tenant.token)).status).toBe(422);
  });
});

describe('saved searches', () => {
  const list = async (token: string) => (await api('GET /v1/graph-querymgr/saved-searches', {}, token)).body.searches;

  it('are visible to their author, or to the whole tenant if shared', async () => {
    const colleague = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    const owner = (await api('POST /v1/graph-querymgr/saved-searches', { body: { name: 'Mine', query: 'user' } }, tenant.token)).body;
    const shared = (
      await api('POST /v1/graph-querymgr/saved-searches', { body: { name: 'Ours', folder: 'Audit', query: 'role', shared: true } }, tenant.token)
    ).body;
    expect(await list(tenant.token)).toEqual([
      expect.objectContaining({ name: 'Mine', is_own: true }),
      expect.objectContaining({ name: 'Ours', folder: 'Audit' }),
    ]);
    const otherToken = (await createTenant()).token;
    expect(await list(otherToken)).toEqual([]);
    const path = { search_id: shared.search_id };
    expect((await api('DELETE /v1/graph-querymgr/saved-searches/{search_id}', { path }, otherToken)).status).toBe(404);
    const renamed = await api('PATCH /v1/graph-querymgr/saved-searches/{search_id}', { path, body: { name: 'All of ours' } }, tenant.token);
    expect(renamed.body).toMatchObject({ name: 'All of ours', folder: 'Audit', query: 'role', shared: true });
    expect((await list(colleague)).map(({ name }) => name)).toContain('All of ours');
    for (const { search_id } of [owner, shared])
      expect((await api('DELETE /v1/graph-querymgr/saved-searches/{search_id}', { path: { search_id } }, tenant.token)).status).toBe(200);
    expect(await list(tenant.token)).toEqual([]);
  });

  it('require a name and a valid query', async () => {
    const save = (body: { name: string; query: string }) => api('POST /v1/graph-querymgr/saved-searches', { body }, tenant.token);
    expect((await save({ name: 'x', query: 'user with-' })).status).toBe(422);
    expect((await save({ name: '  ', query: 'user' })).status).toBe(422);
    expect((await api('POST /v1/graph-querymgr/saved-searches', { body: { name: 'x', query: 'user' } })).status).toBe(401);
  });

  it('are complemented by recent searches, which list each query once until cleared', async () => {
    for (const input of ['user', 'role', 'user']) await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input } }, tenant.token);
    const { searches } = (await api('GET /v1/graph-querymgr/search-history', {}, tenant.token)).body;
    expect(searches.map(({ query }) => query).slice(0, 2)).toEqual(['user', 'role']);
    expect((await api('GET /v1/graph-querymgr/search-history', {}, (await createTenant()).token)).body.searches).toEqual([]);
    await api('DELETE /v1/graph-querymgr/search-history', {}, tenant.token);
    expect((await api('GET /v1/graph-querymgr/search-history', {}, tenant.token)).body.searches).toEqual([]);
  });
});

describe('query sessions', () => {
  it('end when closed, and abandoned sessions are removed after 31 minutes', async () => {
    const { db, remove } = await openTestDatabase();
    try {
      const owner = { tenantId: 't', email: 'ada@demo.example' };
      const open = () => db.tenant('t', (tx) => openSession(tx, owner, { query: 'user', accountId: null, starts: [null], next: null }));
      const count = async () => (await db.tenant('t', (tx) => tx.selectFrom('query_session').select('session_id').execute())).length;
      const [first] = [await open(), await open()];
      expect(await count()).toBe(2);
      await db.tenant('t', (tx) => closeSession(tx, owner, first));
      expect(await count()).toBe(1);
      const later = Date.now() + 31 * 60_000;
      const sweep = sessionSweep({ db, log: silent }, { ids: async () => ['t'] });
      sweep.stop();
      await sweep.run();
      expect(await count()).toBe(1);
      jest.spyOn(Date, 'now').mockReturnValue(later);
      await sweep.run();
      expect(await count()).toBe(0);
    } finally {
      jest.restoreAllMocks();
      await remove();
    }
  }, 180_000);
});

describe('a search over HTTP', () => {
  const owner = { tenantId: 't', email: 'ada@demo.example' };
  const app = createApp(silent, { publicUrl: 'http://localhost' });
  let test: TestDatabase;
  let queries: QueryService;
  let accounts: Account[] = [];

  beforeAll(async () => {
    test = await openTestDatabase();
    const { mount } = createMount(app, {
      verifyApiToken: () => Promise.reject(new Error('no API token is expected')),
      verifyToken: async () => ({ ...owner, rights: ['CAM_GENERAL_READ'], userSource: 'COGNITO', expiresAt: Infinity }),
      isOperatorKey: () => false,
      verifyPublisher: async () => null,
      record: async () => undefined,
      accountsWithin: async (_tenant, uid) => (uid === 'organization' ? ['1', '3'] : []),
      isRemoteOff: async () => false,
    });
    queries = new QueryService({ db: test.db, events: new Events() } as Context, {
      sources: { accountsOf: async () => accounts, organizationsOf: async () => [] },
      graph: {} as GraphService,
      tenants: { shadowAccounts: async () => ({}) },
    });
    queryRoutes(mount, queries);
    queryExportRoutes(mount, queries);
    await app.listen({ port: 0, host: '127.0.0.1' });
  }, 180_000);
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await app.close();
    await test.remove();
  });

  const search = (): ClientRequest => {
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
    const sent = request(new URL('/v1/graph-querymgr/autocomplete-user', app.listeningOrigin), { method: 'POST', headers });
    sent.on('error', () => undefined).end(JSON.stringify({ input: 'user' }));
    return sent;
  };
  const storedRows = () =>
    test.db.tenant('t', async (tx) => ({
      sessions: (await tx.selectFrom('query_session').select('session_id').execute()).length,
      remembered: (await tx.selectFrom('query_history').select('query').execute()).length,
    }));
  const statementsThatWait = async (): Promise<number> => {
    const { rows } = await test.db.owner((tx) =>
      sql<{ n: number }>`select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx),
    );
    return rows[0]?.n ?? 0;
  };

  it('is cancelled in the database if the caller disconnects, and leaves no session or history', async () => {
    const isEmbedded = test.db.kind === 'embedded';
    let releaseLock = (): void => undefined;
    const free = new Promise<void>((resolve) => (releaseLock = resolve));
    let holding: Promise<void> = Promise.resolve();
    // The search waits for the embedded database's one connection, or on PostgreSQL for the locked table.
    await new Promise<void>((held) => {
      holding = test.db.owner(async (tx) => {
        if (!isEmbedded) await sql`lock table query_history in share row exclusive mode`.execute(tx);
        held();
        await free;
      });
    });
    try {
      const answering = new Promise<{ outcome: Promise<unknown>; signal: AbortSignal | undefined }>((resolve) => {
        const answer = queries.search.bind(queries);
        jest.spyOn(queries, 'search').mockImplementationOnce((caller, ...rest) => {
          const outcome = answer(caller, ...rest);
          resolve({ outcome, signal: currentCaller()?.signal });
          return outcome;
        });
      });
      const sent = search();
      const { outcome, signal } = await answering;
      const ended = expect(outcome).rejects.toThrow(CallerDisconnected);
      if (!isEmbedded) await until('the statement waits for the lock', async () => (await statementsThatWait()) > 0);
      sent.destroy();
      if (signal && !signal.aborted) await once(signal, 'abort');
      if (isEmbedded) releaseLock();
      await ended;
      if (!isEmbedded) expect(await statementsThatWait()).toBe(0);
    } finally {
      releaseLock();
      await holding;
    }
    expect(await storedRows()).toEqual({ sessions: 0, remembered: 0 });
    const next = search();
    const [response] = (await once(next, 'response')) as [{ statusCode: number }];
    expect(response.statusCode).toBe(200);
    expect(await storedRows()).toEqual({ sessions: 1, remembered: 1 });
  });

  it('has its session closed if the caller disconnects before the response arrives', async () => {
    const before = await storedRows();
    const answer = queries.search.bind(queries);
    jest.spyOn(queries, 'search').mockImplementationOnce(async (caller, ...rest) => {
      const answered = await answer(caller, ...rest);
      sent.destroy();
      const signal = currentCaller()?.signal;
      if (signal && !signal.aborted) await once(signal, 'abort');
      return answered;
    });
    const close = queries.close.bind(queries);
    const closed = new Promise<void>((resolve) => {
      jest.spyOn(queries, 'close').mockImplementationOnce((...session) => close(...session).then(resolve));
    });
    const sent = search();
    await closed;
    expect(await storedRows()).toEqual(before);
  });

  it('is reported as incomplete while a selected source is unread, unless it is about an earlier day', async () => {
    accounts = [{ account_id: '1', account_name: 'New', status: 'ACCOUNT_STATUS_UNKNOWN', last_snapshot_time: null } as Account];
    const headersOf = async (path: string, input: string, filter: object) => {
      const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
      const body = JSON.stringify({ input, ...filter });
      return (await fetch(new URL(`/v1/graph-querymgr/${path}`, app.listeningOrigin), { method: 'POST', headers, body })).headers;
    };
    /** Returns the notices of an answer, and checks that its file has the same. */
    const reasons = async (input: string, account_id?: string, account_uid?: string) => {
      const [answer, file] = await Promise.all(
        ['autocomplete-user', 'autocomplete-user/export'].map((path) => headersOf(path, input, { account_id, account_uid })),
      );
      expect(file?.get('content-disposition')).toContain('.csv');
      expect(file?.get(PARTIAL_RESULTS_HEADER)).toBe(answer?.get(PARTIAL_RESULTS_HEADER));
      return answer?.get(PARTIAL_RESULTS_HEADER);
    };
    expect([await reasons('user'), await reasons('user', '1')]).toEqual(['["missing_fields"]', '["missing_fields"]']);
    expect(await reasons('user', 'o-1', 'organization')).toBe('["missing_fields"]');
    expect([await reasons('user', '2'), await reasons('user as-of 2026-01-01')]).toEqual([null, null]);
    accounts = accounts.map((account) => ({ ...account, status: 'ACCOUNT_STATUS_ERROR' }));
    expect(await reasons('user')).toBeNull();
  });
});

describe('a question in plain English', () => {
  const ask = async (text: string, token = tenant.token) => (await api('POST /v1/graph-querymgr/ask', { body: { text } }, token)).body;

  it('is read as a query over the names of the tenant, and not run', async () => {
    const viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    const answer = await ask('Which users in the Production account can read buckets?', viewer);
    expect(answer.readings.map(({ query }) => query)).toEqual(['user with-attribute accountname Production with-access object_store for read']);
    const [named] = (await api('GET /v1/graph-querymgr/names', { query: { text: 'prod' } }, viewer)).body.names;
    expect(named).toMatchObject({ name: 'Production', type: 'ACCOUNT' });
  });

  it('finds the names of its own tenant only', async () => {
    const names = async (token: string) => (await api('GET /v1/graph-querymgr/names', { query: { text: 'a' } }, token)).body.names;
    const [entity] = (await names(tenant.token)).filter(({ type }) => type === 'USER' || type === 'ROLE');
    const other = await createTenant();
    expect(await names(other.token)).toEqual([]);
    const question = `what can "${entity?.name ?? ''}" access`;
    expect((await ask(question)).outcome).toBe('READ');
    expect(await ask(question, other.token)).toMatchObject({ outcome: 'PART', unread: { text: entity?.name } });
  });

  it('is refused without a token', async () => {
    expect((await api('POST /v1/graph-querymgr/ask', { body: { text: 'users' } })).status).toBe(401);
  });
});
