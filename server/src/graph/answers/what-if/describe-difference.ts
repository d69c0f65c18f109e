import type { WhatIfRow } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { actionsOfModes } from '../../engine/action-letters';
import type { Span } from '../../store/validity';
import { ActionComparison, type ChangedActions } from './changed-actions';
import { readBrokenUse, type UseOfPair } from './read-broken-use';
import { readDifference, type ChangedPair, type DifferenceLimits, type HeldAccess, type PairEnd } from './read-difference';

/** Rows listed of each group. */
const LISTED = 200;

/** Actions and calls listed of each row. */
const NAMED = 20;

/** The changed access of a tenant, with the use of what is lost. */
export interface Difference {
  gained: number;
  lost: number;
  broken: number;
  unknown: number;
  isComplete: boolean;
  rows: WhatIfRow[];
}

interface Judged extends UseOfPair {
  pair: ChangedPair;
  actions: ChangedActions;
}

const NOTHING_LOST: UseOfPair = { use: 'NOTHING_LOST', reason: '', denied: [] };

/**
 * Compares the access of all identities at both ends of a span.
 * @param since uses from then on count, ISO 8601
 */
export async function describeDifference(
  tx: Tx,
  tenantId: string,
  span: Span,
  { since, ...limits }: DifferenceLimits & { since: string },
): Promise<Difference> {
  const { pairs, isComplete } = await readDifference(tx, tenantId, span, limits);
  const comparison = new ActionComparison();
  const compared = pairs.map((pair) => ({ pair, actions: comparison.of(pair) })).filter(({ actions }) => actions.isGained || actions.isLost);
  const losing = compared.filter(({ actions }) => actions.isLost);
  const uses = await readBrokenUse(
    tx,
    { tenantId, snapshotId: span.since },
    losing.map(({ pair, actions }) => ({ pair, lost: actions.lost })),
    since,
  );
  const useOf = new Map(losing.map((one, index) => [one, uses[index] ?? NOTHING_LOST]));
  const judged = compared.map((one): Judged => ({ ...one, ...(useOf.get(one) ?? NOTHING_LOST) }));
  const groups = {
    broken: judged.filter(({ use }) => use === 'USED'),
    lost: judged.filter(({ actions }) => actions.isLost),
    gained: judged.filter(({ actions }) => actions.isGained),
  };
  const listed = new Set([groups.broken, groups.lost, groups.gained].flatMap((group) => group.slice(0, LISTED)));
  return {
    gained: groups.gained.length,
    lost: groups.lost.length,
    broken: groups.broken.length,
    unknown: judged.filter(({ use }) => use === 'UNKNOWN').length,
    isComplete,
    rows: [...listed].map(toRow),
  };
}

function toRow({ pair, actions, use, reason, denied }: Judged): WhatIfRow {
  const [before, after] = [lettersOf(pair.before), lettersOf(pair.after)];
  const names = new Map([[pair.identity.uri, pair.identity.name]]);
  return {
    identity: toEnd(pair.identity),
    resource: toEnd(pair.resource),
    actions_before: before.actions_str,
    conditional_actions_before: before.conditional_actions_str,
    actions_after: after.actions_str,
    conditional_actions_after: after.conditional_actions_str,
    gained: { total: actions.gained.length, names: actions.gained.slice(0, NAMED) },
    lost: { total: actions.lost.size, names: [...actions.lost.keys()].sort().slice(0, NAMED) },
    use,
    use_reason: reason,
    broken: denied.slice(0, NAMED).map(({ action, actor, calls, lastAt }) => ({
      action,
      // The last part of a URI is the name of the role, perhaps with its path.
      actor:
        names.get(actor) ??
        decodeURIComponent(actor.split(':').at(-1) ?? '')
          .split('/')
          .at(-1) ??
        actor,
      calls,
      last_at: lastAt,
    })),
    broken_total: denied.length,
  };
}

function lettersOf(access: HeldAccess | null): { actions_str: string; conditional_actions_str: string } {
  return actionsOfModes(access?.modes ?? [0, 0, 0]);
}

function toEnd({ uri, name, type, accountId }: PairEnd): WhatIfRow['identity'] {
  return { uri, name, type, account_id: accountId };
}
