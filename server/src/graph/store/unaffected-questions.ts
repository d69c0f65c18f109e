import { groupBy } from '../../platform/group-by';
import type { ChangedKinds } from './read-changed-kinds';
import type { Span } from './validity';

/** A stored result is used for at most this time, ms: a newer version of CAM may find more in the same graph. */
export const LONGEST_UNASKED = 24 * 60 * 60 * 1000;

/** A query with the snapshot on which it was asked. */
export interface AskedQuestion {
  query: string;
  snapshotId: number;
}

export interface ChangesToCompare {
  /** Returns the kinds of changes in a span of snapshots; null: all. */
  changedKinds(span: Span): Promise<ChangedKinds | null>;
  /** Returns false only if the result is certain to be unchanged by these kinds of changes. */
  mayResultChange(query: string, changedKinds: ChangedKinds): boolean;
}

const NOTHING: ChangedKinds = { entities: [], paths: [], access: [], policies: false };

/** Returns the questions whose results are the same on a later snapshot, as far as the graph decides. The others have to be asked again. */
export async function unaffectedQuestions<Q extends AskedQuestion>(
  questions: readonly Q[],
  until: number,
  { changedKinds, mayResultChange }: ChangesToCompare,
): Promise<Q[]> {
  const found: Q[] = [];
  for (const [snapshotId, asked] of groupBy(questions, (one) => String(one.snapshotId))) {
    const since = Number(snapshotId);
    const kinds = since === until ? NOTHING : await changedKinds({ since, until });
    if (kinds !== null) found.push(...asked.filter(({ query }) => !mayResultChange(query, kinds)));
  }
  return found;
}
