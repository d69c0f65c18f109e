import { sql, type Kysely } from 'kysely';
import { bulkInsert } from '../src/platform/db/bulk-insert';
import { withAccountLimit } from '../src/platform/db/account-limit';
import { withCaller, withoutCaller } from '../src/platform/db/caller';
import { Db, type Tx } from '../src/platform/db/database';
import { CallerDisconnected, StatementTimeout } from '../src/platform/db/cancellation';
import { migrate } from '../src/platform/db/migrate';
import { readInParts } from '../src/platform/db/read-in-parts';
import { allMigrations } from '../src/platform/db/migrations';
import { Events, type TenantEvent } from '../src/platform/events/events';
import { PostgresTransport } from '../src/platform/events/postgres-transport';
import { DatabaseAdapter } from '../src/areas/identity-platform/adapter';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';
import { until } from './support/until';

let test: TestDatabase;
const onPostgres = process.env.CAM_TEST_POSTGRES_URL ? describe : describe.skip;

beforeAll(async () => {
  test = await openTestDatabase();
}, 180_000);
afterAll(() => test.remove());

const flag = (tenantId: string, name: string) => ({
  tenant_id: tenantId,
  flag: name,
  value: true,
  changed_by: 'test',
  changed_at: new Date(),
});
const flagsSeen = (tx: Tx) => tx.selectFrom('feature_flag').select(['tenant_id', 'flag']).orderBy('flag').execute();

