import { sql } from 'kysely';
import { checkSource } from '../src/graph/store/check-facts';
import { readSources } from '../src/graph/store/read-sources';
import type { Tx } from '../src/platform/db/database';
import { DifferingSources } from '../src/sources/differing-sources';
import { FactChecks } from '../src/sources/fact-checks';
import { listLastRuns } from '../src/sources/run-store';
import { claimSource, findSource, finishSource, queueSource, timeOf, type ImportKey } from '../src/sources/store';
import { ACCOUNT, COMPANY } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();
const OTHER = '444455556666';
const HOUR = 3_600_000;

interface Queued {
  job: { tenantId: string; since: string };
  options: { singletonKey: string; startAfter: Date };
}
type Run = (job: Queued['job'], run: { id: string; signal: AbortSignal }) => Promise<void>;

/** Makes the checks of a process, with a queue that keeps its jobs. */
function checksOf({ settles = false, afterwards = (_tx: Tx): Promise<void> => Promise.resolve() } = {}) {
  const queued: Queued[] = [];
  const logged: unknown[][] = [];
  let handler: Run = async () => undefined;
  const jobs = {
    define: (_name: string, given: Run) => void (handler = given),
    enqueue: async (_name: string, job: Queued['job'], options: Queued['options']) => queued.push({ job, options }),
  };
  const { db } = snapshots;
  const ctx = { db, jobs, log: { error: (...said: unknown[]) => logged.push(said) } };
  const graph = {
    graphSources: (tenantId: string) => db.tenant(tenantId, (tx) => readSources(tx, tenantId)),
    checkSource: async (...[tx, tenantId, source]: Parameters<typeof checkSource>) => {
      const result = await checkSource(tx, tenantId, source);
      await afterwards(tx);
      return result;
    },
  };
  const checks = new FactChecks(ctx as never, { graph, isSettling: async () => settles });
  const run = (since: Date, signal = new AbortController().signal) =>
    handler({ tenantId: TENANT, since: since.toISOString() }, { id: 'job', signal });
  return { checks, queued, logged, run };
}

const uidOf = (account: string): string => `aws-${account}`;
/** Loses a user of the second account, as a fault of the database would. */
const lose = (tx: Tx) => sql`update graph_entity set valid_to = valid_from where account_id = ${OTHER} and name = 'ada'`.execute(tx);
/** Gives it back. */
const restore = (tx: Tx) => sql`update graph_entity set valid_to = null where valid_to = valid_from`.execute(tx);
const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => snapshots.db.tenant(TENANT, work);

/** Ends an import of a source, which has its facts already. */
async function imported(tx: Tx, accountId: string, importId: string): Promise<void> {
  const key: ImportKey = { uid: uidOf(accountId), bundle: `${importId}.zip`, importId };
  await queueSource(tx, TENANT, { uid: key.uid, cloudType: 'AWS', accountId, name: undefined, bundle: key.bundle, takenAt: null });
  await claimSource(tx, TENANT, key);
  await finishSource(tx, TENANT, key, { status: 'ACCOUNT_STATUS_SUCCESS', reason: '', messages: [], takenAt: new Date() });
}

const kept = (account: string) =>
  inTenant(async (tx) => {
    const source = await findSource(tx, TENANT, uidOf(account));
    return { at: timeOf(source?.facts_checked_at ?? null), differing: source?.differing_facts ?? null };
  });

beforeEach(async () => {
  await snapshots.take(COMPANY, '2026-11-01');
  await snapshots.take(COMPANY, '2026-11-02', OTHER);
  for (const account of [ACCOUNT, OTHER]) await inTenant((tx) => imported(tx, account, `first of ${account}`));
});

it('a tenant is checked once a day, also by another process, and a tenant without sources never', async () => {
  const now = new Date();
  const { checks, queued, run } = checksOf();
  await checks.queue(TENANT, now);
  expect(queued).toEqual([{ job: { tenantId: TENANT, since: now.toISOString() }, options: { singletonKey: 'now', startAfter: now } }]);
  await run(now);
  const later = checksOf();
  await later.checks.queue(TENANT, new Date(now.getTime() + 22 * HOUR));
  await later.checks.queue('empty', now);
  expect(later.queued).toEqual([]);
  await later.checks.queue(TENANT, new Date(Date.now() + 24 * HOUR));
  expect(later.queued).toHaveLength(1);
});

