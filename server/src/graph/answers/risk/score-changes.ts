import type { Tx } from '../../../platform/db/database';
import { changedBetween, MOST_CHANGES, readGraphState, type GraphState } from '../../store/changed-between';
import { readRevision } from '../../store/tiers';
import { readWeights } from './settings';

/** The state of a tenant from which scores of findings follow. */
export interface ScoredFrom extends GraphState {
  /** The revision of scores and tiers. */
  revision: number;
  weights: string;
}

export async function readScoredFrom(tx: Tx, tenantId: string): Promise<ScoredFrom> {
  return {
    ...(await readGraphState(tx, tenantId)),
    revision: await readRevision(tx, tenantId),
    weights: JSON.stringify(await readWeights(tx, tenantId)),
  };
}

/** The changes of one scoring of a tenant. */
interface Step {
  /** The revisions before and after it. */
  from: number;
  to: number;
  /** The URIs of the entities with a new score, or with none any more. */
  uris: ReadonlySet<string>;
}

/**
 * The entities whose scores the last scorings of this process changed, by tenant. Every change of scores grows the revision, so a change by another process, or one that
 * was cut off, leaves a gap between two steps.
 */
export class ScoreChanges {
  readonly #steps = new Map<string, Step[]>();

  /** Notes a scoring. */
  note(tenantId: string, step: Step): void {
    const steps = (this.#steps.get(tenantId) ?? []).filter(({ to }) => to <= step.from);
    steps.push(step);
    for (let count = sizeOf(steps); count > MOST_CHANGES.entities && steps.length > 0; count = sizeOf(steps)) steps.shift();
    this.#steps.set(tenantId, steps);
  }

  /** Returns the URIs of the entities whose scores changed between two revisions; null: not known. */
  between(tenantId: string, from: number, to: number): ReadonlySet<string> | null {
    const uris = new Set<string>();
    let reached = from;
    for (const step of this.#steps.get(tenantId) ?? []) {
      if (step.from !== reached) continue;
      for (const uri of step.uris) uris.add(uri);
      reached = step.to;
    }
    return reached === to ? uris : null;
  }
}

function sizeOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { uris }) => sum + uris.size, 0);
}

/**
 * Returns the URIs of all entities whose findings may have other scores than in a former state: those with another score, and those of pairs with changed access have
 * their identity or their resource here. Null: not known, or too many.
 */
export async function changedSince(
  tx: Tx,
  tenantId: string,
  { before, now, scores }: { before: ScoredFrom; now: ScoredFrom; scores: ScoreChanges },
): Promise<ReadonlySet<string> | null> {
  if (before.weights !== now.weights) return null;
  const scored = scores.between(tenantId, before.revision, now.revision);
  const changed = scored && (await changedBetween(tx, tenantId, { before, now }));
  if (!changed) return null;
  const uris = new Set([...scored, ...changed]);
  return uris.size > MOST_CHANGES.entities ? null : uris;
}
