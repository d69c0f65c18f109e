import { SIZES } from '../../../server/demo/size';
import type { Benchmark, Measurement } from '../benchmark';
import { untilCounted } from '../counted';
import type { RunningCam } from '../running-cam';
import { Caller } from './caller';
import { onDatabases, type LoadedCam } from './loaded-cam';
import { kindsOf, type Kind } from './questions';

const RUNS = Number(process.env.BENCH_RUNS ?? 30);

/** Parallel users, and searches per user. */
const CROWD = 32;
const TURNS = 5;

/** Response time of an idle server, and the longest wait for one, ms. */
const IDLE = 30;
const LONGEST_WAIT = 60_000;

/** Pages before a deep page, and rows per page. */
const DEEP = { pages: 5, batch: 1000 };

/** Targets in ms: completion of a name, a page by database, parallel users, and delays of the server's event loop. */
const TARGET = { name: 50, embedded: 120, PostgreSQL: 60, crowd: 1000, loop: 50 };

/**
 * Measures kinds of queries through the API beside a reference in memory, their deep pages, and many parallel users. Runs on the embedded database
 * and, if installed, on PostgreSQL. BENCH_SIZE and BENCH_DATABASE select one size and one database.
 */
export const query: Benchmark = {
  name: 'query',
  run: async () => {
    const lines: Measurement[] = [];
    for (const size of SIZES.filter((one) => one === (process.env.BENCH_SIZE ?? one) && one !== 'L')) {
      lines.push(
        ...(await onDatabases(size, async (loaded) => {
          const kinds = kindsOf(await loaded.memoryGraph());
          return loaded.running((cam) => measured(loaded, cam, kinds));
        })),
      );
    }
    return lines;
  },
};

async function measured(loaded: LoadedCam, cam: RunningCam, kinds: readonly Kind[]): Promise<Measurement[]> {
  const token = cam.cli('token', '--user', 'admin@demo.example').trim();
  const caller = new Caller(cam.url, token);
  await untilCounted(cam.url, token);
  await untilIdle(caller);
  await loaded.loopDelay();
  const lines: Measurement[] = [];
  for (const kind of kinds) lines.push(...(await measuredKind(caller, kind, TARGET[loaded.kind])));
  lines.push(withTarget('random text, slowest', Math.max(...(await randomTexts(caller))), TARGET.name));
  lines.push(...(await crowd(caller, kinds)));
  const { longest, late } = await loaded.loopDelay();
  lines.push(
    withTarget('longest delay of the server event loop', longest, TARGET.loop),
    withTarget('delay of the server event loop, p99.9', late, TARGET.loop),
  );
  return lines;
}

/** Waits until a freshly started server is idle, because it first reads all logs for some seconds. */
async function untilIdle(caller: Caller): Promise<void> {
  const until = performance.now() + LONGEST_WAIT;
  let quick = 0;
  while (quick < RUNS && performance.now() < until) quick = (await timeOf(() => caller.complete('user '))) < IDLE ? quick + 1 : 0;
}

async function measuredKind(caller: Caller, { kind, completes, questions }: Kind, target: number): Promise<Measurement[]> {
  const turns = Array.from({ length: RUNS }, (_none, run) => questions[run % questions.length]).filter((question) => question !== undefined);
  const [first, byHand, deep]: [number[], number[], number[]] = [[], [], []];
  for (const [run, question] of turns.entries()) {
    let rows: string[] = [];
    const ask = async (): Promise<void> => {
      rows = completes
        ? (await caller.complete(question.query)).options.map((name) => name.replaceAll('"', ''))
        : await firstRows(caller, question.query);
    };
    if (run === 0) await ask();
    first.push(await timeOf(ask));
    let wanted: string[] = [];
    byHand.push(await timeOf(async () => void (wanted = question.byHand().map((row) => (typeof row === 'string' ? row : row.join(' '))))));
    compare(question.query, rows, completes ? [...wanted].filter((name) => rows.includes(name)) : wanted);
  }
  if (!completes) deep.push(...(await deepPages(caller, turns[0]?.query ?? '')));
  return [
    withTarget(`${kind}, p95`, percentile(first, 95), completes ? TARGET.name : target),
    { what: `${kind}, p50`, measured: percentile(first, 50), against: 'reference in memory', reference: percentile(byHand, 50), unit: 'ms' },
    ...(deep.length > 0 ? [withTarget(`${kind}, deep pages, p95`, percentile(deep, 95), target)] : []),
  ];
}

async function firstRows(caller: Caller, input: string): Promise<string[]> {
  const { session_id: session, result_table: rows } = await caller.open(input);
  await caller.close(session);
  return rows.map(({ identity_uri: identity, resource_uri: resource }) => `${identity} ${resource}`);
}

/** Throws if the server's result lacks rows of the reference. */
function compare(input: string, rows: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.filter((row) => !rows.includes(row));
  if (missing.length > 0 || rows.length < wanted.length)
    throw new Error(`${input}: ${missing.length} of ${wanted.length} rows of the reference are missing, such as ${missing.slice(0, 3).join(', ')}`);
}

/** Returns the times of pages of the usual size behind thousands of rows. Empty if the result is too short. */
async function deepPages(caller: Caller, input: string): Promise<number[]> {
  const { session_id: session, has_next: first } = await caller.open(input, DEEP.batch);
  let hasNext = first;
  for (let page = 1; page < DEEP.pages && hasNext; page += 1) hasNext = (await caller.next(session, DEEP.batch)).has_next;
  const times: number[] = [];
  while (hasNext && times.length < RUNS) {
    times.push(
      await timeOf(async () => {
        hasNext = (await caller.next(session)).has_next;
      }),
    );
  }
  await caller.close(session);
  return times;
}

/** Returns the times of random input, as typed by mistake or with intent. Each gets completions or an error position. */
async function randomTexts(caller: Caller): Promise<number[]> {
  const words =
    'user any with-access with-attribute name accountid not ( ) and or via role policy for read action "x y" " | a|b \\ * > 3 with- 💥 -- \u202e'.split(
      ' ',
    );
  let state = 7;
  const next = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % limit;
  };
  const times: number[] = [];
  for (let round = 0; round < 10 * RUNS; round += 1) {
    const input = Array.from({ length: 1 + next(round % 10 === 0 ? 500 : 8) }, () => words[next(words.length)]).join(' ');
    times.push(await timeOf(() => caller.complete(input.slice(0, 4000))));
  }
  return times;
}

/** Measures many parallel users. No search may fail. */
async function crowd(caller: Caller, kinds: readonly Kind[]): Promise<Measurement[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: CROWD }, async (_none, user) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { completes, questions } = kinds[(user + turn) % kinds.length] as Kind;
        const input = questions[user % questions.length]?.query ?? 'user';
        times.push(await timeOf(() => (completes ? caller.complete(input) : firstRows(caller, input))));
      }
    }),
  );
  return [
    withTarget(`${CROWD} parallel users, p95`, percentile(times, 95), TARGET.crowd),
    withTarget(`${CROWD} parallel users, slowest`, Math.max(...times), TARGET.crowd),
  ];
}

function withTarget(what: string, value: number, reference: number): Measurement {
  return { what, measured: value, against: 'target', reference, unit: 'ms' };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}
