import { randomUUID } from 'node:crypto';
import type { Context } from '../src/platform/context';
import { freshnessOf } from '../src/graph/answers/inventory/answers';
import { InventoryCounter } from '../src/graph/answers/inventory/counter';
import { beginCount, readState } from '../src/graph/answers/inventory/store';
import { DatabaseUnavailable } from '../src/platform/db/unavailable';
import { Jobs, MOST_RETRIES } from '../src/platform/jobs/jobs';
import { giveUp } from '../src/sources/ingest';
import { findSource, queueSource } from '../src/sources/store';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';
import { PATIENT, until } from './support/until';

let test: TestDatabase;
const running: Jobs[] = [];

beforeAll(async () => {
  test = await openTestDatabase();
}, 180_000);
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});
afterAll(() => test.remove());

interface Work {
  tenantId: string;
  n: number;
}

/** Returns a queue with one kind of job, and a function that waits for the job with a number. */
function makeJobs(name: string, handler: (work: Work) => void): { jobs: Jobs; untilHandled: (n: number) => Promise<void> } {
  const jobs = new Jobs(test.db, silent);
  const done = new Map<number, () => void>();
  jobs.define(name, async (work: Work) => {
    handler(work);
    done.get(work.n)?.();
  });
  running.push(jobs);
  return { jobs, untilHandled: (n) => new Promise((resolve) => done.set(n, resolve)) };
}

it('the job queue runs a job with its data', async () => {
  const name = `job-${randomUUID()}`;
  const seen: Work[] = [];
  const { jobs, untilHandled } = makeJobs(name, (work) => seen.push(work));
  await jobs.start({ resume: true });
  const done = untilHandled(7);
  expect(await jobs.enqueue(name, { tenantId: 'one', n: 7 })).toEqual(expect.any(String));
  await done;
  expect(seen).toEqual([{ tenantId: 'one', n: 7 }]);
});

it('the job queue runs jobs of different tenants in parallel, and those of one tenant one by one', async () => {
  const name = `job-${randomUUID()}`;
  const jobs = new Jobs(test.db, silent);
  running.push(jobs);
  const order: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const work = async ({ tenantId, n }: Work): Promise<void> => {
    order.push(`${tenantId} ${n} begins`);
    if (n === 1) await held;
    order.push(`${tenantId} ${n} ends`);
    if (tenantId === 'short') release();
    if (order.length === 6) finish();
  };
  jobs.define(name, work, { atOnce: 3 });
  await jobs.start({ resume: true });
  await jobs.enqueue(name, { tenantId: 'long', n: 1 });
  await jobs.enqueue(name, { tenantId: 'long', n: 2 });
  await jobs.enqueue(name, { tenantId: 'short', n: 3 });
  await finished;
  expect(order.indexOf('short 3 ends')).toBeLessThan(order.indexOf('long 1 ends'));
  // Which of two begins first is the queue's choice; they never overlap.
  const long = order.filter((entry) => entry.startsWith('long'));
  for (const n of [1, 2]) expect(long.indexOf(`long ${n} ends`)).toBe(long.indexOf(`long ${n} begins`) + 1);
}, 180_000);

it('the job queue runs as many jobs of a tenant side by side as their definition says', async () => {
  const name = `job-${randomUUID()}`;
  const jobs = new Jobs(test.db, silent);
  running.push(jobs);
  let [under, most, left] = [0, 0, 3];
  let meet!: () => void;
  const met = new Promise<void>((resolve) => (meet = resolve));
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const work = async (): Promise<void> => {
    under += 1;
    most = Math.max(most, under);
    // Alone, the first job would wait for ever.
    if (under === 2) meet();
    await met;
    under -= 1;
    left -= 1;
    if (left === 0) finish();
  };
  jobs.define(name, work, { atOnce: 3, ofTenant: 2 });
  await jobs.start({ resume: true });
  for (const n of [1, 2, 3]) await jobs.enqueue(name, { tenantId: 'one', n });
  await finished;
  expect(most).toBe(2);
}, 180_000);

