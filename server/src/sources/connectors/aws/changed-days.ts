import type { StoredNotice, Notices } from '../notices';
import type { AccountReader } from './account-reader';
import type { Trail } from './trail';
import { drainQueue, type TrailQueue } from './trail-queue';

/** The days for which a trail announced new files. */
export interface ChangedDays {
  /** True if every change was announced: no other day has new files. */
  isComplete: boolean;
  /** YYYY-MM-DD, UTC. */
  daysIn: (region: string) => string[];
}

/** Days older than this before the log window are not read again, ms. */
const REACH = 14 * 86_400_000;

/** Used without a queue: files are listed day by day. */
export const NO_CHANGED_DAYS: ChangedDays = { isComplete: false, daysIn: () => [] };

/**
 * Stores the notices of a queue and returns the changed days of this account. A pull that was cut off continues with the notices that it started
 * with. They are removed only after the bundle is stored, so none is lost. Each changed day is read again completely, because usage counts whole
 * days.
 */
export async function readChangedDays(
  { accountId, pull }: AccountReader,
  trail: Trail,
  notices: Notices,
  { topicArn, find }: { topicArn: string; find: () => Promise<TrailQueue> },
): Promise<ChangedDays> {
  const { since } = pull.options;
  const staged = await pull.staging.response<{ isComplete: boolean; notices: StoredNotice[] }>('.changed-days', async () => {
    const begins = notices.now();
    const { isEmpty, unrelated } = await drainQueue(await find(), trail, notices);
    if (unrelated > 0)
      pull.warn(
        'cloudtrail',
        `The queue has ${unrelated} message${unrelated === 1 ? '' : 's'} about other files, which stay${unrelated === 1 ? 's' : ''} there. Subscribe the queue only to the topic of the trail.`,
      );
    const completeSince = isEmpty ? await notices.recordDrain(topicArn, begins) : null;
    return { isComplete: completeSince !== null && completeSince <= since, notices: await notices.listFor(accountId) };
  });
  const names = staged.notices.map(({ name }) => name);
  pull.onHandOver(() => notices.remove(accountId, names));
  const oldest = new Date(since.getTime() - REACH).toISOString().slice(0, 10);
  return {
    isComplete: staged.isComplete,
    daysIn: (wanted) => [...new Set(staged.notices.flatMap(({ region, day }) => (region === wanted && day >= oldest ? [day] : [])))],
  };
}
