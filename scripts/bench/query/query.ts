import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessRow, AutocompleteAnswer } from '@cam/contracts';
import type { Benchmark, Measurement } from '../benchmark';
import { newDataDir, removeDataDir, startCam, type RunningCam } from '../running-cam';
import { questions, type Question } from './questions';

const RUNS = Number(process.env.BENCH_RUNS ?? 30);

/** A larger demo tenant is loaded on top of the first one. */
const SIZE = process.env.BENCH_SIZE ?? 'S';

const USERS = 32;

/** What is aimed at for the answer to a question, ms, at M. */
const AIM = { completion: 50, embedded: 120, postgres: 60 };

/** Kinds of questions over the API, beside the same answered by hand in memory, and many users at once. BENCH_DATABASE_URL: on PostgreSQL as well. */
export const query: Benchmark = {
  name: 'query',
  run: async () => {
    const url = process.env.BENCH_DATABASE_URL;
    return [...(await onDatabase('embedded', {})), ...(url ? await onDatabase('postgres', { DATABASE_URL: url }) : [])];
  },
};

async function onDatabase(kind: 'embedded' | 'postgres', env: NodeJS.ProcessEnv): Promise<Measurement[]> {
  const cam = await startCam(newDataDir(), { CAM_DEMO: 'on', ...env });
  try {
    await imported(cam);
    if (SIZE !== 'S') cam.cli('demo', 'load', '--size', SIZE);
    const caller = new Caller(cam.url, cam.cli('token', '--user', 'admin@demo.example').trim());
    const pairs = await caller.all('any with-access any');
    const [store] = pairs.filter((row) => row.resource_type === 'OBJECT_STORE');
    const lines: Measurement[] = [];
    for (const question of questions(store?.resource ?? '', store?.resourceAccountID ?? ''))
      lines.push(...(await measured(caller, question, pairs, kind)));
    return [...lines, ...(await crowd(caller, store?.resource ?? '', kind))];
  } finally {
    await cam.stop();
    removeDataDir(cam.dataDir);
  }
}

/** Days of the demo tenant's history. */
const DAYS = 3;

/** All days of the demo tenant are in. */
async function imported(cam: RunningCam): Promise<void> {
  const daysIn = (): number => readFileSync(join(cam.dataDir, 'server.log'), 'utf8').split('a day of the demo tenant is imported').length - 1;
  while (daysIn() < DAYS) await new Promise((resolve) => setTimeout(resolve, 500));
}

async function measured(caller: Caller, question: Question, pairs: readonly AccessRow[], kind: 'embedded' | 'postgres'): Promise<Measurement[]> {
  const ask = (): Promise<unknown> => (question.completes ? caller.complete(question.query) : caller.ask(question.query));
  await ask();
  const times = await repeat(RUNS, ask);
  const { inMemory } = question;
  const byHand = inMemory ? await repeat(RUNS, async () => inMemory(pairs)) : null;
  const aim = question.completes ? AIM.completion : AIM[kind];
  const what = `${question.kind}, ${SIZE}, ${kind}`;
  return [
    { what: `${what}, p95`, measured: percentile(times, 95), against: 'aim', reference: aim, unit: 'ms' },
    ...(byHand
      ? [{ what: `${what}, p50`, measured: percentile(times, 50), against: 'in memory', reference: percentile(byHand, 50), unit: 'ms' }]
      : []),
  ];
}

/** Many search at once: none may fail, and somebody who only asks whether the server is well must not wait for them. */
async function crowd(caller: Caller, bucket: string, kind: string): Promise<Measurement[]> {
  const [list] = [questions(bucket, '').filter(({ completes }) => !completes)];
  let isOver = false;
  const waits: number[] = [];
  const watching = (async () => {
    while (!isOver) {
      waits.push(await timeOf(() => fetch(`${caller.url}/healthz`)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: USERS }, async (_none, user) => {
      for (let turn = 0; turn < 3; turn += 1) times.push(await timeOf(() => caller.ask(list[(user + turn) % list.length]?.query ?? 'user')));
    }),
  );
  isOver = true;
  await watching;
  const what = `${USERS} users at once, ${SIZE}, ${kind}`;
  return [
    { what: `${what}, p95`, measured: percentile(times, 95), against: 'aim', reference: 1000, unit: 'ms' },
    { what: `${what}, health p95`, measured: percentile(waits, 95), against: 'aim', reference: 50, unit: 'ms' },
  ];
}

/** Calls that throw where they are refused. */
class Caller {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  async ask(input: string, props: { session_id?: string; batch_size?: number; is_next?: boolean } = {}): Promise<AutocompleteAnswer> {
    const answer = await this.#post<AutocompleteAnswer>('autocomplete-user', { input, session_props: props });
    if (!props.session_id && answer.session_id && props.batch_size === undefined)
      await this.#post('close-session', { session_id: answer.session_id });
    return answer;
  }

  complete(input: string): Promise<AutocompleteAnswer> {
    return this.#post('autocomplete', { input });
  }

  async all(input: string): Promise<AccessRow[]> {
    let page = await this.ask(input, { batch_size: 1000 });
    const rows = [...page.result_table];
    while (page.has_next) {
      page = await this.ask(input, { session_id: page.session_id ?? '', batch_size: 1000, is_next: true });
      rows.push(...page.result_table);
    }
    return rows;
  }

  async #post<T>(call: string, body: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const response = await fetch(`${this.url}/v1/graph-querymgr/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${call} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let run = 0; run < times; run += 1) found.push(await timeOf(work));
  return found;
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
