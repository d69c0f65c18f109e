import type { Tx } from '../../platform/db/database';
import { conflict } from '../../platform/http/errors';
import { checkDismissal, NO_REASON, type Dismissal } from './dismissals';
import { readPolicy } from './policy-store';
import * as store from './store';
import { may, type AlertAct } from './transitions';

/** Messages for refused actions. */
const REFUSALS: Readonly<Record<AlertAct, string>> = {
  view: 'A dismissed or closed alert cannot be marked as seen. Keep a dismissed alert to reopen it.',
  dismiss: 'A closed alert cannot be dismissed: its finding is gone.',
  keep: 'A closed alert cannot be reopened: its finding is gone. If the finding returns, it raises a new alert.',
  remediate: 'Only an open alert can be remediated. Keep a dismissed one first.',
};

/** Applies an action to locked alerts. @throws ApiError 409 if the status of one does not allow it */
export async function applyAct(
  tx: Tx,
  tenantId: string,
  act: AlertAct,
  rows: readonly store.AlertRow[],
  by: string,
  dismissal: Dismissal = NO_REASON,
): Promise<void> {
  const refused = rows.find(({ status }) => !may(act, status));
  if (refused) throw conflict('ALERT_TRANSITION', REFUSALS[act], { alert_id: refused.alert_id, status: refused.status });
  const idsOf = (chosen: readonly store.AlertRow[]): string[] => chosen.map(({ alert_id: id }) => id);
  if (act === 'view' || act === 'keep') {
    const changed = rows.filter(({ status }) => status !== 'ALERT_STATUS_OPEN');
    await store.changeAlerts(
      tx,
      tenantId,
      idsOf(changed),
      { status: 'ALERT_STATUS_OPEN', dismissed_until: null },
      by,
      act === 'keep' ? { what: 'KEPT' } : null,
    );
  } else if (act === 'dismiss') {
    checkDismissal(dismissal, (await readPolicy(tx, tenantId)).reason_required);
    const reason = dismissal.reason.trim();
    // Whoever dismisses an alert anew changes its reason and end.
    const changed = rows.filter(({ status }) => status !== 'ALERT_STATUS_IGNORE' || dismissal !== NO_REASON);
    await store.changeAlerts(
      tx,
      tenantId,
      idsOf(changed),
      {
        status: 'ALERT_STATUS_IGNORE',
        remediated_at: null,
        remediated_by: null,
        verifying_since: null,
        dismiss_reason: reason === '' ? null : reason,
        dismissed_until: dismissal.until,
      },
      by,
      { what: 'DISMISSED', ...(reason === '' ? {} : { detail: reason }) },
    );
  } else {
    const mended = { remediated_at: new Date(), remediated_by: by };
    // No snapshot evaluates an alert that a user raised, so it closes at once.
    const gone = rows.filter(({ gone_reason: reason, alert_type: type }) => reason !== null || type === 'ALERT_TYPE_NONE');
    await store.changeAlerts(tx, tenantId, idsOf(gone), { ...mended, status: 'ALERT_STATUS_CLOSE', verifying_since: null }, by, {
      what: 'REMEDIATED',
    });
    // The next snapshot of the account confirms it.
    await store.changeAlerts(tx, tenantId, idsOf(rows.filter((row) => !gone.includes(row))), { ...mended, status: 'ALERT_STATUS_OPEN' }, by, {
      what: 'REMEDIATED',
    });
  }
}
