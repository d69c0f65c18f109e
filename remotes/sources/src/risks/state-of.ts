import type { Api } from '@cam/contracts';

/** States of the top risks: a snapshot waits for its scores, nothing in it has a score, or the scores are there. */
export type TopRisksState = 'pending' | 'nothing' | 'assessed';

/**
 * Returns the state of the top risks of a source.
 * @param snapshot time of the source's last snapshot; null without one
 */
export function stateOf(
  { assessed, scored_at: scoredAt }: Pick<Api['GET /v1/risk/top']['answer'], 'assessed' | 'scored_at'>,
  snapshot: string | null,
): TopRisksState {
  if (assessed > 0) return 'assessed';
  const isScored = snapshot !== null && scoredAt !== null && Date.parse(scoredAt) >= Date.parse(snapshot);
  return isScored ? 'nothing' : 'pending';
}