it('the job queue starts the job of another tenant at once, although a tenant has more jobs than places and all were queued before', async () => {
  const name = `job-${randomUUID()}`;
  const jobs = new Jobs(test.db, silent);
  running.push(jobs);
  const begun: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const work = async ({ tenantId, n }: Work): Promise<void> => {
    begun.push(`${tenantId} ${n}`);
    await held;
  };
  jobs.define(name, work, { atOnce: 4, ofTenant: 3 });
  await jobs.start({ resume: true });
  for (let n = 1; n <= 6; n += 1) await jobs.enqueue(name, { tenantId: 'large', n });
  await until('the large tenant has its places', () => begun.length === 3);
  await jobs.enqueue(name, { tenantId: 'small', n: 1 });
  await until('the small tenant has the last place', () => begun.length === 4);
  expect(begun).toEqual(['large 1', 'large 2', 'large 3', 'small 1']);
  await jobs.enqueue(name, { tenantId: 'late', n: 1 });
  release();
  await until('all have begun', () => begun.length === 8);
  // A place that becomes free belongs to the tenant with the fewest running jobs.
  expect(begun.indexOf('late 1')).toBeLessThan(6);
}, 180_000);

it('the job queue counts a job that runs too long as failed, and goes on with others', async () => {
  const name = `job-${randomUUID()}`;
  const jobs = new Jobs(test.db, silent);
  running.push(jobs);
  let others = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const work = async ({ n }: Work): Promise<void> => {
    if (n === 1) await held;
    else others += 1;
  };
  jobs.define(name, work, { atOnce: 1 });
  await jobs.start({ resume: true });
  const id = await jobs.enqueue(name, { tenantId: 'one', n: 1 }, { singletonKey: 'long', maxRunSeconds: 1 });
  await jobs.enqueue(name, { tenantId: 'one', n: 2 });
  await until('the next job ran', () => others === 1);
  const stateOf = async (): Promise<unknown> => (await test.db.executeSql('select state::text from cam_jobs.job where id = $1', [id])).rows[0]?.state;
  await until('the long one is to run again', async () => (await stateOf()) === 'retry');
  release();
}, 180_000);

it('a job that always fails runs three times, with the delay that the operator sets', async () => {
  const outcomes: string[] = [];
  let attempts = 0;
  const jobs = new Jobs(test.db, silent, (name, outcome) => void (name === 'always-fails' && outcomes.push(outcome)), 1);
  jobs.define('always-fails', async () => {
    attempts += 1;
    throw new Error('it always fails');
  });
  await jobs.start({ resume: true });
  try {
    const id = await jobs.enqueue('always-fails', { tenantId: 'a' });
    const row = async () =>
      (await test.db.executeSql(`select state, retry_limit, retry_delay, retry_backoff from cam_jobs.job where id = $1`, [id])).rows[0];
    expect(await row()).toMatchObject({ retry_limit: 2, retry_delay: 1, retry_backoff: true });
    await until('it is given up', async () => (await row())?.state === 'failed', PATIENT);
    expect(attempts).toBe(3);
    expect(outcomes).toHaveLength(3);
  } finally {
    await jobs.stop();
  }
});

it('the job queue retries a failed job', async () => {
  const name = `job-${randomUUID()}`;
  let attempts = 0;
  const { jobs, untilHandled } = makeJobs(name, () => {
    attempts += 1;
    if (attempts === 1) throw new Error('the first try fails');
  });
  await jobs.start({ resume: true });
  const done = untilHandled(1);
  await jobs.enqueue(name, { tenantId: 'one', n: 1 });
  await done;
  expect(attempts).toBe(2);
}, 180_000);

it('the job queue stores the outcome of a job once the database responds again, and does not run the job twice', async () => {
  const name = `job-${randomUUID()}`;
  let isAway = false;
  const executeSql: typeof test.db.executeSql = async (text, values) => {
    if (isAway) throw new DatabaseUnavailable(new Error('the test took it away'));
    return test.db.executeSql(text, values);
  };
  const jobs = new Jobs(Object.assign(Object.create(test.db) as typeof test.db, { executeSql }), silent);
  running.push(jobs);
  let runs = 0;
  jobs.define(name, async () => {
    runs += 1;
    isAway = true;
    setTimeout(() => (isAway = false), 600);
  });
  await jobs.start({ resume: true });
  const id = await jobs.enqueue(name, { tenantId: 'one', n: 1 });
  const stateOf = async (): Promise<unknown> => (await test.db.executeSql('select state::text from cam_jobs.job where id = $1', [id])).rows[0]?.state;
  await until('the job is completed', async () => (await stateOf()) === 'completed');
  expect(runs).toBe(1);
}, 180_000);

