import type { AlertsService } from '../alerts';
import type { Tx } from '../../platform/db/database';
import type { ChangedKinds } from '../../graph';
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

/** Each guardrail is queried at least this often, ms: a newer version of CAM may find more in the same graph. */
const LONGEST = 24 * 60 * 60 * 1000;

export interface Due {
  guardrails: readonly GuardrailRow[];
  evaluations: ReadonlyMap<string, EvaluationRow>;
  snapshotId: number;
  /** Fingerprint of what queries read beside the graph now. */
  accounts: string;
}

/**
 * Returns the due guardrails that need a query. It marks the findings of the others as still valid: nothing that their query reads changed since their
 * last evaluation, and none of their alerts needs another one.
 */
export async function findAffected(tx: Tx, tenantId: string, deps: UnaffectedDependencies, due: Due): Promise<GuardrailRow[]> {
  const { guardrails, evaluations, snapshotId, accounts } = due;
  if ((await deps.graph.newestSnapshot(tx, tenantId)) !== snapshotId) return [...guardrails];
  const waiting = await deps.alerts.waiting(tx, tenantId);
  const oldest = Date.now() - LONGEST;
  const bySnapshot = new Map<number, GuardrailRow[]>();
  for (const guardrail of guardrails) {
    const known = evaluations.get(guardrail.monitor_id);
    if (!known || known.query !== guardrail.query || known.alerts_enabled !== guardrail.alerts_enabled) continue;
    if (known.error !== null || known.is_cut || known.accounts !== accounts || new Date(known.asked_at).getTime() < oldest) continue;
    if (known.snapshot_id >= snapshotId || waiting.has(guardrail.monitor_id)) continue;
    bySnapshot.set(known.snapshot_id, [...(bySnapshot.get(known.snapshot_id) ?? []), guardrail]);
  }
  const unaffected = new Set<GuardrailRow>();
  for (const [since, candidates] of bySnapshot) {
    const span = { since, until: snapshotId };
    const changedKinds = await deps.graph.changedKinds(tx, tenantId, span);
    if (changedKinds === null) continue;
    const same = candidates.filter(({ query }) => !deps.queries.mayResultChange(query, changedKinds));
    await carryForwardEvaluations(tx, tenantId, same, span);
    for (const guardrail of same) unaffected.add(guardrail);
  }
  return guardrails.filter((guardrail) => !unaffected.has(guardrail));
}
