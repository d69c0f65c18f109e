import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/db/database';
import { LONGEST_UNASKED, unaffectedQuestions } from '../../store/unaffected-questions';
import { readChangedKinds } from '../../store/read-changed-kinds';
import { readSources } from '../../store/read-sources';
import { snapshotAt } from '../../store/validity';
import { queryOf, type TierQueries } from './select-entities';
import { carryForward, type StoredRule } from './store';

/** The state from which the entities of rules follow. */
export interface RuledState {
  snapshotId: number;
  /** Fingerprint of what queries read beside the graph. */
  beside: string;
  /** The uids of the sources of the graph. The entities of a deleted source are gone without a snapshot. */
  sources: string[];
}

export async function readRuledState(tx: Tx, tenantId: string, queries: Pick<TierQueries, 'readBesideGraph'>): Promise<RuledState> {
  return {
    snapshotId: await snapshotAt(tx, tenantId, null),
    beside: await queries.readBesideGraph(tx, tenantId),
    sources: (await readSources(tx, tenantId)).map(({ sourceUid }) => sourceUid),
  };
}

/** Returns a fingerprint of a rule with everything beside snapshots that decides about its entities. */
export function ruledBy(rule: Pick<StoredRule, 'rule_id' | 'kind' | 'definition' | 'version'>, { beside, sources }: RuledState): string {
  return createHash('sha256')
    .update([rule.version, queryOf(rule), beside, ...sources].join('\n'))
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
  const oldest = Date.now() - LONGEST_UNASKED;
  const asked = rules.flatMap((rule) => {
    const { rule_id: ruleId, enabled, error, evaluated_at: at, evaluated_snapshot: snapshotId, evaluated_of: of } = rule;
    const query = queryOf(rule);
    if (!enabled || query === '' || error !== null || at === null || snapshotId === null) return [];
    if (new Date(at).getTime() < oldest || of !== ruledBy(rule, state) || snapshotId > state.snapshotId) return [];
    return [{ ruleId, query, snapshotId }];
  });
  const unaffected = await unaffectedQuestions(asked, state.snapshotId, {
    changedKinds: (span) => readChangedKinds(tx, tenantId, span),
    mayResultChange: (...of) => queries.mayResultChange(...of),
  });
  const ids = unaffected.map(({ ruleId }) => ruleId);
  await carryForward(tx, tenantId, ids, state.snapshotId);
  return new Set(ids);
}
