import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/db/database';
import { readChangedKinds, type ChangedKinds } from '../../store/read-changed-kinds';
import { snapshotAt } from '../../store/validity';
import { queryOf, type TierQueries } from './select-entities';
import { carryForward, type StoredRule } from './store';

/** Each rule is evaluated at least this often, ms: a newer version of CAM may find more in the same graph. */
const LONGEST = 24 * 60 * 60 * 1000;

const NOTHING_CHANGED: ChangedKinds = { entities: [], paths: [], access: [], policies: false };

/** The state from which the entities of rules follow. */
export interface RuledState {
  snapshotId: number;
  /** Fingerprint of what queries read beside the graph. */
  beside: string;
}

export async function readRuledState(tx: Tx, tenantId: string, queries: Pick<TierQueries, 'readBesideGraph'>): Promise<RuledState> {
  return { snapshotId: await snapshotAt(tx, tenantId, null), beside: await queries.readBesideGraph(tx, tenantId) };
}

/** Returns a fingerprint of a rule with everything beside the graph that decides about its entities. */
export function ruledBy(rule: Pick<StoredRule, 'rule_id' | 'kind' | 'definition' | 'version'>, { beside }: RuledState): string {
  return createHash('sha256')
    .update([rule.version, queryOf(rule), beside].join('\n'))
    .digest('base64url')
    .slice(0, 22);
}

/**
 * Returns the ids of the rules that need no evaluation, and marks them as evaluated: nothing that their query reads has changed since it was asked. Rules by tag
 * or place always need one, which is quick.
 */
export async function findUnaffected(
  tx: Tx,
  tenantId: string,
  queries: Pick<TierQueries, 'mayResultChange'>,
  { rules, state }: { rules: readonly StoredRule[]; state: RuledState },
): Promise<Set<string>> {
  const oldest = Date.now() - LONGEST;
  const bySnapshot = new Map<number, StoredRule[]>();
  for (const rule of rules) {
    const { enabled, error, evaluated_at: at, evaluated_snapshot: snapshotId, evaluated_of: of } = rule;
    if (!enabled || queryOf(rule) === '' || error !== null || at === null || snapshotId === null) continue;
    if (new Date(at).getTime() < oldest || of !== ruledBy(rule, state) || snapshotId > state.snapshotId) continue;
    bySnapshot.set(snapshotId, [...(bySnapshot.get(snapshotId) ?? []), rule]);
  }
  const found = new Set<string>();
  for (const [since, candidates] of bySnapshot) {
    const span = { since, until: state.snapshotId };
    const kinds = since === state.snapshotId ? NOTHING_CHANGED : await readChangedKinds(tx, tenantId, span);
    if (kinds === null) continue;
    for (const rule of candidates) if (!queries.mayResultChange(queryOf(rule), kinds)) found.add(rule.rule_id);
  }
  await carryForward(tx, tenantId, [...found], state.snapshotId);
  return found;
}
