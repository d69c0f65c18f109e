import type { Account, EndpointKey, SourceMessage } from '@cam/contracts';
import { sql } from 'kysely';
import { markDue } from '../src/graph/store/due-sources';
import { Db } from '../src/platform/db/database';
import { Jobs } from '../src/platform/jobs/jobs';
import { COMPANY, dump } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api as call, createTenant, tokenFor, type CallArgs, type TestTenant } from './support/client';
import { findPostgres } from './support/postgres.cjs';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { silent } from './support/test-database';
import { PATIENT, until } from './support/until';

jest.setTimeout(180_000);

const METRICS_TOKEN = 'a-token-of-the-test-1234567890';
const JOB = 'sources.check-facts';
const UPLOAD = { name: 'Production' };
const REMEDY = ', so answers may lack access. Import it again: evaluating the stored facts cannot restore them.';

// The database of the server has to be damaged while the server runs, which the embedded one does not allow.
(findPostgres() ? describe : describe.skip)('the stored facts of a source', () => {
  let server: ServerProcess;
  let db: Db;
  let jobs: Jobs;
  let tenant: TestTenant;
  let uid: string;

  beforeAll(async () => {
    server = await startServer({ CAM_METRICS_TOKEN: METRICS_TOKEN }, { data: 'console' });
    db = await Db.postgres(server.databaseUrl ?? '', silent);
    jobs = new Jobs(db, silent);
    jobs.define(JOB, async () => undefined);
    await jobs.start({ resume: false, work: false });
  }, 240_000);
  afterAll(async () => {
    await jobs?.stop();
    await db?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    tenant = await createTenant(server);
    uid = (await importAccount(tenant.token, dump(COMPANY), { ...UPLOAD, base: server.url })).uid;
    await untilSettled();
  });

  const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}, by = tenant.token) => call(key, args, by, server.url);
  const account = async (): Promise<Account> => (await api('GET /beta/accounts', { query: { uid } })).body.account;
  /** The messages of a source on its page and in the list of snapshots. */
  const messages = async (): Promise<SourceMessage[][]> => {
    const { sources } = (await api('GET /v1/calendar/progress')).body;
    const { snapshots } = (await api('GET /v1/calendar/snapshots', { query: { view: 'LAST_SNAPSHOT' } })).body;
    return [sources.find((one) => one.uid === uid)?.messages ?? [], snapshots.find((one) => one.uid === uid)?.messages ?? []];
  };
  const warnings = async (): Promise<string[][]> =>
    (await messages()).map((all) => all.map(({ message }) => message).filter((message) => message.startsWith('The stored facts')));
  const lose = () =>
    db.tenant(tenant.tenantId, (tx) => sql`update graph_entity set valid_to = valid_from where valid_to is null and name = 'dora'`.execute(tx));
  const runJob = () => jobs.enqueue(JOB, { tenantId: tenant.tenantId, since: new Date().toISOString() }, { singletonKey: 'now' });
  const command = async () =>
    (
      await call(
        'POST /v1/operator/tenants/{tenant_id}/check',
        { path: { tenant_id: tenant.tenantId }, headers: { authorization: `Operator ${server.operatorKey}` } },
        undefined,
        server.url,
      )
    ).body;
  const checkedAt = () =>
    db.tenant(tenant.tenantId, async (tx) => {
      const row = await tx
        .selectFrom('source')
        .select('facts_checked_at')
        .where('tenant_id', '=', tenant.tenantId)
        .where('uid', '=', uid)
        .executeTakeFirst();
      return row?.facts_checked_at ?? null;
    });
  const isCounted = (count: number) => async (): Promise<boolean> => {
    const text = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
    return text.includes(`cam_sources_differing{role="all"} ${count}\n`);
  };
  const untilSettled = () =>
    until('the import left nothing to evaluate', () =>
      db.tenant(tenant.tenantId, async (tx) => !(await tx.selectFrom('graph_due').select('source_uid').executeTakeFirst())),
    );

  it('are checked by a job, which warns on the source and in the metrics until the next import', async () => {
    const before = await account();
    expect([await warnings(), await isCounted(0)()]).toEqual([[[], []], true]);
    await lose();
    await runJob();
    await until('the job has checked the source', checkedAt, PATIENT);

    const [[warning], [ofSnapshots]] = (await warnings()) as [[string], [string]];
    const { differing } = await command();
    const [{ stored, imported }] = differing as [(typeof differing)[number]];
    const facts = stored === imported ? `${imported} facts, but not the same ones` : `${stored} of ${imported} facts`;
    expect(warning).toBe(`The stored facts of this account differ from its last import (${facts})${REMEDY}`);
    expect(ofSnapshots).toBe(warning);
    expect(await account()).toMatchObject({ status: 'ACCOUNT_STATUS_WARNING', status_reason: warning });
    await until('the metric counts it', isCounted(1));
    const logged = server
      .log()
      .split('\n')
      .filter((line) => line.includes('the stored facts of a source differ'));
    expect(logged.map((line) => JSON.parse(line))).toEqual(Array(2).fill(expect.objectContaining({ level: 50, source: uid, stored, imported })));

    await importAccount(tenant.token, dump(COMPANY), { ...UPLOAD, base: server.url });
    expect([await warnings(), await account()]).toEqual([[[], []], { ...before, last_snapshot_time: expect.any(String) }]);
    await until('the metric counts it no more', isCounted(0));
    expect(await command()).toEqual({ sources: 1, unknown: [], differing: [] });
  });

  it('are found to differ by the command too, and the next check that finds them equal ends the warning', async () => {
    await lose();
    const { differing } = await command();
    expect(differing).toMatchObject([{ cloud_type: 'AWS' }]);
    expect((await warnings()).map(({ length }) => length)).toEqual([1, 1]);
    await db.tenant(tenant.tenantId, (tx) => sql`update graph_entity set valid_to = null where valid_to = valid_from`.execute(tx));
    const before = Number(await checkedAt());
    await runJob();
    await until('the job has checked the source again', async () => Number(await checkedAt()) > before, PATIENT);
    expect(await warnings()).toEqual([[], []]);
  });

  it('are restored when the last bundle is imported again', async () => {
    await lose();
    await command();
    expect((await api('PATCH /v1/calendar/onDemandRunFSM', { body: { uids: [uid] } })).status).toBe(200);
    await until('the import has ended', async () => (await warnings()).every(({ length }) => length === 0), PATIENT);
    expect((await command()).differing).toEqual([]);
  });

  it('are not shown to other tenants, or to users without a right to sources', async () => {
    await lose();
    await command();
    const other = await createTenant(server);
    expect((await api('GET /beta/accounts', { query: { uid } }, other.token)).status).toBe(404);
    expect((await api('GET /v1/calendar/progress', {}, other.token)).body.sources).toEqual([]);
    const alerts = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] }, server);
    expect((await api('GET /beta/accounts', { query: { uid } }, alerts)).status).toBe(403);
    expect((await api('GET /v1/calendar/progress', {}, alerts)).status).toBe(403);
    await importAccount(tenant.token, dump(COMPANY), { ...UPLOAD, base: server.url });
  });

  it('are not checked while the graph of the tenant settles, but later', async () => {
    await lose();
    await db.tenant(tenant.tenantId, (tx) => markDue(tx, tenant.tenantId, [uid]));
    await runJob();
    const waits = async (): Promise<unknown> =>
      (
        await db.executeSql(
          `select id from cam_jobs.job where name = $1 and data->>'tenantId' = $2 and state = 'created' and start_after > now() + interval '1 minute'`,
          [JOB, tenant.tenantId],
        )
      ).rows[0]?.id;
    const id = await until('the check is put off', waits, PATIENT);
    expect([await checkedAt(), await warnings()]).toEqual([null, [[], []]]);
    await db.tenant(tenant.tenantId, (tx) => tx.deleteFrom('graph_due').where('tenant_id', '=', tenant.tenantId).execute());
    await db.executeSql(`update cam_jobs.job set start_after = now() where id = $1`, [id]);
    await until('the check has run', checkedAt, PATIENT);
    expect((await warnings()).map(({ length }) => length)).toEqual([1, 1]);
    await importAccount(tenant.token, dump(COMPANY), { ...UPLOAD, base: server.url });
  });
});
