import type { AccessRow } from '@cam/contracts/server';
import { findingsOf, type Finding, type LiveAlert, type AlertsService } from '../alerts';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { tellsOfImport } from '../../platform/events/events';
import { ApiError } from '../../platform/http/errors';
import { ImportDebounce } from '../../sources';
import { saveBuiltIns } from './built-in/save-built-ins';
import { findAffected, type UnaffectedDependencies } from './unaffected';
import { lockGuardrails, listGuardrails, readEvaluations, saveEvaluation, type GuardrailRow } from './store';

export interface EvaluationDependencies {
  notifications: { queue(tenantId: string): Promise<void> };
  alerts: AlertsService;
  /** Determines what causes alerts, in the background. */
  causes: { queue(tenantId: string): Promise<void> };
  queries: UnaffectedDependencies['queries'] & {
    /** Returns every row of a query; throws 422 if the query is invalid. */
    rows(tenantId: string, query: string, options: { accountId: string | null; fetched: number }): AsyncIterable<AccessRow>;
  };
  graph: UnaffectedDependencies['graph'] & {
    present(tx: Tx, tenantId: string, uris: readonly string[], snapshotId: number | null): Promise<Set<string>>;
  };
  sources: {
    /** Returns whether imports are running or accounts wait to be evaluated again; each of them ends with an event. */
    isSettling(tenantId: string): Promise<boolean>;
  };
}

const JOB = 'guardrails.evaluate';

/** The most rows that are read for a guardrail; one with more rows is too broad to watch. */
export const MOST_ROWS = 20_000;

/** Rows in one fetch, one more than are read, so that each guardrail needs one statement. */
const FETCHED = MOST_ROWS + 1;

/** Guardrails of a tenant that are evaluated side by side: one runs its query while another stores its findings. */
const LANES = 2;

/** Tenants whose guardrails are evaluated side by side. */
const AT_ONCE = 2;

/**
 * Evaluates every guardrail after each snapshot, and raises and closes alerts. A guardrail is evaluated once for each snapshot unless it changes, so
 * an interrupted run resumes where it stopped, and two concurrent runs raise no alert twice. A guardrail is not queried at all if a snapshot changed
 * nothing that its query reads.
 */
export class GuardrailEvaluator {
  readonly #importDebounce: ImportDebounce;

  constructor(
    private readonly ctx: Context,
    private readonly deps: EvaluationDependencies,
  ) {
    this.#importDebounce = new ImportDebounce(deps.sources);
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#evaluate(tenantId, signal), { atOnce: AT_ONCE });
    ctx.events.subscribe((event) => {
      if (!tellsOfImport(event)) return;
      const { tenantId } = event;
      this.queue(tenantId).catch((err: unknown) => ctx.log.error({ err, tenantId }, 'guardrails could not be queued'));
    });
  }

