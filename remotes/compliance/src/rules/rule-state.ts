import type { FailedObject, Rule } from '@cam/contracts';

type Tone = 'ok' | 'high' | 'medium' | 'neutral';

/** How a rule stands, in words. */
export function stateOf({ manual, failed_count: failed, total_count: total }: Rule): { text: string; tone: Tone } {
  if (manual) return { text: 'Manual evidence', tone: 'neutral' };
  if (total === 0) return { text: 'Nothing to judge', tone: 'neutral' };
  return failed > 0 ? { text: 'Fails', tone: 'high' } : { text: 'Passes', tone: 'ok' };
}

/** What somebody decided of an object that fails. */
export const DECISIONS: Readonly<Record<FailedObject['status'], { text: string; tone: Tone }>> = {
  OPEN: { text: 'Open', tone: 'high' },
  DISMISSED: { text: 'Dismissed', tone: 'neutral' },
  REMEDIATED: { text: 'Waits for a snapshot', tone: 'medium' },
};
