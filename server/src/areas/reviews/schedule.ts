import type { ReviewStage } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import { dayIn, monthsAfter } from './days';
import type { StoredCampaign } from './store';

/** Returns the day on which a review started. */
export const startOf = ({ created_at: at }: Pick<StoredCampaign, 'created_at'>): string => new Date(at).toISOString().slice(0, 10);

/** Returns the first day of a series after today. Days that passed while the server was off are left out. */
export function nextStart(from: string, months: number, today: string): string {
  let next = monthsAfter(from, months);
  for (let count = 2; next <= today; count++) next = monthsAfter(from, months * count);
  return next;
}

/** Names a review of a series after the day on which it starts. */
export function nameInSeries(name: string, day: string): string {
  return `${name.replace(/ \(\d{4}-\d{2}-\d{2}\)$/, '').slice(0, 180)} (${day})`;
}

/** @throws ApiError 422 if a stage has no day */
export function checkStages(stages: readonly ReviewStage[], dueOn: string): void {
  let first = dayIn(0);
  for (const { starts_on: day } of stages) {
    if (day <= first || day > dueOn)
      throw unprocessable(
        'STAGE_WITHOUT_DAYS',
        `Each stage needs a day of its own. Let this one start after ${first}, and on ${dueOn} at the latest.`,
      );
    first = day;
  }
}

/** @throws ApiError 422 if the next review would start before the last day of this one */
export function checkRepeat(dueOn: string, months: number | null, start = dayIn(0)): void {
  if (months !== null && monthsAfter(start, months) <= dueOn)
    throw unprocessable(
      'REPEATS_TOO_OFTEN',
      'The next review would start before the last day of this one. Choose an earlier last day, or more months.',
    );
}
