import type { Tx } from '../../platform/db/database';
import { changed } from './request-state';
import { factsOf, statusOf } from './rows';
import { appendLog, lockDue, writeStatus, type RequestEntry } from './store';

/** Lets the requests lapse whose time to decide is over. @returns their ids */
export async function passTime(tx: Tx, tenantId: string, now: Date): Promise<string[]> {
  const entries: RequestEntry[] = [];
  for (const row of await lockDue(tx, tenantId, now)) {
    const before = statusOf(row);
    const result = changed(before, factsOf(row), { kind: 'PASS', at: now });
    if ('refusal' in result || result.log === null) continue;
    await writeStatus(tx, tenantId, row.request_id, result.status);
    entries.push({ requestId: row.request_id, kind: result.log, at: now, actor: '', detail: {} });
  }
  await appendLog(tx, tenantId, entries);
  return entries.map(({ requestId }) => requestId);
}