  /** Queues an evaluation: after a snapshot, after a change, and at each start of the server. */
  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'evaluate' });
  }

  async #evaluate(tenantId: string, signal: AbortSignal): Promise<void> {
    const snapshotId = await this.#snapshot(tenantId);
    if (snapshotId > 0) await this.#importDebounce.run(tenantId, () => this.#evaluateAt(tenantId, snapshotId, signal));
  }

  async #evaluateAt(tenantId: string, snapshotId: number, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    const { due, affected, beside } = await this.#due(tenantId, snapshotId);
    const sum = { guardrails: due, asked: affected.length, raised: 0, closed: 0 };
    const run = { snapshotId, beside, at: new Date() };
    // Lanes take guardrails from one list. After a newer snapshot, another run does the rest.
    const next = affected.values();
    let isOvertaken = false;
    const lane = async (): Promise<void> => {
      for (const guardrail of next) {
        signal.throwIfAborted();
        const changes = await this.#look(tenantId, guardrail, run);
        isOvertaken ||= changes === null;
        if (isOvertaken) return;
        sum.raised += changes?.raised ?? 0;
        sum.closed += changes?.closed ?? 0;
      }
    };
    try {
      const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
      const failed = lanes.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      if (due > 0 && !isOvertaken) {
        this.ctx.log.info({ tenantId, snapshotId, ms: Math.round(performance.now() - started), ...sum }, 'guardrails evaluated');
      }
      // Even without new alerts, the snapshot may have changed the access paths of the others.
      if (due > 0 && !isOvertaken) await this.deps.causes.queue(tenantId);
    } finally {
      // One message covers all alerts of a run. Tickets also follow the closed ones.
      if (due > 0 && !signal.aborted) await this.deps.notifications.queue(tenantId);
    }
  }

  /** Returns the number of due guardrails, and those that need a query. It records that the findings of the others are unchanged. */
  #due(tenantId: string, snapshotId: number): Promise<{ due: number; affected: GuardrailRow[]; beside: string }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      await saveBuiltIns(tx, tenantId);
      const guardrails = await listGuardrails(tx, tenantId, false);
      const evaluations = await readEvaluations(tx, tenantId);
      const due = new Set(
        guardrails.filter((guardrail) => {
          const known = evaluations.get(guardrail.monitor_id);
          if (!known) return guardrail.alerts_enabled;
          return known.snapshot_id !== snapshotId || known.query !== guardrail.query || known.alerts_enabled !== guardrail.alerts_enabled;
        }),
      );
      // A snapshot without changes has no number of its own, but still shows that nothing was remediated.
      const evaluated = guardrails.filter((guardrail) => !due.has(guardrail) && evaluations.get(guardrail.monitor_id)?.error === null);
      const ids = evaluated.map(({ monitor_id: id }) => id);
      await this.deps.alerts.reopenShown(tx, tenantId, ids, snapshotId);
      // Read before any query: an account that is connected meanwhile then causes a new evaluation of all guardrails.
      const beside = await this.deps.queries.readBesideGraph(tx, tenantId);
      const affected = await findAffected(tx, tenantId, this.deps, { guardrails: [...due], evaluations, snapshotId, beside });
      return { due: due.size, affected, beside };
    });
  }

  /** Evaluates one guardrail. Null if the graph changed meanwhile, because its rows would mix two snapshots. */
  async #look(
    tenantId: string,
    guardrail: GuardrailRow,
    { snapshotId, at, beside }: { snapshotId: number; at: Date; beside: string },
  ): Promise<{ raised: number; closed: number } | null> {
    const { monitor_id: monitorId, name, query, severity, alerts_enabled: mayRaise } = guardrail;
    const { rows, isCut, error } = await this.#ask(tenantId, query);
    const findings = findingsOf(rows);
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const { graph, alerts } = this.deps;
      // A concurrent run may have finished it. A guardrail that was changed or deleted meanwhile is evaluated anew.
      const [current] = await lockGuardrails(tx, tenantId, [monitorId]);
      if (!current || current.version !== guardrail.version) return { raised: 0, closed: 0 };
      if ((await graph.newestSnapshot(tx, tenantId)) !== snapshotId) return null;
      const before = (await readEvaluations(tx, tenantId, monitorId)).get(monitorId);
      const evaluation = { snapshotId, query, mayRaise, findings: findings.length, isCut, error, beside };
      if (error !== null) {
        await saveEvaluation(tx, tenantId, monitorId, evaluation);
        return { raised: 0, closed: 0 };
      }
      const live = await alerts.live(tx, tenantId, monitorId);
      const there = await graph.present(tx, tenantId, notAmong(live, findings), null);
      // The findings of a changed query were not searched before, so they do not show a change of the graph.
      const isAgain = before?.query === query && guardrail.suppression_create !== 'ALERT_SUPPRESSION_NONE';
      const wasThere = isAgain ? await graph.present(tx, tenantId, [...new Set(findings.flatMap(urisOf))], before.snapshot_id) : null;
      const found = { findings, complete: !isCut, live };
      const written = await alerts.reconcile(tx, tenantId, { monitorId, name, query, severity, at, snapshotId }, found, {
        mayRaise,
        suppressCreate: guardrail.suppression_create,
        suppressDelete: guardrail.suppression_delete,
        wasThere: (uri) => wasThere?.has(uri) ?? true,
        isThere: (uri) => there.has(uri),
      });
      await saveEvaluation(tx, tenantId, monitorId, evaluation);
      return written;
    });
  }

  async #ask(tenantId: string, query: string): Promise<{ rows: AccessRow[]; isCut: boolean; error: string | null }> {
    const rows: AccessRow[] = [];
    try {
      for await (const row of this.deps.queries.rows(tenantId, query, { accountId: null, fetched: FETCHED })) {
        if (rows.length === MOST_ROWS) return { rows, isCut: true, error: null };
        rows.push(row);
      }
      return { rows, isCut: false, error: null };
    } catch (error) {
      if (error instanceof ApiError) return { rows: [], isCut: false, error: error.userMessage };
      throw error;
    }
  }

  #snapshot(tenantId: string): Promise<number> {
    return this.ctx.db.tenant(tenantId, (tx) => this.deps.graph.newestSnapshot(tx, tenantId));
  }
}

function urisOf({ subject, objects }: Finding): string[] {
  return [subject.uri, ...objects.keys()];
}

/** Returns the URIs that live alerts contain and findings do not. */
function notAmong(live: readonly LiveAlert[], findings: readonly Finding[]): string[] {
  const found = new Set(findings.flatMap(urisOf));
  return [...new Set(live.flatMap(({ subjectUri, objectUris }) => [subjectUri, ...objectUris]))].filter((uri) => !found.has(uri));
}