it('the job queue resumes a job that a crash interrupted', async () => {
  const name = `job-${randomUUID()}`;
  const first = makeJobs(name, () => undefined);
  await first.jobs.start({ resume: true });
  await first.jobs.stop();
  running.splice(0);
  const id = await new Promise<string>((resolve, reject) => {
    const sender = makeJobs(`${name}-none`, () => undefined).jobs;
    sender.start({ resume: true }).then(() => sender.enqueue(name, { tenantId: 'one', n: 2 }).then(resolve, reject), reject);
  });
  await test.db.executeSql(`update cam_jobs.job set state = 'active', started_on = now() where id = $1`, [id]);
  const { jobs, untilHandled } = makeJobs(name, () => undefined);
  const done = untilHandled(2);
  await jobs.start({ resume: true });
  await done;
}, 180_000);

it('the job queue resumes a job that outlived the stop, and ignores the outcome of that run', async () => {
  const name = `job-${randomUUID()}`;
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const first = new Jobs(test.db, silent);
    let cutOff!: (reason: Error) => void;
    const began = new Promise<void>((resolve) => {
      first.define(name, () => {
        resolve();
        return new Promise((_resolve, reject) => (cutOff = reject));
      });
    });
    await first.start({ resume: true });
    await first.enqueue(name, { tenantId: 'one', n: 3 });
    await began;
    await first.stop({ patience: 1000 });
    cutOff(new Error('the database is closed'));
    const { jobs, untilHandled } = makeJobs(name, () => undefined);
    const done = untilHandled(3);
    await jobs.start({ resume: true });
    await done;
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
}, 180_000);

it('resumeLostJobs resumes jobs of a killed process, and reports a job that was interrupted too often as lost', async () => {
  const name = `job-${randomUUID()}`;
  const present = new Set([1, 2]);
  const lost: Work[] = [];
  let release = (): void => undefined;
  const killed = new Promise<void>((resolve) => (release = resolve));
  const taken: string[] = [];
  const work =
    (own: number) =>
    async ({ n }: Work): Promise<void> => {
      taken.push(`${own} takes ${n}`);
      // A job of a killed process never ends by itself.
      if (own === 1) await killed;
    };
  const untilTaken = (text: string) => until(text, () => taken.includes(text));
  const start = async (own: number): Promise<Jobs> => {
    const jobs = new Jobs(test.db, silent);
    jobs.define(name, work(own), { lost: async (job: Work) => void lost.push(job), atOnce: 2 });
    await jobs.start({ resume: false, runners: { own, present: async () => new Set(present) } });
    running.push(jobs);
    return jobs;
  };
  const first = await start(1);
  const last = await first.enqueue(name, { tenantId: 'one', n: 1 });
  await untilTaken('1 takes 1');
  const resumed = await first.enqueue(name, { tenantId: 'two', n: 2 });
  await untilTaken('1 takes 2');
  await test.db.executeSql(`update cam_jobs.job set retry_count = $2 where id = $1`, [last, MOST_RETRIES]);
  const second = await start(2);
  for (let look = 0; look < 3; look++) await second.resumeLostJobs();
  expect(taken).toEqual(['1 takes 1', '1 takes 2']);
  present.delete(1);
  for (let look = 0; look < 2; look++) await second.resumeLostJobs();
  await untilTaken('2 takes 2');
  expect(lost).toEqual([{ tenantId: 'one', n: 1 }]);
  // The interruption does not use up one of the attempts that errors leave.
  const { rows } = await test.db.executeSql(`select retry_count, retry_limit from cam_jobs.job where id = $1`, [resumed]);
  expect(rows).toEqual([{ retry_count: 1, retry_limit: 3 }]);
  release();
}, 180_000);

