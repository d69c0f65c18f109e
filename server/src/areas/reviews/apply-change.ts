import type { Tx } from '../../platform/db/database';
import { changed, type ItemChange, type ItemStatus } from './item-state';
import { factsOf, statusOf } from './rows';
import { appendLog, writeStatuses, type LogEntry, type StoredItem } from './store';

/** Applies a change to items. @param actor who reported it; empty: CAM itself @returns the entries of the log that it wrote */
export async function applyChange(
  tx: Tx,
  tenantId: string,
  id: string,
  items: readonly StoredItem[],
  changeOf: (item: StoredItem) => ItemChange,
  actor = '',
): Promise<LogEntry[]> {
  const at = new Date();
  const changes: { itemId: number; status: ItemStatus }[] = [];
  const entries: LogEntry[] = [];
  for (const item of items) {
    const before = statusOf(item);
    const result = changed(before, factsOf(item), changeOf(item));
    if ('refusal' in result || result.status === before) continue;
    const { state, version, stage, reviewer, checkedSnapshot } = result.status;
    changes.push({ itemId: item.item_id, status: result.status });
    const detail = {
      state,
      version,
      ...(checkedSnapshot === null ? {} : { snapshot_id: checkedSnapshot }),
      ...(stage === before.stage ? {} : { stage }),
      ...(reviewer === before.reviewer ? {} : { from: before.reviewer, to: reviewer }),
    };
    if (result.log) entries.push({ itemId: item.item_id, kind: result.log, at, actor, detail });
  }
  await writeStatuses(tx, tenantId, id, changes);
  await appendLog(tx, tenantId, id, entries);
  return entries;
}