describe('the rows of a tenant', () => {
  beforeAll(async () => {
    for (const tenantId of ['one', 'two']) {
      await test.db.tenant(tenantId, (tx) =>
        tx
          .insertInto('feature_flag')
          .values(flag(tenantId, `FLAG_${tenantId}`))
          .execute(),
      );
    }
  });

  it('are the only rows that its transaction sees, even if a query omits the tenant', async () => {
    expect(await test.db.tenant('one', flagsSeen)).toEqual([{ tenant_id: 'one', flag: 'FLAG_one' }]);
    const stolen = await test.db.tenant('one', (tx) => tx.selectFrom('feature_flag').selectAll().where('tenant_id', '=', 'two').execute());
    expect(stolen).toEqual([]);
  });

  it('are invisible to a transaction without a tenant', async () => {
    expect(await test.db.system(flagsSeen)).toEqual([]);
    await expect(test.db.tenant('', flagsSeen)).rejects.toThrow('without a tenant');
  });

  it('cannot be written, changed or deleted from another tenant', async () => {
    const insert = test.db.tenant('one', (tx) => tx.insertInto('feature_flag').values(flag('two', 'FORGED')).execute());
    await expect(insert).rejects.toMatchObject({ code: '42501' });
    await test.db.tenant('one', async (tx) => {
      await tx.updateTable('feature_flag').set({ value: false }).execute();
      await tx.deleteFrom('feature_flag').where('tenant_id', '=', 'two').execute();
    });
    const kept = await test.db.tenant('two', (tx) => tx.selectFrom('feature_flag').select('value').execute());
    expect(kept).toEqual([{ value: true }]);
  });

  it('are under row-level security, except in the tables that are read before the tenant is known', async () => {
    const open = await test.db.owner((tx) =>
      sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)
        order by 1`.execute(tx),
    );
    const beforeTenant = [
      ...['api_token_digest', 'identity_user', 'oauth_code', 'oauth_refresh_token', 'product_connection_place', 'saml_place'],
      ...['scim_token_digest', 'sign_on_domain'],
    ];
    expect(open.rows.map((row) => row.name)).toEqual([...beforeTenant, 'tenant']);
  });
});

describe('work that is limited to accounts', () => {
  /**
   * Tables without the account of a row that limited callers may read: none of them names an entity beside those that other tables show, or statements reach its rows only by the
   * digest in such a table.
   */
  const WITHOUT_ACCOUNT = [
    ...[
      'graph_action_set',
      'graph_edge',
      'graph_grants',
      'graph_hops',
      'graph_profile',
      'graph_profile_class',
      'graph_snapshot',
      'graph_usage',
      'query_history',
      'query_session',
    ],
    ...['risk_factors', 'risk_state', 'stage_map'],
  ];

  it('reads rows of these accounts alone, and only tables that a migration granted to it', async () => {
    const count = (tenant: string) => ({ tenant_id: tenant, source_uid: 's', type: 'USER', n: 1 });
    await test.db.tenant('one', (tx) =>
      bulkInsert(tx, 'graph_count', [
        { ...count('one'), account_id: '1' },
        { ...count('one'), account_id: '2' },
        { ...count('one'), account_id: '3' },
      ] as never),
    );
    const read = () => test.db.tenant('one', (tx) => tx.selectFrom('graph_count').select('account_id').orderBy('account_id').execute());
    expect(await withAccountLimit(['2'], read)).toEqual([{ account_id: '2' }]);
    expect(await withAccountLimit(['3', '1'], () => withoutCaller(read))).toEqual([{ account_id: '1' }, { account_id: '3' }]);
    expect(await read()).toHaveLength(3);
    const secrets = () => test.db.tenant('one', (tx) => tx.selectFrom('source_connection').selectAll().execute());
    await expect(withAccountLimit(['1'], secrets)).rejects.toThrow('permission denied');
    const removed = () => test.db.tenant('one', (tx) => tx.deleteFrom('graph_count').execute());
    await expect(withAccountLimit(['1'], removed)).rejects.toThrow('permission denied');
    expect(() => withAccountLimit([], read)).toThrow('at least one account');
  });

  it('sees no table whose rows have accounts without a policy that hides the others', async () => {
    const { rows } = await test.db.owner((tx) =>
      sql<{ name: string; limited: boolean }>`
        select c.relname as name, exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'account_rows' and not p.polpermissive) as limited
        from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and has_table_privilege('cam_limited', c.oid, 'select')
        order by 1`.execute(tx),
    );
    expect(rows.filter(({ limited }) => !limited).map(({ name }) => name)).toEqual(WITHOUT_ACCOUNT);
    expect(rows.filter(({ limited }) => limited).map(({ name }) => name)).toEqual(expect.arrayContaining(['graph_entity', 'graph_policy', 'source']));
  });
});

onPostgres('the owner role of the schema', () => {
  it("is limited to the transaction's tenant as well", async () => {
    const rows = await test.db.tenant('one', async (tx) => {
      await sql`select set_config('role', 'none', true)`.execute(tx);
      return flagsSeen(tx);
    });
    expect(rows).toEqual([{ tenant_id: 'one', flag: 'FLAG_one' }]);
  });
});

describe('a failing script of the job queue', () => {
  it('leaves no open transaction behind', async () => {
    await expect(test.db.executeSql('begin; select 1 / 0; commit')).rejects.toMatchObject({ code: '22012' });
    const next = await Promise.all(Array.from({ length: 25 }, () => test.db.executeSql('select 1 as one')));
    expect(next.every(({ rows }) => rows[0]?.one === 1)).toBe(true);
  });
});

onPostgres('a connection that the database terminates', () => {
  it('fails only the work that used it, and the next work gets another connection', async () => {
    const ended = test.db.tenant('one', (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    await expect(ended).rejects.toThrow(/terminat/);
    expect(await test.db.tenant('one', flagsSeen)).toEqual([{ tenant_id: 'one', flag: 'FLAG_one' }]);
  });
});

describe('a transaction', () => {
  it('leaves no rows behind when it fails', async () => {
    const failing = test.db.tenant('three', async (tx) => {
      await tx.insertInto('feature_flag').values(flag('three', 'HALF')).execute();
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await test.db.tenant('three', flagsSeen)).toEqual([]);
  });

  it('rejects a nested transaction with an error instead of a deadlock', async () => {
    const nested = test.db.tenant('one', () => test.db.tenant('one', flagsSeen));
    await expect(nested).rejects.toThrow('a transaction was opened inside another one');
  });

  it('sees only its own tenant while many transactions run concurrently', async () => {
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? 'one' : 'two')).map((tenantId) =>
        test.db.tenant(tenantId, async (tx) => {
          await sql`select 1`.execute(tx);
          return (await flagsSeen(tx)).every((row) => row.tenant_id === tenantId);
        }),
      ),
    );
    expect(seen).not.toContain(false);
  });
});

describe('a transaction for a caller who disconnects', () => {
  it('never starts if it was queued, and is rolled back if it had started', async () => {
    const [waiting, working, done] = [new AbortController(), new AbortController(), new AbortController()];
    const work = jest.fn();
    const begun = withCaller(waiting, () => test.db.tenant('gone', work));
    waiting.abort();
    await expect(begun).rejects.toThrow(CallerDisconnected);
    expect(work).not.toHaveBeenCalled();
    const insert = (tx: Tx, name: string) => tx.insertInto('feature_flag').values(flag('gone', name)).execute();
    const halfDone = withCaller(working, () =>
      test.db.tenant('gone', async (tx) => {
        await insert(tx, 'FIRST');
        working.abort();
        await insert(tx, 'SECOND');
      }),
    );
    await expect(halfDone).rejects.toThrow(CallerDisconnected);
    const lastDone = withCaller(done, () => test.db.tenant('gone', (tx) => insert(tx, 'LAST').then(() => done.abort())));
    await expect(lastDone).rejects.toThrow(CallerDisconnected);
    expect(await test.db.tenant('gone', flagsSeen)).toEqual([]);
  });

  it('completes if the caller stays connected', async () => {
    const caller = new AbortController();
    expect(await withCaller(caller, () => test.db.tenant('one', flagsSeen))).toEqual([{ tenant_id: 'one', flag: 'FLAG_one' }]);
    const failing = withCaller(caller, () => test.db.tenant('one', (tx) => sql`select 1 / 0`.execute(tx)));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  it('continues if it is shared with other callers', async () => {
    const gone = new AbortController();
    gone.abort();
    const shared = withCaller(gone, () => withoutCaller(() => test.db.tenant('one', flagsSeen)));
    expect(await shared).toHaveLength(1);
  });
});

onPostgres('a running statement of a caller who disconnects', () => {
  it('is cancelled without affecting the next user of the connection', async () => {
    const running = async (): Promise<number> => {
      const { rows } = await test.db.owner((tx) =>
        sql<{
          n: number;
        }>`select count(*)::int n from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`.execute(
          tx,
        ),
      );
      return rows[0]?.n ?? 0;
    };
    const callers = Array.from({ length: 20 }, () => new AbortController());
    // Takes all connections except the one that watches.
    const statements = callers
      .slice(1)
      .map((caller) => withCaller(caller, () => test.db.tenant('one', (tx) => sql`select pg_sleep(600)`.execute(tx))));
    await until('all statements run', async () => (await running()) >= statements.length);
    for (const caller of callers) caller.abort();
    for (const { status } of await Promise.allSettled(statements)) expect(status).toBe('rejected');
    await expect(statements[0]).rejects.toThrow(CallerDisconnected);
    expect(await running()).toBe(0);
    const next = await Promise.all(callers.map(() => test.db.tenant('one', flagsSeen)));
    expect(next.flat()).toHaveLength(20);
  });
});

onPostgres('a statement that exceeds the time limit', () => {
  it('is cancelled with StatementTimeout for a caller, but continues in background work', async () => {
    const impatient = await Db.postgres(test.url ?? '', silent, { limit: 20 });
    try {
      const slow = (tx: Tx) => sql`select pg_sleep(0.1)`.execute(tx);
      await expect(withCaller(new AbortController(), () => impatient.tenant('one', slow))).rejects.toThrow(new StatementTimeout(20));
      await impatient.tenant('one', slow);
    } finally {
      await impatient.close();
    }
  });
});

describe('a bulk insert', () => {
  it('stores 12,001 rows with their types, and can skip existing rows', async () => {
    const rows = Array.from({ length: 12_001 }, (_, index) => ({
      tenant_id: 'bulk',
      email: `user-${index}@bulk.example`,
      first_name: 'O\'Neil "x" \\ \u00e9',
      last_name: 'none',
      job_title: 'none',
      alert_info: { changes_in_config: true, health_and_dialog_issue_found: false, new_user_found: false },
    }));
    await test.db.tenant('bulk', (tx) => bulkInsert(tx, 'user_profile', rows));
    await test.db.tenant('bulk', (tx) => bulkInsert(tx, 'user_profile', rows.slice(0, 10), { onConflictDoNothing: true }));
    const [count, one] = await test.db.tenant('bulk', async (tx) => [
      await tx.selectFrom('user_profile').select(tx.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
      await tx.selectFrom('user_profile').selectAll().where('email', '=', 'user-7@bulk.example').executeTakeFirstOrThrow(),
    ]);
    expect(count.n).toBe(12_001);
    expect(one).toEqual(rows[7]);
  });

  it('cannot write rows of another tenant', async () => {
    const forged = test.db.tenant('one', (tx) => bulkInsert(tx, 'feature_flag', [flag('two', 'FORGED')]));
    await expect(forged).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a query that is read in parts', () => {
  it('gives all rows in order, with its parameters', async () => {
    const numbers = (upTo: number) => sql<{ n: number }>`select n::int n from generate_series(1, ${upTo}::int) n order by n`;
    const read = async (tx: Tx, upTo: number): Promise<{ parts: number; rows: number[] }> => {
      const found: { parts: number; rows: number[] } = { parts: 0, rows: [] };
      for await (const part of readInParts(tx, numbers(upTo))) {
        found.parts += 1;
        for (const { n } of part) found.rows.push(n);
      }
      return found;
    };
    const wanted = (upTo: number): number[] => Array.from({ length: upTo }, (_none, index) => index + 1);
    await test.db.tenant('one', async (tx) => {
      expect(await read(tx, 45_000)).toEqual({ parts: 3, rows: wanted(45_000) });
      expect(await read(tx, 20_000)).toEqual({ parts: 1, rows: wanted(20_000) });
      expect(await read(tx, 0)).toEqual({ parts: 0, rows: [] });
    });
  });
});

describe('a destroyed session of the identity platform', () => {
  it('stays destroyed even if an earlier request writes it back', async () => {
    const sessions = new DatabaseAdapter(test.db, 'Session', () => new Error('used before'));
    const session = { kind: 'Session', uid: 'one-uid', accountId: 'ada' };
    await sessions.upsert('one', session, 60);
    expect(await sessions.findByUid('one-uid')).toEqual(session);
    await sessions.destroy('one');
    await sessions.upsert('one', session, 60);
    expect([await sessions.find('one'), await sessions.findByUid('one-uid')]).toEqual([undefined, undefined]);
  });
});

describe('the schema', () => {
  it('is migrated once if two servers start together, and refuses an older release', async () => {
    const more = {
      ...allMigrations,
      '99990101T0000_once': { up: (db: Kysely<unknown>) => sql`create table once (id int)`.execute(db).then(() => undefined) },
    };
    const [first, second] = [migrate(test.db, more, silent), migrate(test.db, more, silent)];
    await expect(Promise.all([first, second])).resolves.toBeDefined();
    await expect(migrate(test.db, allMigrations, silent)).rejects.toThrow('A newer release has changed this database (step "99990101T0000_once")');
  });

  it('loses exactly the graph_reach rows of deleted sources when clear_reach_of_deleted_sources runs', async () => {
    const modes = { read_mode: 2, write_mode: 0, admin_mode: 0, marks: 0, resources: 1 };
    const reach = (source_uid: string) => ({
      source_uid,
      pclass_id: 'p',
      type: 'OBJECT_STORE',
      account_id: 'a',
      cloud_type: 'AWS',
      action_set: 's',
      ...modes,
    });
    for (const tenant_id of ['one', 'two'])
      await test.db.tenant(tenant_id, async (tx) => {
        const source = { tenant_id, source_uid: 'there', cloud_type: 'AWS' as const, account_id: 'a', needs: '[]' };
        await tx.insertInto('graph_source').values(source).execute();
        await bulkInsert(
          tx,
          'graph_reach',
          ['there', 'deleted'].map((uid) => ({ tenant_id, ...reach(uid) })),
        );
      });
    await test.db.owner(async (tx) => allMigrations['20261123T0150_clear_reach_of_deleted_sources']?.up(tx));
    const left = (tenantId: string) => test.db.tenant(tenantId, (tx) => tx.selectFrom('graph_reach').select(['tenant_id', 'source_uid']).execute());
    for (const tenant_id of ['one', 'two']) expect(await left(tenant_id)).toEqual([{ tenant_id, source_uid: 'there' }]);
  });
});

onPostgres('events between two servers on one PostgreSQL', () => {
  it('arrive once at the other server, and only the first server reports that it is the only worker', async () => {
    const open = async () => {
      const events = new Events();
      const transport = new PostgresTransport(test.url ?? '', events, silent);
      await transport.open();
      events.useTransport(transport);
      return { events, transport };
    };
    const [one, two] = [await open(), await open()];
    expect([one.transport.isOnlyWorker, two.transport.isOnlyWorker]).toEqual([true, false]);
    const receivedEvents: TenantEvent[] = [];
    one.events.subscribe((event) => receivedEvents.push(event));
    const arrived = new Promise<TenantEvent>((resolve) => two.events.subscribe(resolve));
    one.events.publish({ tenantId: 'one', kind: 'snapshot' });
    expect(await arrived).toEqual({ tenantId: 'one', kind: 'snapshot' });
    expect(receivedEvents).toHaveLength(1);
    await Promise.all([one.transport.close(), two.transport.close()]);
  });
});

onPostgres('the address of the database', () => {
  it('is read again for each connection, so a changed password needs no restart', async () => {
    let url = test.url ?? '';
    const db = await Db.postgres(() => url, silent);
    const nameOf = (): Promise<string | undefined> =>
      db.system(async (tx) => (await sql<{ name: string }>`select current_setting('application_name') as name`.execute(tx)).rows[0]?.name);
    expect(await nameOf()).toBe('');
    url = `${url}?application_name=changed`;
    expect((await Promise.all([nameOf(), nameOf()])).sort()).toEqual(['', 'changed']);
    await db.close();
  });
});
