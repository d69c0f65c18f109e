import type { AccessRow, WhatIfGuardrail } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { withinTime } from '../../platform/db/time-limit';
import { ApiError } from '../../platform/http/errors';
import { findingsOf, type Finding } from '../alerts';
import type { WatchedGuardrail } from '../guardrails';
import type { ChangedKinds, ChangedSubjects } from '../../graph';

/** The most rows that are read of a guardrail. With more rows on either side, its findings are not compared. */
const MOST_ROWS = 20_000;

/** Findings named of each guardrail. */
const NAMED = 10;

export interface RowsOfGuardrail {
  snapshotId: number | null;
  most: number;
  /** The subjects whose rows are compared; null: all. */
  among: ChangedSubjects | null;
}

export interface GuardrailQueries {
  /** Returns the rows of a query at a snapshot (null: now); null for a query that names its days itself. */
  rowsAt(tx: Tx, tenantId: string, query: string, options: RowsOfGuardrail): Promise<AccessRow[] | null>;
  /** Returns false only if the result is certain to be unchanged by these kinds of changes. */
  mayResultChange(query: string, changedKinds: ChangedKinds): boolean;
}

export interface ComparedGuardrails {
  guardrails: WhatIfGuardrail[];
  compared: number;
  /** Names of guardrails whose findings could not be compared. */
  left: string[];
}

export interface GuardrailComparison {
  /** The snapshot before the change. */
  since: number;
  /** Null: everything may have changed. */
  kinds: ChangedKinds | null;
  /** All entities that may be the subject of other rows; null: too many to tell. */
  among: ChangedSubjects | null;
  /** Returns how much time is left, ms. A guardrail that takes longer is not compared. */
  timeLeft: () => number;
}

/**
 * Compares the findings of guardrails before and after a change. Runs in the transaction in which the current graph is the one after the change.
 * @returns only guardrails with other findings
 */
export async function compareGuardrails(
  tx: Tx,
  tenantId: string,
  guardrails: readonly WatchedGuardrail[],
  queries: GuardrailQueries,
  { since, kinds, among, timeLeft }: GuardrailComparison,
): Promise<ComparedGuardrails> {
  const found: WhatIfGuardrail[] = [];
  const left: string[] = [];
  for (const guardrail of guardrails) {
    const { name, query } = guardrail;
    if (kinds && !queries.mayResultChange(query, kinds)) continue;
    const changed = await withinTime(tx, timeLeft(), () => findingsOfBoth(tx, tenantId, query, queries, { since, among }));
    if (!changed) left.push(name);
    else if (changed.raised.length + changed.cleared > 0) found.push(toAnswer(guardrail, changed));
  }
  return { guardrails: found, compared: guardrails.length - left.length, left };
}

/** Findings that a change adds, each with the resources that it adds, and the number of those that it takes away. */
interface ChangedFindings {
  raised: Finding[];
  cleared: number;
}

async function findingsOfBoth(
  tx: Tx,
  tenantId: string,
  query: string,
  queries: GuardrailQueries,
  { since, among }: Pick<GuardrailComparison, 'since' | 'among'>,
): Promise<ChangedFindings | null> {
  try {
    const before = await queries.rowsAt(tx, tenantId, query, { snapshotId: since, most: MOST_ROWS, among });
    const after = before && (await queries.rowsAt(tx, tenantId, query, { snapshotId: null, most: MOST_ROWS, among }));
    if (!before || !after || before.length === MOST_ROWS || after.length === MOST_ROWS) return null;
    return changesOf(findingsOf(before), findingsOf(after));
  } catch (error) {
    // A guardrail whose query is invalid raises no alerts either way.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Returns new findings, and those that cover new resources, as alerts are raised for both. */
export function changesOf(before: readonly Finding[], after: readonly Finding[]): ChangedFindings {
  const known = new Map(before.map((finding) => [finding.key, finding]));
  const left = new Set(after.map(({ key }) => key));
  const raised = after.flatMap((finding) => {
    const earlier = known.get(finding.key);
    if (!earlier) return [finding];
    const objects = new Map([...finding.objects].filter(([uri]) => !earlier.objects.has(uri)));
    return objects.size > 0 ? [{ ...finding, objects }] : [];
  });
  return { raised, cleared: before.filter(({ key }) => !left.has(key)).length };
}

function toAnswer({ monitor_id: id, name, severity }: WatchedGuardrail, { raised, cleared }: ChangedFindings): WhatIfGuardrail {
  const examples = raised.slice(0, NAMED).map(({ subject, objects }) => ({ ...subject, objects: objects.size }));
  return { monitor_id: id, name, severity, raised: raised.length, cleared, examples };
}
