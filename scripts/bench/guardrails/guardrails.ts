import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api, Monitor } from '@cam/contracts';
import type { Size } from '../../../server/demo/size';
import { dump, user } from '../../../server/test/support/aws-account';
import type { Benchmark, Measurement } from '../benchmark';
import { onDatabases } from '../query/loaded-cam';
import type { RunningCam } from '../running-cam';
import { guardrailsOf } from './watched';

/** Total number of guardrails, built-in ones included. */
const COUNT = Number(process.env.BENCH_GUARDRAILS ?? 500);

/** Target for all of them, ms. */
const TARGET = 300_000;

/** An account that is added and then changes by one user. */
const ACCOUNT = '908070605040';

const PAUSE = 2000;

/**
 * Measures 500 guardrails at their first evaluation, after a snapshot that affects all of them, and after a small change. BENCH_SIZE (default M),
 * BENCH_DATABASE, BENCH_DATABASE_URL and BENCH_DATA work as in `query`.
 */
export const guardrails: Benchmark = {
  name: 'guardrails',
  run: () => onDatabases((process.env.BENCH_SIZE ?? 'M') as Size, (loaded) => loaded.running((cam) => new Watch(cam).measured())),
};

/** The server's log entry of one evaluation run. */
interface Run {
  ms: number;
  guardrails: number;
  asked: number;
  raised: number;
  closed: number;
}

class Watch {
  readonly #token: string;

  constructor(private readonly cam: RunningCam) {
    this.#token = cam.cli('token', '--user', 'admin@demo.example').trim();
  }

  async measured(): Promise<Measurement[]> {
    const before = this.#log().length;
    const created = await this.#make();
    try {
      const first = await this.#until(before, new Date(0));
      const added = await this.#after(() => this.#snapshot(['ada']));
      const changed = await this.#after(() => this.#snapshot(['ada', 'bob']));
      return [lineOf('first evaluation', first), lineOf('account added', added), lineOf('user added', changed)];
    } finally {
      for (const { monitor_id: id } of created) await this.#call('DELETE', `/v1/intents/monitors?monitor_id=${id}`);
      await this.#forget();
    }
  }

  /** Creates the guardrails and enables alerts for all. Returns the ones that are not built in. */
  async #make(): Promise<Monitor[]> {
    while ((await this.#monitors()).length === 0) await pause();
    const accounts = (await this.#call<Api['GET /beta/accounts/{cloud_type}']['answer']>('GET', '/beta/accounts/AWS')).account_list;
    const wanted = guardrailsOf(
      accounts.map(({ account_id: id }) => id),
      COUNT - (await this.#monitors()).length,
    );
    for (const guardrail of wanted) await this.#call('POST', '/v1/intents/monitors', guardrail);
    const all = await this.#monitors();
    await this.#call('PATCH', '/v1/intents/monitors', { monitor_ids: all.map(({ monitor_id: id }) => id), alerts_enabled: true });
    return all.filter(({ auto_create: isBuiltIn }) => !isBuiltIn);
  }

  async #after(change: () => Promise<void>): Promise<Run> {
    const [before, at] = [this.#log().length, new Date()];
    await change();
    return this.#until(before, at);
  }

  /** Returns the sum of the runs after which every guardrail is evaluated. */
  async #until(from: number, after: Date): Promise<Run> {
    while (!(await this.#monitors()).every(({ evaluated_at: at }) => at !== null && new Date(at) > after)) await pause();
    const sum: Run = { ms: 0, guardrails: 0, asked: 0, raised: 0, closed: 0 };
    while (sum.guardrails === 0) {
      const lines = this.#log()
        .slice(from)
        .split('\n')
        .filter((line) => line.includes('"guardrails evaluated"'));
      for (const run of lines.map((line) => JSON.parse(line) as Run)) for (const key of Object.keys(sum) as (keyof Run)[]) sum[key] += run[key];
      if (lines.length === 0) await pause();
    }
    return sum;
  }

  async #snapshot(names: readonly string[]): Promise<void> {
    const file = join(this.cam.dataDir, 'get-account-authorization-details.json');
    writeFileSync(file, JSON.stringify(dump({ users: names.map((name) => user(name)) })).replaceAll('111122223333', ACCOUNT));
    await this.cam.run('import', file, '--cloud', 'AWS', '--account', ACCOUNT, '--name', 'Benchmark');
  }

  /** Deletes the added account. */
  async #forget(): Promise<void> {
    const { account_list: accounts } = await this.#call<Api['GET /beta/accounts/{cloud_type}']['answer']>('GET', '/beta/accounts/AWS');
    for (const { uid } of accounts.filter(({ account_id: id }) => id === ACCOUNT))
      await this.#call('DELETE', `/beta/accounts?uid=${uid}&cloud_type=AWS`);
  }

  async #monitors(): Promise<Monitor[]> {
    return (await this.#call<Api['GET /v1/intents/monitors']['answer']>('GET', '/v1/intents/monitors')).monitor_info_list;
  }

  #log(): string {
    return readFileSync(join(this.cam.dataDir, 'server.log'), 'utf8');
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(this.cam.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}

function lineOf(what: string, { ms, asked, raised }: Run): Measurement {
  return { what: `${what}: ${asked} queries, ${raised} alerts raised`, measured: ms, against: 'target', reference: TARGET, unit: 'ms' };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
