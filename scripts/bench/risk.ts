import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '@cam/contracts';
import type { Size } from '../../server/demo/size';
import { Administrator } from './administrator';
import { timed, type Benchmark, type Measurement } from './benchmark';
import { onDatabases } from './query/loaded-cam';
import type { RunningCam } from './running-cam';
import { WatchedCam } from './scale/watched-cam';

/** Calls of each list. */
const RUNS = Number(process.env.BENCH_RUNS ?? 40);

/** Rows of a page, and the last page that is read. */
const PAGE = { size: 50, last: 20 };

/** Targets in ms: tiers, scores and groups after a count, and the 95th percentile of a list by risk. */
const TARGET = { scoring: 30_000, list: 60 };

const PAUSE = 500;
/** Looks at the log without news after which the server counts as idle. */
const QUIET = 20;

type Weights = Api['GET /v1/risk/weights']['answer']['weights'];

/**
 * Measures tier rules, scores and groups of alerts as they follow a count, when no score changes and when nearly all do, and the lists by risk. BENCH_SIZE
 * (default M), BENCH_DATABASE, BENCH_DATABASE_URL, BENCH_DATA and BENCH_RUNS work as in `query`.
 */
export const risk: Benchmark = {
  name: 'risk',
  run: () => onDatabases((process.env.BENCH_SIZE ?? 'M') as Size, (loaded) => loaded.running((cam) => new Scoring(cam).measured())),
};

class Scoring {
  readonly #administrator: Administrator;

  constructor(private readonly cam: RunningCam) {
    this.#administrator = new Administrator(cam);
  }

  async measured(): Promise<Measurement[]> {
    await this.#administrator.untilCounted();
    await this.#untilScored();
    const { weights } = await this.#administrator.call<Api['GET /v1/risk/weights']['answer']>('GET', '/v1/risk/weights');
    // The first scoring with other weights changes nearly all rows. Restoring the weights is a scoring of the same kind.
    const other: Weights = { ...weights, modes: { ...weights.modes, read: weights.modes.read - 0.05 } };
    const lines = [
      // Each count keeps the access of the tenant in memory for what follows it, and here the last count may have been long ago.
      await this.#scoring('nothing changed, access read anew', weights),
      await this.#scoring('nothing changed', weights),
      await this.#scoring('nearly all scores changed', other),
      await this.#scoring('the same, back', weights),
    ];
    // Choke points follow each scoring.
    await new WatchedCam(this.cam).untilQuiet();
    for (const of of ['identity', 'resource', 'finding']) {
      lines.push(await this.#list(`${of} by risk`, `of=${of}`));
      lines.push(await this.#list(`${of} by risk from 25 on`, `of=${of}&min=25`));
    }
    lines.push(await this.#list('resources of tier 1 by risk', 'of=resource&tier=1'));
    return lines;
  }

  /** Waits until no scoring waits or runs: one that a count queued would be taken for the measured one. */
  async #untilScored(): Promise<void> {
    for (let [quiet, seen] = [0, -1]; quiet < QUIET;) {
      const { scored_at: at, scoring } = await this.#administrator.call<Api['GET /v1/tiers']['answer']>('GET', '/v1/tiers');
      const now = this.#scored().length;
      quiet = at !== null && !scoring && now === seen ? quiet + 1 : 0;
      seen = now;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** Measures one scoring from the change of the weights to the groups of alerts. */
  async #scoring(what: string, weights: Weights): Promise<Measurement> {
    const before = this.#scored().length;
    const ms = await timed(async () => {
      await this.#administrator.call('PUT', '/v1/risk/weights', { weights });
      // The scores of alerts follow those of entities.
      while (this.#scored().length < before + 2) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      await this.#administrator.call('GET', '/v1/alerts/groups?by=CAUSE&limit=500');
    });
    const [entities, alerts] = this.#scored().slice(before);
    return { what: `tiers, scores and groups, ${what}: ${entities} entities, ${alerts} alerts`, measured: ms, ...against(TARGET.scoring) };
  }

  async #list(what: string, filter: string): Promise<Measurement> {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const page = run % PAGE.last;
      times.push(await timed(() => this.#administrator.call('GET', `/v1/risk?${filter}&page_size=${PAGE.size}&page_number=${page}`)));
    }
    times.sort((a, b) => a - b);
    return { what: `${what}, p95`, measured: times[Math.floor(times.length * 0.95)] ?? 0, ...against(TARGET.list) };
  }

  /** Returns the numbers of entities and alerts that the server's log reports as scored, in order. */
  #scored(): number[] {
    const lines = readFileSync(join(this.cam.dataDir, 'server.log'), 'utf8').split('\n');
    return lines.flatMap((line) => (/"(?:risk|alerts) scored"/.test(line) ? [(JSON.parse(line) as { scored: number }).scored] : []));
  }
}

function against(reference: number): Pick<Measurement, 'against' | 'reference' | 'unit'> {
  return { against: 'target', reference, unit: 'ms' };
}
