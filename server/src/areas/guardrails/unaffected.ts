import type { AlertsService } from '../alerts';
import type { Tx } from '../../platform/db/database';
import { LONGEST_UNASKED, unaffectedQuestions, type ChangedKinds } from '../../graph';
import { groupBy } from '../../platform/group-by';
import { carryForwardEvaluations, type EvaluationRow, type GuardrailRow } from './store';

export interface UnaffectedDependencies {
  queries: {
    /** Returns false only if the result is certain to be unchanged by these kinds of changes. */
    mayResultChange(query: string, changedKinds: ChangedKinds): boolean;
    /** Returns a fingerprint of what queries read beside the graph. */
    readBesideGraph(tx: Tx, tenantId: string): Promise<string>;
  };
  graph: {
    newestSnapshot(tx: Tx, tenantId: string): Promise<number>;
    /** Returns the kinds of changes in a span of snapshots; null: all. */
    changedKinds(tx: Tx, tenantId: string, span: { since: number; until: number }): Promise<ChangedKinds | null>;
  };
  alerts: Pick<AlertsService, 'waiting'>;
}

export interface Due {
  guardrails: readonly GuardrailRow[];
  evaluations: ReadonlyMap<string, EvaluationRow>;
  snapshotId: number;
  /** Fingerprint of what queries read beside the graph now. */
  beside: string;
}

/**
 * Returns the due guardrails that need a query. It marks the findings of the others as still valid: nothing that their query reads changed since their
 * last evaluation, and none of their alerts needs another one.
 */
export async function findAffected(tx: Tx, tenantId: string, deps: UnaffectedDependencies, due: Due): Promise<GuardrailRow[]> {
  const { guardrails, evaluations, snapshotId, beside } = due;
  if ((await deps.graph.newestSnapshot(tx, tenantId)) !== snapshotId) return [...guardrails];
  const waiting = await deps.alerts.waiting(tx, tenantId);
  const oldest = Date.now() - LONGEST_UNASKED;
  const asked = guardrails.flatMap((guardrail) => {
    const { monitor_id: id, query, alerts_enabled: mayRaise } = guardrail;
    const known = evaluations.get(id);
    if (!known || known.query !== query || known.alerts_enabled !== mayRaise) return [];
    if (known.error !== null || known.is_cut || known.accounts !== beside || new Date(known.asked_at).getTime() < oldest) return [];
    return known.snapshot_id >= snapshotId || waiting.has(id) ? [] : [{ guardrail, query, snapshotId: known.snapshot_id }];
  });
  const unaffected = await unaffectedQuestions(asked, snapshotId, {
    changedKinds: (span) => deps.graph.changedKinds(tx, tenantId, span),
    mayResultChange: (...of) => deps.queries.mayResultChange(...of),
  });
  for (const [since, all] of groupBy(unaffected, (one) => String(one.snapshotId))) {
    const same = all.map(({ guardrail }) => guardrail);
    await carryForwardEvaluations(tx, tenantId, same, { since: Number(since), until: snapshotId });
  }
  const left = new Set(unaffected.map(({ guardrail }) => guardrail));
  return guardrails.filter((guardrail) => !left.has(guardrail));
}
