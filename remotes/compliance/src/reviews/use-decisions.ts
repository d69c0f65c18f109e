import { useEffect, useState } from 'react';
import { FAST_KEEPS, type ReviewDecision, type ReviewItem } from '@cam/contracts';
import { callApi, confirm } from '@cam/platform';

/** How long the last decision can be undone with one key, ms. */
const UNDO_TIME = 10_000;

/** Decisions that the user made last, for the undo. */
export interface LastDecision {
  decision: 'KEEP' | 'REVOKE';
  /** The items after the decision. */
  items: ReviewItem[];
}

/** Decides items of a review, and takes the last decision back. */
export function useDecisions(campaignId: string, onChanged: () => void) {
  const [last, setLast] = useState<LastDecision | null>(null);
  const [keeps, setKeeps] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(() => setLast(null), UNDO_TIME);
    return () => clearTimeout(timer);
  }, [last]);

  const send = async (items: readonly ReviewItem[], decision: ReviewDecision, reason: string): Promise<ReviewItem[]> => {
    setBusy(true);
    try {
      const decisions = items.map(({ item_id, version }) => ({ item_id, version, decision, ...(reason === '' ? {} : { reason }) }));
      const answer = await callApi(
        'POST /v1/campaigns/{campaign_id}/decisions',
        { path: { campaign_id: campaignId }, body: { decisions } },
        { filtered: false },
      );
      setKeeps(answer.keeps_last_minute);
      return answer.items;
    } finally {
      setBusy(false);
      // Even after a failed call, which has shown its error: another user or a snapshot may have changed the item.
      onChanged();
    }
  };

  return {
    last,
    busy,
    /**
     * Keeps or revokes items. Who keeps many within a minute is asked first.
     * @returns false if the user thought better of it
     * @throws ApiFailure after a toast
     */
    decide: async (items: readonly ReviewItem[], decision: 'KEEP' | 'REVOKE', reason = ''): Promise<boolean> => {
      const isFast = decision === 'KEEP' && keeps + items.length > FAST_KEEPS;
      if (isFast && !(await confirm({ message: `You kept ${keeps} items within the last minute, and the pace is part of the evidence. Go on?` })))
        return false;
      setLast({ decision, items: await send(items, decision, reason) });
      return true;
    },
    undo: async (): Promise<void> => {
      if (!last) return;
      setLast(null);
      await send(last.items, 'UNDO', '').catch(() => undefined);
    },
  };
}
