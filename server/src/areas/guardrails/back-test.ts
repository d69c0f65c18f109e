import type { AccessRow, BackTest } from '@cam/contracts/server';
import { findingsOf, type Finding } from '../alerts';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { simulate, type DayFindings, type Suppression } from './simulate';

export interface BackTestDependencies {
  queries: {
    /** Returns the rows of a query on a day (YYYY-MM-DD; null: now). 422 if the query is incomplete or names a day itself. */
    rows(tenantId: string, query: string, options: { accountId: string | null; asOf?: string }): AsyncIterable<AccessRow>;
  };
  graph: {
    /** Returns the last snapshot of each day, latest first. */
    snapshotDays(tx: Tx, tenantId: string, limit: number): Promise<{ day: string; snapshotId: number }[]>;
    present(tx: Tx, tenantId: string, uris: readonly string[], snapshotId: number | null): Promise<Set<string>>;
  };
}

/** Days that a back test covers. */
const DAYS = 30;

/** Limit of rows per day, because the user waits for the result. */
const MOST_ROWS = 5000;

/** Time limit of a back test, ms; the result names the days that were left out. */
const PATIENCE = 15_000;

/** Findings that the result lists by name. */
const SHOWN = 20;

/** Tests a guardrail on the graphs of recent days: the alerts that it would have raised, and its current findings. It stores nothing. */
export class BackTester {
  constructor(
    private readonly ctx: Context,
    private readonly deps: BackTestDependencies,
  ) {}

  async run(tenantId: string, query: string, suppression: Suppression): Promise<BackTest> {
    const from = new Date(Date.now() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
    const stored = await this.ctx.db.tenant(tenantId, (tx) => this.deps.graph.snapshotDays(tx, tenantId, DAYS));
    // If the last snapshot is older than the period, it represents all of these days.
    const wanted = stored.filter(({ day }, index) => day >= from || index === 0);
    const ends = performance.now() + PATIENCE;
    const evaluatedDays: { day: string; snapshotId: number; findings: Finding[]; complete: boolean }[] = [];
    for (const { day, snapshotId } of wanted) {
      if (evaluatedDays.length > 0 && performance.now() > ends) break;
      evaluatedDays.push({ day, snapshotId, ...(await this.#findings(tenantId, query, day)) });
    }
    // Without a snapshot no query runs, but an invalid query must still fail.
    if (evaluatedDays.length === 0) await this.#findings(tenantId, query);
    const days = await this.#withPresence(tenantId, evaluatedDays.reverse());
    const simulated = simulate(days, suppression);
    const [first, ...others] = simulated;
    const raised = simulated.flatMap(({ day, raised: findings }) => findings.map((finding) => ({ day, finding })));
    return {
      days: simulated.map((day) => ({ ...day, raised: day.raised.length })),
      first_look_count: first?.raised.length ?? 0,
      later_count: others.reduce((sum, day) => sum + day.raised.length, 0),
      open_count: simulated.at(-1)?.open ?? 0,
      is_cut: evaluatedDays.some(({ complete }) => !complete),
      days_left_out: wanted.length - evaluatedDays.length,
      // The latest day is the most relevant.
      raised: raised
        .reverse()
        .slice(0, SHOWN)
        .map(({ day, finding: { subject, accountId, objects } }) => ({
          day,
          name: subject.name,
          type: subject.type,
          uri: subject.uri,
          account_id: accountId,
          reached_count: objects.size,
        })),
    };
  }

  async #findings(tenantId: string, query: string, asOf?: string): Promise<{ findings: Finding[]; complete: boolean }> {
    const rows: AccessRow[] = [];
    for await (const row of this.deps.queries.rows(tenantId, query, { accountId: null, ...(asOf === undefined ? {} : { asOf }) })) {
      if (rows.length === MOST_ROWS) return { findings: findingsOf(rows), complete: false };
      rows.push(row);
    }
    return { findings: findingsOf(rows), complete: true };
  }

  #withPresence(
    tenantId: string,
    evaluatedDays: readonly { day: string; snapshotId: number; findings: Finding[]; complete: boolean }[],
  ): Promise<DayFindings[]> {
    const uris = [...new Set(evaluatedDays.flatMap(({ findings }) => findings.flatMap(({ subject, objects }) => [subject.uri, ...objects.keys()])))];
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const days: DayFindings[] = [];
      for (const { snapshotId, ...day } of evaluatedDays)
        days.push({ ...day, present: await this.deps.graph.present(tx, tenantId, uris, snapshotId) });
      return days;
    });
  }
}