it('the job queue enqueues a job with the same singleton key and tenant once', async () => {
  const name = `job-${randomUUID()}`;
  const { jobs } = makeJobs(name, () => undefined);
  await jobs.start({ resume: true });
  await jobs.stop();
  running.splice(0);
  const sender = makeJobs(`${name}-none`, () => undefined).jobs;
  await sender.start({ resume: true });
  const options = { singletonKey: 'account-1' };
  expect(await sender.enqueue(name, { tenantId: 'one', n: 1 }, options)).toEqual(expect.any(String));
  expect(await sender.enqueue(name, { tenantId: 'one', n: 2 }, options)).toBeNull();
  expect(await sender.enqueue(name, { tenantId: 'two', n: 3 }, options)).toEqual(expect.any(String));
  expect(await sender.enqueue(name, { tenantId: 'one', n: 4 })).toEqual(expect.any(String));
});

it('InventoryCounter recounts at the next start if a count failed or was interrupted', async () => {
  const tenantId = 'counted';
  const head = 7;
  let isFull = true;
  let isSettling = false;
  /** An empty graph. */
  const count = async (_scope: object, part: string): Promise<object> => {
    if (isFull) throw new Error('the disk is full');
    return part === 'unusedActions' ? { held: [], holders: [] } : [];
  };
  const queued: object[] = [];
  let work: Parameters<Jobs['define']>[1] = async () => undefined;
  const jobs = {
    define: (_name: string, handler: typeof work) => void (work = handler),
    enqueue: async (_name: string, job: object) => queued.push(job),
  };
  const counter = new InventoryCounter({ db: test.db, jobs, events: { subscribe: () => undefined }, log: silent } as unknown as Context, {
    graph: { inventory: { head: async () => head, count } } as never,
    sources: { progress: async () => [], isSettling: async () => isSettling },
    counted: async () => undefined,
    unchanged: async () => undefined,
  });
  const run = (id: string) => work({ tenantId }, { id, signal: new AbortController().signal });
  const freshness = async () => freshnessOf(await test.db.tenant(tenantId, (tx) => readState(tx, tenantId)), head);
  /** Returns how many counts the next start queues. */
  const atStart = async (): Promise<number> => {
    await counter.resume(tenantId);
    return queued.splice(0).length;
  };

  await expect(run('given up')).rejects.toThrow('the disk is full');
  expect(await freshness()).toEqual({ counted_at: null, counting: true });
  expect(await atStart()).toBe(1);
  isFull = false;
  await run('whole');
  const whole = await freshness();
  expect(whole).toEqual({ counted_at: expect.any(String), counting: false });
  expect(await atStart()).toBe(0);

  // The old counts stay visible, and no one reads that a count is still running.
  isFull = true;
  await expect(run('given up again')).rejects.toThrow('the disk is full');
  expect(await freshness()).toEqual(whole);

  await test.db.tenant(tenantId, (tx) => beginCount(tx, tenantId, 'cut off'));
  expect(await freshness()).toEqual({ ...whole, counting: true });
  expect(await atStart()).toBe(1);
  isFull = false;
  await run('after the start');
  expect((await freshness()).counting).toBe(false);
  expect(await atStart()).toBe(0);

  // A restarted job finds imports in progress: it counts nothing, and nobody reads that it does.
  [isSettling, isFull] = [true, true];
  await test.db.tenant(tenantId, (tx) => beginCount(tx, tenantId, 'too early'));
  const before = await freshness();
  await run('too early');
  expect(await freshness()).toEqual({ ...before, counting: false });
  counter.stop();
}, 180_000);

it('an import that the server gave up after too many restarts has ended, and its source says why', async () => {
  const [tenantId, uid, bundle] = ['gave-up', randomUUID(), 'some.bundle'];
  const source = { uid, cloudType: 'AWS', accountId: '111122223333', name: undefined, bundle, takenAt: null };
  await test.db.tenant(tenantId, (tx) => queueSource(tx, tenantId, source));
  const published: string[] = [];
  const ctx = { db: test.db, log: silent, events: { publish: ({ kind }: { kind: string }) => published.push(kind) } } as unknown as Context;
  await giveUp(ctx, { tenantId, uid, bundle, fileName: 'some.zip', importId: randomUUID() });
  expect(await test.db.tenant(tenantId, (tx) => findSource(tx, tenantId, uid))).toMatchObject({
    progress: 100,
    phase: expect.stringMatching(/_FAILED$/) as string,
    bundle,
    messages: [expect.objectContaining({ type: 'ERROR', message: expect.stringContaining('Import the bundle again.') as string })],
  });
  expect(published).toEqual(['snapshot']);
});
