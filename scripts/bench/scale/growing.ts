import { demoTenant } from '../../../server/demo/tenant';
import type { DemoBundle } from '../../../server/demo/files';
import type { Size } from '../../../server/demo/size';
import { zipBundle } from '../../../server/demo/zip-bundle';
import { timed, type Measurement } from '../benchmark';
import type { DatabaseKind } from '../query/loaded-cam';
import type { PostgresGrowth } from './postgres-growth';
import { pause, type WatchedCam } from './watched-cam';

/** Targets at M: seconds unless stated. */
const TARGET = {
  first: 30,
  all: { PostgreSQL: 600, embedded: 1200 },
  followed: { PostgreSQL: 900, embedded: 1800 },
  /** CPU of a source in the last quarter of the load to that of one in the first quarter, percent. */
  growth: 110,
  changed: 2,
  recount: 10,
  night: 60,
  /** MB. */
  loading: 1200,
  serving: 500,
  /** KB of the database for each entity, and MB of write-ahead log for each source. */
  entity: 8,
  log: 40,
  /** ms. */
  search: { idle: 60, loading: 120 },
};

/** Searches that the console makes most often. */
const SEARCHES = ['user with-access object_store', 'role', 'object_store with-attribute public = "true"', 'any with-attribute name "*prod*"'];

const RUNS = Number(process.env.BENCH_RUNS ?? 40);

const NEWEST = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Loads a company into a running CAM, changes one policy, imports everything again, and measures each. */
export class Growing {
  constructor(
    private readonly watched: WatchedCam,
    private readonly kind: DatabaseKind,
    private readonly size: Size,
    private readonly growth: PostgresGrowth | null,
  ) {}

