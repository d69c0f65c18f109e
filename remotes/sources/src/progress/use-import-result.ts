import { useEffect, useRef, useState } from 'react';
import type { Account, SourceProgress } from '@cam/contracts';
import { notify } from '@cam/platform';
import { isInProgress } from './run-progress';

/** An import whose result the page waits for. */
interface Awaited {
  account: Account;
  /** Time of the source's last snapshot before the import; null for a new source. */
  before: string | null;
}

/**
 * Reports the end of an import as a toast that links to the top risks of what was imported.
 * @param progressOf returns the latest progress of a source
 * @param path path of the page of sources
 * @returns a function that waits for the import of an account
 */
export function useImportResult(progressOf: (uid: string) => SourceProgress | undefined, path: string): (account: Account) => void {
  const [awaited, setAwaited] = useState<Awaited | null>(null);
  const reported = useRef<Awaited | null>(null);
  const latest = awaited && progressOf(awaited.account.uid);
  const isDone = latest !== null && latest !== undefined && !isInProgress(latest) && latest.snapshot_time !== awaited?.before;
  useEffect(() => {
    if (!isDone || !awaited || reported.current === awaited) return;
    reported.current = awaited;
    const { account_id: id, account_name: name } = awaited.account;
    const link = { label: 'Show its top risks', to: `${path}?risks=${encodeURIComponent(id)}` };
    notify.success(`${name} is imported.`, undefined, link);
  }, [isDone, awaited, path]);
  return (account) => setAwaited({ account, before: progressOf(account.uid)?.snapshot_time ?? null });
}
