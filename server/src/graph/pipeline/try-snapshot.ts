import type { Tx } from '../../platform/db/database';
import { readDue } from '../store/due-sources';
import { readLinks } from '../store/read-links';
import { TrialSnapshot, TrialTooLarge } from '../store/trial-snapshot';
import type { Span } from '../store/validity';
import type { BuildDependencies } from './build-snapshot';
import { evaluateSources, readBase, type IncomingSource } from './evaluate-sources';
import { findDependents } from './find-dependents';

/** The most attempts while imports publish snapshots. */
const ATTEMPTS = 3;

export interface TrialRequest {
  tenantId: string;
  /** The facts of each changed source, as the change would make them. */
  incoming: readonly IncomingSource[];
  /** Reports the progress, 0 to 1. It throws to end the trial. */
  progress: (done: number) => Promise<void>;
  /** The most other sources that the trial may evaluate; null: any number. */
  mostDependents: number | null;
}

/**
 * Builds the snapshot that an import of these facts would publish, and reads from it without publishing it.
 * @param read runs in a transaction in which the graph is as the import would make it; it rolls back afterwards
 * @returns null while the graph is being changed: sources are still to be evaluated, or other snapshots were published all the time
 * @throws TrialTooLarge
 */
export async function trySnapshot<R>(
  { db, catalogue, evaluate, links: cache, accounts }: BuildDependencies,
  { tenantId, incoming, progress, mostDependents }: TrialRequest,
  read: (tx: Tx, span: Span) => Promise<R>,
): Promise<R | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if ((await db.tenant(tenantId, (tx) => readDue(tx, tenantId))).length > 0) return null;
    const { base, stored } = await readBase(db, tenantId);
    const known = accounts.at(tenantId, base);
    const { evaluate: dependents, moved } = await findDependents({ db, tenantId, catalogue, stored, known }, incoming);
    accounts.add(tenantId, base, known, []);
    const changed = incoming.map(({ source }) => source);
    const uids = changed.map(({ sourceUid }) => sourceUid);
    const others = stored.filter(({ sourceUid }) => !uids.includes(sourceUid) && dependents.includes(sourceUid));
    if (others.length > (mostDependents ?? Infinity)) throw new TrialTooLarge(`a trial concerns ${others.length} other sources`);
    const links = await cache.fork(tenantId, base, () => db.tenant(tenantId, (tx) => readLinks(tx, tenantId)));
    const writer = await TrialSnapshot.begin(db, tenantId, uids, base);
    const evaluating = async (): Promise<void> => undefined;
    const sources = [...changed, ...others];
    await evaluateSources(
      { db, catalogue, evaluate, tenantId, links, writer, known },
      { incoming, sources, stored, moved, linksAll: false, evaluating, progress },
    );
    // The evaluation has read other accounts, too. Those that it evaluated are as the trial makes them.
    const evaluated = sources.map(({ sourceUid }) => sourceUid);
    accounts.add(tenantId, base, known, evaluated);
    const result = await writer.inspect(read);
    if (result !== 'stale') return result as R;
  }
  return null;
}
