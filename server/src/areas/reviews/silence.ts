import { ESCALATION_DAYS } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { dayAfter } from './days';
import { applyChange } from './apply-change';
import { appendLog, readItems, updateCampaign, type StoredCampaign } from './store';

/**
 * Ends the present stage of a campaign: the next one begins if it takes any item, otherwise the campaign ends. Call it with the campaign locked.
 * @param by the user who ends it; empty: its last day is over
 * @returns true if the next stage began
 */
export async function endStage(tx: Tx, tenantId: string, campaign: StoredCampaign, by: string): Promise<boolean> {
  const { campaign_id: id, stages, stage, fallback } = campaign;
  const next = stages[stage - 1];
  if (next) {
    const items = await readItems(tx, tenantId, id, null, true);
    const change = { kind: 'NEXT_STAGE' as const, stage: stage + 1, takes: next.takes, fallback };
    const went = await applyChange(tx, tenantId, id, items, ({ later }) => ({ ...change, reviewer: later[stage - 1]?.reviewer ?? '' }));
    if (went.length > 0) {
      await updateCampaign(tx, tenantId, id, { stage: stage + 1 });
      await appendLog(tx, tenantId, id, [
        { itemId: null, kind: 'STAGE', at: new Date(), actor: by, detail: { stage: stage + 1, items: went.length } },
      ]);
      return true;
    }
  }
  await endSilence(tx, tenantId, campaign, by, by !== '' || campaign.escalated_until !== null);
  return false;
}

/**
 * Treats the items without a decision as the campaign says, and closes it, or first gives them to the fallback.
 * @param by the user who closes it; empty: its last day is over
 * @param isLast nothing is escalated any more
 */
async function endSilence(tx: Tx, tenantId: string, campaign: StoredCampaign, by: string, isLast: boolean): Promise<void> {
  const { campaign_id: id, on_silence: rule, fallback } = campaign;
  const at = new Date();
  const items = await readItems(tx, tenantId, id, null, true);
  const ends = isLast || rule !== 'ESCALATE' || items.every(({ state }) => state !== 'OPEN');
  await applyChange(tx, tenantId, id, items, () => ({ kind: 'SILENCE', rule, fallback, isLast: ends }));
  if (!ends) return updateCampaign(tx, tenantId, id, { escalated_until: dayAfter(campaign.due_on, ESCALATION_DAYS) });
  await updateCampaign(tx, tenantId, id, { state: 'CLOSED', closed_by: by, closed_at: at });
  await appendLog(tx, tenantId, id, [{ itemId: null, kind: 'CLOSED', at, actor: by, detail: {} }]);
}
