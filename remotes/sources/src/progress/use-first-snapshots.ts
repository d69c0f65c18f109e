import { useEffect, useRef } from 'react';
import type { Account, SourceProgress } from '@cam/contracts';
import { notify } from '@cam/platform';
import { isInProgress } from './run-progress';

/** Sources without a finished snapshot, by uid. */
type Waiting = ReadonlySet<string>;

/**
 * Returns the sources whose first snapshot has ended since the last look, and those that still wait for theirs.
 * @param waiting the result of the last look
 */
function firstSnapshots(waiting: Waiting, sources: readonly SourceProgress[]): { done: string[]; waiting: Waiting } {
  const isDone = (source: SourceProgress): boolean => source.snapshot_time !== null && !isInProgress(source);
  const known = sources.filter(({ uid, snapshot_time: at }) => at === null || waiting.has(uid));
  const uidsOf = (chosen: readonly SourceProgress[]): string[] => chosen.map(({ uid }) => uid);
  return { done: uidsOf(known.filter(isDone)), waiting: new Set(uidsOf(known.filter((source) => !isDone(source)))) };
}

/**
 * Reports the first snapshot of each connected source as a toast that links to its top risks. The end of an import has a toast of its own.
 * @param sources the latest progress; undefined until it is known
 * @param accounts the sources of the page
 * @param path path of the page of sources
 */
export function useFirstSnapshots(sources: readonly SourceProgress[] | undefined, accounts: readonly Account[], path: string): void {
  const waiting = useRef<Waiting>(new Set());
  useEffect(() => {
    if (!sources) return;
    const look = firstSnapshots(waiting.current, sources);
    // A later look at the same progress finds nothing, so a reload of the accounts repeats no toast.
    waiting.current = look.waiting;
    const done = accounts.filter(({ uid, is_connected: isConnected }) => isConnected && look.done.includes(uid));
    const [account, ...others] = done;
    if (!account) return;
    if (others.length > 0) {
      // One toast replaces another, so the accounts of an organization share one.
      notify.success(`${done.length} sources have their first snapshot.`, undefined, { label: 'Show the largest risks', to: '/dashboard' });
      return;
    }
    const link = { label: 'Show its top risks', to: `${path}?risks=${encodeURIComponent(account.account_id)}` };
    notify.success(`${account.account_name} has its first snapshot.`, undefined, link);
  }, [sources, accounts, path]);
}
