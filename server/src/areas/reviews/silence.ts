import { ESCALATION_DAYS } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { dayAfter } from './days';
import { changed, type ItemStatus } from './item-state';
import { factsOf, statusOf } from './rows';
import { appendLog, readItems, updateCampaign, writeStatuses, type LogEntry, type StoredCampaign } from './store';

/**
 * Treats the items without a decision as the campaign says, and closes it, or first gives them to the fallback. Call it with the campaign locked.
 * @param by the user who closes it; empty: its last day is over
 * @param isLast nothing is escalated any more
 */
export async function endSilence(tx: Tx, tenantId: string, campaign: StoredCampaign, by: string, isLast: boolean): Promise<void> {
  const { campaign_id: id, on_silence: rule, fallback } = campaign;
  const at = new Date();
  const items = await readItems(tx, tenantId, id, null, true);
  const ends = isLast || rule !== 'ESCALATE' || items.every(({ state }) => state !== 'OPEN');
  const changes: { itemId: number; status: ItemStatus }[] = [];
  const entries: LogEntry[] = [];
  for (const item of items) {
    const before = statusOf(item);
    const result = changed(before, factsOf(item), { kind: 'SILENCE', rule, fallback, isLast: ends });
    if ('refusal' in result || result.status === before) continue;
    changes.push({ itemId: item.item_id, status: result.status });
    const { state, reviewer, version } = result.status;
    if (result.log)
      entries.push({ itemId: item.item_id, kind: result.log, at, actor: '', detail: { state, reviewer, version, from: before.reviewer } });
  }
  await writeStatuses(tx, tenantId, id, changes);
  if (ends) {
    await updateCampaign(tx, tenantId, id, { state: 'CLOSED', closed_by: by, closed_at: at });
    entries.push({ itemId: null, kind: 'CLOSED', at, actor: by, detail: {} });
  } else await updateCampaign(tx, tenantId, id, { escalated_until: dayAfter(campaign.due_on, ESCALATION_DAYS) });
  await appendLog(tx, tenantId, id, entries);
}
