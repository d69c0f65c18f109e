import type { AlertEvent } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { unprocessable } from '../../platform/http/errors';
import { withEvent } from './alert-history';
import { today } from './due-dates';

/** A dismissal as a user asks for it. */
export interface Dismissal {
  reason: string;
  /** Last day (YYYY-MM-DD, UTC); null: no end. */
  until: string | null;
}

export const NO_REASON: Dismissal = { reason: '', until: null };

/** @throws ApiError 422 if the tenant requires a reason, or the dismissal ends in the past */
export function checkDismissal({ reason, until }: Dismissal, isReasonRequired: boolean): void {
  if (isReasonRequired && reason.trim().length < 3)
    throw unprocessable('REASON_REQUIRED', 'Your organization requires a reason for dismissing an alert. Enter at least 3 characters.');
  if (until !== null && until < today()) throw unprocessable('DISMISSAL_OVER', 'The dismissal would end in the past. Choose today or a later day.');
}

/**
 * Restores alerts whose dismissal is over. Every read and change of alerts calls it first, so that the calendar ends a dismissal and not a job.
 * @param day the present day (YYYY-MM-DD, UTC)
 */
export async function endDismissals(tx: Tx, tenantId: string, day = today()): Promise<void> {
  const event: AlertEvent = { at: new Date().toISOString(), what: 'DISMISSAL_ENDED', by: null, snapshot_time: null };
  await tx
    .updateTable('alert')
    .set({ status: 'ALERT_STATUS_OPEN', dismissed_until: null, status_changed_at: new Date(), status_changed_by: null, history: withEvent(event) })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'ALERT_STATUS_IGNORE')
    .where('dismissed_until', '<', day)
    .execute();
}
