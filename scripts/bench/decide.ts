import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessRow, Api, BreakAnswer, ChokePoints, WhatIfVerdict } from '@cam/contracts';
import type { Size } from '../../server/demo/size';
import { Administrator } from './administrator';
import { timed, type Benchmark, type Measurement } from './benchmark';
import { onDatabases } from './query/loaded-cam';
import type { RunningCam } from './running-cam';

/** Pairs whose access is cut. */
const PAIRS = Number(process.env.BENCH_RUNS ?? 12);

/** Targets in ms: the verdict of an edit, the plans of a pair, the choke points of the tenant, and the proof of an access. */
const TARGET = { verdict: 5_000, cut: 2_000, chokePoints: 60_000, proof: 150 };
/** Pairs whose access is proved for each pair whose access is cut. */
const PROOFS = 5;

/** The queries whose first rows are cut and proved. */
const PAIRS_OF = [
  'user with-access object_store for read',
  'role with-access object_store for write',
  'role with-access keystore for read',
  'service_account with-access object_store for read',
  'user with-access relational_db for admin',
];

type Answer = Api['POST /v1/graph-querymgr/autocomplete-user']['answer'];

const PAUSE = 500;
/** A tenant may search ten cuts in a minute. */
const TURN = 6_100;

/** Measures what-if, cuts, choke points and proofs. BENCH_SIZE (default M), BENCH_DATABASE, BENCH_DATABASE_URL, BENCH_DATA and BENCH_RUNS work as in `query`. */
export const decide: Benchmark = {
  name: 'decide',
  run: () => onDatabases((process.env.BENCH_SIZE ?? 'M') as Size, (loaded) => loaded.running((cam) => new Deciding(cam).measured())),
};

class Deciding {
  readonly #administrator: Administrator;

  constructor(private readonly cam: RunningCam) {
    this.#administrator = new Administrator(cam);
  }

  async measured(): Promise<Measurement[]> {
    await this.#administrator.untilCounted();
    const points = await this.#chokePoints();
    const lines = [{ what: `choke points (${points.points.length})`, measured: this.#computed(), ...against(TARGET.chokePoints) }];
    const cuts: number[] = [];
    const trials: number[] = [];
    for (const { identity_uri, resource_uri } of await this.#pairs()) {
      const begun = performance.now();
      let answer: BreakAnswer | null = null;
      const body = { identity_uri, resource_uri };
      cuts.push(await timed(async () => void (answer = await this.#administrator.call<BreakAnswer>('POST', '/v1/breaks', body))));
      const [plan] = (answer as BreakAnswer | null)?.plans ?? [];
      if (plan) {
        const change = { source_uid: plan.verdict.source_uid, edits: plan.edits };
        trials.push(await timed(() => this.#administrator.call<WhatIfVerdict>('POST', '/v1/graph-querymgr/what-if', change)));
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, TURN - (performance.now() - begun))));
    }
    const { proofs, refused } = await this.#proofs();
    return [
      ...lines,
      ...linesOf('verdict of a change', trials, TARGET.verdict),
      ...linesOf('plans of a pair', cuts, TARGET.cut),
      ...linesOf(`proof of an access (${refused} refused)`, proofs, TARGET.proof),
      ...percentileOf('proof of an access', proofs, TARGET.proof),
    ];
  }

  /** Proves the access of pairs, with every action. Refusals say what the format has no rule for, and are not measured. */
  async #proofs(): Promise<{ proofs: number[]; refused: number }> {
    const proofs: number[] = [];
    let refused = 0;
    for (const { identity_uri, resource_uri } of await this.#pairs(PAIRS * PROOFS)) {
      const begun = performance.now();
      const response = await this.#administrator.fetch('POST', '/v1/proofs', { kind: 'reaches', identity_uri, resource_uri });
      await response.text();
      if (response.ok) proofs.push(performance.now() - begun);
      else if (response.status === 422) refused += 1;
      else throw new Error(`POST /v1/proofs returned ${response.status}`);
    }
    return { proofs, refused };
  }

  async #chokePoints(): Promise<ChokePoints> {
    for (;;) {
      const points = await this.#administrator.call<ChokePoints>('GET', '/v1/choke-points');
      if (points.is_current) return points;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** Returns how long the last computation took, ms, as the log of the server tells. */
  #computed(): number {
    const lines = readFileSync(join(this.cam.dataDir, 'server.log'), 'utf8').split('\n');
    const last = lines.findLast((line) => line.includes('"choke points computed"'));
    return last === undefined ? Number.NaN : (JSON.parse(last) as { ms: number }).ms;
  }

  /** Returns pairs of identities and resources, spread over the first pages of several answers. */
  async #pairs(count = PAIRS): Promise<AccessRow[]> {
    const rows: AccessRow[] = [];
    for (const input of PAIRS_OF) {
      const answer = await this.#administrator.call<Answer>('POST', '/v1/graph-querymgr/autocomplete-user', { input });
      rows.push(...answer.result_table);
    }
    const step = Math.max(1, Math.floor(rows.length / count));
    return rows.filter((_row, index) => index % step === 0).slice(0, count);
  }
}

/** Returns the median and the longest time; nothing without times. */
function linesOf(what: string, times: readonly number[], target: number): Measurement[] {
  const sorted = times.toSorted((a, b) => a - b);
  const [middle, last] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  if (middle === undefined || last === undefined) return [];
  return [
    { what: `${what}, median of ${sorted.length}`, measured: middle, ...against(target) },
    { what: `${what}, longest`, measured: last, ...against(target) },
  ];
}

/** Returns the time that 95 of 100 do not exceed; nothing without times. */
function percentileOf(what: string, times: readonly number[], target: number): Measurement[] {
  const measured = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1];
  return measured === undefined ? [] : [{ what: `${what}, 95th percentile of ${times.length}`, measured, ...against(target) }];
}

function against(reference: number): Pick<Measurement, 'against' | 'reference' | 'unit'> {
  return { against: 'target', reference, unit: 'ms' };
}
