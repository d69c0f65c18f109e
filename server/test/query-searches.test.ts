import { migrate } from '../src/db/migrate';
import { allMigrations } from '../src/db/migrations';
import { sessionSweep } from '../src/query/session-sweep';
import { closeSession, openSession } from '../src/query/sessions';
import { COMPANY, dump } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { openTestDatabase, silent } from './support/test-database';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTenant();
  await importAccount(tenant.token, dump(COMPANY), { name: 'Production' });
});

const whyEmpty = async (input: string) => (await api('POST /v1/graph-querymgr/why-empty', { body: { input } }, tenant.token)).body;

describe('an empty answer', () => {
  it('names the part that excludes everything, with the query that finds something without it', async () => {
    const { sentence, excluders } = await whyEmpty('user with-access any via group nobody-has-this');
    expect(sentence).toBe('"via group nobody-has-this" excludes everything.');
    expect(excluders.map(({ query }) => query)).toEqual(['user with-access any']);
  });

  it('names what is not there at all, and says where only several parts together leave nothing', async () => {
    expect((await whyEmpty('user nobody with-access any via group nobody-has-this')).sentence).toBe('There is no "user nobody".');
    expect((await whyEmpty('user with-access any via group none not via any')).sentence).toContain('several of them');
  });

  it('is not explained to who may not search', async () => {
    expect((await api('POST /v1/graph-querymgr/why-empty', { body: { input: 'user' } })).status).toBe(401);
    expect((await api('POST /v1/graph-querymgr/why-empty', { body: { input: 'user with-' } }, tenant.token)).status).toBe(422);
  });
});

describe('saved searches', () => {
  const list = async (token: string) => (await api('GET /v1/graph-querymgr/saved-searches', {}, token)).body.searches;

  it('are of whoever saved them, or of the whole tenant, and of no other', async () => {
    const colleague = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] });
    const owner = (await api('POST /v1/graph-querymgr/saved-searches', { body: { name: 'Mine', query: 'user' } }, tenant.token)).body;
    const shared = (
      await api('POST /v1/graph-querymgr/saved-searches', { body: { name: 'Ours', folder: 'Audit', query: 'role', shared: true } }, tenant.token)
    ).body;
    expect(await list(tenant.token)).toEqual([
      expect.objectContaining({ name: 'Mine', is_own: true }),
      expect.objectContaining({ name: 'Ours', folder: 'Audit' }),
    ]);
    const stranger = (await createTenant()).token;
    expect(await list(stranger)).toEqual([]);
    const path = { search_id: shared.search_id };
    expect((await api('DELETE /v1/graph-querymgr/saved-searches/{search_id}', { path }, stranger)).status).toBe(404);
    const renamed = await api('PATCH /v1/graph-querymgr/saved-searches/{search_id}', { path, body: { name: 'All of ours' } }, tenant.token);
    expect(renamed.body).toMatchObject({ name: 'All of ours', folder: 'Audit', query: 'role', shared: true });
    expect((await list(colleague)).map(({ name }) => name)).toContain('All of ours');
    for (const { search_id } of [owner, shared])
      expect((await api('DELETE /v1/graph-querymgr/saved-searches/{search_id}', { path: { search_id } }, tenant.token)).status).toBe(200);
    expect(await list(tenant.token)).toEqual([]);
  });

  it('hold only what can be run, under a name', async () => {
    const save = (body: { name: string; query: string }) => api('POST /v1/graph-querymgr/saved-searches', { body }, tenant.token);
    expect((await save({ name: 'x', query: 'user with-' })).status).toBe(422);
    expect((await save({ name: '  ', query: 'user' })).status).toBe(422);
    expect((await api('POST /v1/graph-querymgr/saved-searches', { body: { name: 'x', query: 'user' } })).status).toBe(401);
  });

  it('stand beside what was searched for last, each query once, until it is forgotten', async () => {
    for (const input of ['user', 'role', 'user']) await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input } }, tenant.token);
    const { searches } = (await api('GET /v1/graph-querymgr/search-history', {}, tenant.token)).body;
    expect(searches.map(({ query }) => query).slice(0, 2)).toEqual(['user', 'role']);
    expect((await api('GET /v1/graph-querymgr/search-history', {}, (await createTenant()).token)).body.searches).toEqual([]);
    await api('DELETE /v1/graph-querymgr/search-history', {}, tenant.token);
    expect((await api('GET /v1/graph-querymgr/search-history', {}, tenant.token)).body.searches).toEqual([]);
  });
});

describe('sessions', () => {
  it('are gone once they are closed, and those of an abandoned tab a while later though nobody searches', async () => {
    const { db, remove } = await openTestDatabase();
    try {
      await migrate(db, allMigrations, silent);
      const owner = { tenantId: 't', email: 'ada@demo.example' };
      const open = () => db.tenant('t', (tx) => openSession(tx, owner, { query: 'user', accountId: null, next: null }));
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
  }, 60_000);
});