  async measured(): Promise<Measurement[]> {
    const lines = await this.#load();
    lines.push(inMs('search, p95, idle', percentile(await this.#searches(() => false)), TARGET.search.idle));
    lines.push(...(await this.#changedPolicy()), ...(await this.#night()));
    return lines;
  }

  async #load(): Promise<Measurement[]> {
    const { watched, kind } = this;
    const before = await this.growth?.read();
    const started = Date.now();
    const cpu: { sources: number; seconds: number }[] = [];
    let memory = 0;
    let first = 0;
    let isLoaded = false;
    const watching = (async (): Promise<void> => {
      while (!isLoaded) {
        const now = await watched.process();
        memory = Math.max(memory, now.memory);
        cpu.push({ sources: watched.times('snapshot stored'), seconds: now.cpu });
        if (first === 0 && (await this.#hasAnswers())) first = (Date.now() - started) / 1000;
        await pause();
      }
    })();
    await this.#import();
    const all = (Date.now() - started) / 1000;
    isLoaded = true;
    await watching;
    const followed = ((await watched.untilQuiet()) - started) / 1000;
    const after = await this.growth?.read();
    // A small company is built in too few parts to compare.
    const growth = growthOf(cpu);
    return [
      inSeconds('first answers', first, TARGET.first),
      inSeconds('everything can be asked', all, TARGET.all[kind]),
      inSeconds('the work that follows is done', followed, TARGET.followed[kind]),
      ...(Number.isFinite(growth)
        ? [{ what: 'CPU of a source, last quarter to first', measured: growth, against: 'target at M', reference: TARGET.growth, unit: '%' }]
        : []),
      { what: 'memory while loading', measured: memory, against: 'target at M', reference: TARGET.loading, unit: 'MB' },
      { what: 'memory while serving', measured: (await watched.process()).memory, against: 'target at M', reference: TARGET.serving, unit: 'MB' },
      ...(before && after
        ? [
            {
              what: 'database for each entity',
              measured: (after.size - before.size) / after.entities / 1000,
              against: 'target at M',
              reference: TARGET.entity,
              unit: 'KB',
            },
            {
              what: 'write-ahead log for each source',
              measured: (after.log - before.log) / after.sources / 1e6,
              against: 'target at M',
              reference: TARGET.log,
              unit: 'MB',
            },
          ]
        : []),
    ];
  }

  #import(): Promise<void> {
    return this.watched.cam.run('demo', 'load', '--size', this.size, '--end', NEWEST);
  }

  async #hasAnswers(): Promise<boolean> {
    const { session_id: session, result_table: rows } = await this.watched.caller.open('any');
    await this.watched.caller.close(session);
    return rows.length > 0;
  }

  /** Measures one policy that allows one action less, until it can be asked about, and the CPU time of what follows. */
  async #changedPolicy(): Promise<Measurement[]> {
    const { watched } = this;
    const bundle = firstAccount(this.size);
    const zip = await zipBundle({ ...bundle, files: () => narrowed(bundle) }, { compress: true });
    const ms = await timed(() => watched.import(bundle.accountId, bundle.takenAt, zip));
    const { cpu } = await watched.process();
    await watched.untilQuiet();
    return [
      inSeconds('one changed policy can be asked', ms / 1000, TARGET.changed),
      inSeconds('CPU of the server after one changed policy', (await watched.process()).cpu - cpu, TARGET.recount),
    ];
  }

  /** Imports the same bundles again, which changes nothing but the one policy back, and searches meanwhile. */
  async #night(): Promise<Measurement[]> {
    const { watched } = this;
    await this.#import();
    await watched.untilQuiet();
    const counts = watched.times('inventory counted');
    let isOver = false;
    const searches = this.#searches(() => !isOver);
    const ms = await timed(() => this.#import());
    isOver = true;
    const times = await searches;
    await watched.untilQuiet();
    return [
      inSeconds('a night without changes', ms / 1000, TARGET.night),
      { what: 'recounts after it', measured: watched.times('inventory counted') - counts, against: 'target', reference: 1, unit: 'or fewer' },
      inMs('search, p95, while bundles are imported', percentile(times), TARGET.search.loading),
    ];
  }

  /** Returns the times of searches, ms: a fixed number, and more as long as the condition holds. */
  async #searches(goesOn: () => boolean): Promise<number[]> {
    const times: number[] = [];
    for (let run = 0; run < RUNS || goesOn(); run += 1) {
      const input = SEARCHES[run % SEARCHES.length] ?? '';
      let session = '';
      times.push(await timed(async () => (session = (await this.watched.caller.open(input)).session_id)));
      await this.watched.caller.close(session);
    }
    return times;
  }
}

function firstAccount(size: Size): DemoBundle {
  for (const bundle of demoTenant({ size, seed: 1, end: NEWEST, days: 1 })) if (bundle.cloudType === 'AWS') return bundle;
  throw new Error('the company has no AWS account');
}

/** Yields the files of an account whose first policy with several actions allows one less. */
function* narrowed(bundle: DemoBundle): ReturnType<DemoBundle['files']> {
  for (const { path, parts } of bundle.files()) {
    const text = [...parts].join('');
    yield { path, parts: [path.endsWith('get-account-authorization-details.json') ? withoutAnAction(text) : text] };
  }
}

function withoutAnAction(text: string): string {
  const details = JSON.parse(text) as { Policies: { PolicyVersionList: { Document: string }[] }[] };
  for (const { PolicyVersionList: versions } of details.Policies) {
    for (const version of versions) {
      const document = JSON.parse(decodeURIComponent(version.Document)) as { Statement: { Effect: string; Action?: string | string[] }[] };
      const wide = document.Statement.find(({ Effect, Action }) => Effect === 'Allow' && Array.isArray(Action) && Action.length > 1);
      if (!wide) continue;
      wide.Action = (wide.Action as string[]).slice(1);
      version.Document = encodeURIComponent(JSON.stringify(document));
      return JSON.stringify(details);
    }
  }
  throw new Error('the account has no policy with several actions');
}

/** Returns the CPU time of a source in the last quarter of a load to that of one in the first quarter, percent. */
function growthOf(cpu: readonly { sources: number; seconds: number }[]): number {
  const total = cpu.at(-1)?.sources ?? 0;
  const at = (share: number) => cpu.find(({ sources }) => sources >= total * share) ?? { sources: 0, seconds: 0 };
  const perSource = (from: number, to: number): number => (at(to).seconds - at(from).seconds) / (at(to).sources - at(from).sources);
  return (100 * perSource(0.75, 1)) / perSource(0, 0.25);
}

function inSeconds(what: string, measured: number, reference: number): Measurement {
  return { what, measured, against: 'target at M', reference, unit: 's' };
}

function inMs(what: string, measured: number, reference: number): Measurement {
  return { what, measured, against: 'target at M', reference, unit: 'ms' };
}

function percentile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(0.95 * sorted.length) - 1)] ?? 0;
}
