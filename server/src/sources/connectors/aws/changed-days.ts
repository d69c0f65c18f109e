import type { KeptNotice, Notices } from '../notices';
import type { AccountReader } from './account-reader';
import type { Trail } from './trail';
import { listen, type TrailQueue } from './trail-queue';

/** Days of which a trail told that it has new files. */
export interface ToldDays {
  /** Whether it told of all there are: of other days there is nothing new. */
  isWhole: boolean;
  /** YYYY-MM-DD, UTC. */
  daysOf: (region: string) => string[];
}

/** Days that were over so long before are not read anew, ms. */
const REACH = 14 * 86_400_000;

export const NOBODY_LISTENS: ToldDays = { isWhole: false, daysOf: () => [] };

/**
 * Takes over what a queue tells, and answers what of it is of this account. A pull that was cut off goes on with what it began with; all of it is settled
 * once the pull is kept for good, so that nothing is lost and no day is missing. Each of those days is read as a whole, as it is counted.
 */
export async function loggedLetters(
  { accountId, pull }: AccountReader,
  trail: Trail,
  notices: Notices,
  { topicArn, find }: { topicArn: string; find: () => Promise<TrailQueue> },
): Promise<ToldDays> {
  const { since } = pull.options;
  const told = await pull.staging.answer<{ isWhole: boolean; kept: KeptNotice[] }>('.told', async () => {
    const begins = notices.now();
    const { isWhole, strange } = await listen(await find(), trail, notices);
    if (strange > 0) pull.warn('cloudtrail', `Messages of the queue that tell of no file of the trail were left there: ${strange}.`);
    const heardSince = isWhole ? await notices.heard(topicArn, begins) : null;
    return { isWhole: heardSince !== null && heardSince <= since, kept: await notices.of(accountId) };
  });
  const names = told.kept.map(({ name }) => name);
  pull.afterwards(() => notices.settle(accountId, names));
  const oldest = new Date(since.getTime() - REACH).toISOString().slice(0, 10);
  return {
    isWhole: told.isWhole,
    daysOf: (of) => [...new Set(told.kept.flatMap(({ region, day }) => (region === of && day >= oldest ? [day] : [])))],
  };
}