it('the job finds what the command finds, and keeps and logs the same', async () => {
  await inTenant(lose);
  const [byCommand, byJob] = [checksOf(), checksOf()];
  const found = await byCommand.checks.check(TENANT);
  const differing = { stored: expect.any(Number), imported: expect.any(Number) };
  expect(found).toEqual({ sources: 2, unknown: [], differing: [{ accountId: OTHER, cloudType: 'AWS', ...differing }] });
  const ofCommand = await kept(OTHER);
  await byJob.run(new Date(Date.now() + 1));
  const ofJob = await kept(OTHER);
  const [{ stored, imported: had }] = found.differing as [(typeof found.differing)[number]];
  expect([ofCommand.differing, ofJob.differing]).toEqual([
    { stored, imported: had },
    { stored, imported: had },
  ]);
  expect(await kept(ACCOUNT)).toEqual({ at: expect.any(String), differing: null });
  const line = [
    { tenantId: TENANT, source: uidOf(OTHER), stored, imported: had },
    'the stored facts of a source differ from those of its last import',
  ];
  expect([byCommand.logged, byJob.logged]).toEqual([[line], [line]]);
  await inTenant(restore);
});

it('a source that differs has the status of a warning, and is found by it', async () => {
  const filter = { uid: null, status: 'ACCOUNT_STATUS_WARNING' as const, search: '' };
  const warned = () => inTenant((tx) => listLastRuns(tx, TENANT, filter, { offset: 0, limit: 10 }));
  expect(await warned()).toEqual({ snapshots: [], total: 0 });
  await inTenant(lose);
  await checksOf().checks.check(TENANT);
  const shown = { uid: uidOf(OTHER), status: 'ACCOUNT_STATUS_WARNING', warning_count: 1, error_count: 0, messages: [{ type: 'WARNING' }] };
  expect(await warned()).toMatchObject({ snapshots: [shown], total: 1 });
  await inTenant(restore);
});

it('a difference counts until a check finds the facts equal, or the next import', async () => {
  const count = () => new DifferingSources(snapshots, async () => [TENANT, 'empty']).count();
  const { checks } = checksOf();
  await inTenant(lose);
  await checks.check(TENANT);
  expect(await count()).toBe(1);
  await inTenant(restore);
  await checks.check(TENANT);
  expect([await count(), (await kept(OTHER)).differing]).toEqual([0, null]);
  await inTenant(lose);
  await checks.check(TENANT);
  expect(await count()).toBe(1);
  await inTenant((tx) => imported(tx, OTHER, 'second'));
  expect([await count(), (await kept(OTHER)).differing]).toEqual([0, null]);
  await inTenant(restore);
});

it('a count that failed is made again', async () => {
  const ids = jest.fn(async () => [TENANT]).mockRejectedValueOnce(new Error('no answer'));
  const sources = new DifferingSources(snapshots, ids);
  await expect(sources.count()).rejects.toThrow('no answer');
  expect(await sources.count()).toBe(0);
});

it('no source is checked while the graph settles, and the check comes later', async () => {
  const since = new Date();
  const { queued, run } = checksOf({ settles: true });
  await run(since);
  expect([await kept(ACCOUNT), await kept(OTHER)]).toEqual(Array(2).fill({ at: null, differing: null }));
  expect(queued).toMatchObject([{ job: { tenantId: TENANT, since: since.toISOString() }, options: { singletonKey: 'now' } }]);
  expect(queued[0]?.options.startAfter.getTime()).toBeGreaterThan(Date.now());
});

it('a check that the stop of the server ends goes on with the sources that are left', async () => {
  const since = new Date();
  const stopping = new AbortController();
  const stopped = checksOf({ afterwards: async () => stopping.abort(new Error('the server stops')) });
  await expect(stopped.run(since, stopping.signal)).rejects.toThrow('the server stops');
  const first = await kept(ACCOUNT);
  expect([first.at, (await kept(OTHER)).at]).toEqual([expect.any(String), null]);
  await checksOf().run(since);
  expect(await kept(ACCOUNT)).toEqual(first);
  expect((await kept(OTHER)).at).toEqual(expect.any(String));
});

it('a check does not tell of facts that an import replaced meanwhile', async () => {
  await inTenant(lose);
  let imports = 0;
  const { run } = checksOf({ afterwards: (tx) => imported(tx, OTHER, `import ${++imports}`) });
  await run(new Date());
  expect(await kept(OTHER)).toEqual({ at: null, differing: null });
  await inTenant(restore);
});
