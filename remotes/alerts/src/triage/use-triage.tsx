import { useState, type ReactNode } from 'react';
import { setStatus } from '../alerts/api';
import type { Act } from '../alerts/alert-actions';
import { verifyAlerts } from './api';
import { AssignDialog } from './AssignDialog';
import { DismissDialog } from './DismissDialog';
import { DueDateDialog } from './DueDateDialog';
import type { TriageDialogProps, TriageTarget } from './target';

const DIALOGS: Readonly<Partial<Record<Act, (props: TriageDialogProps) => ReactNode>>> = {
  assign: AssignDialog,
  dismiss: DismissDialog,
  due: DueDateDialog,
};

/** Actions without a dialog. */
const DIRECT: Readonly<Partial<Record<Act, (ids: readonly string[]) => Promise<void>>>> = {
  keep: (ids) => setStatus(ids, 'ALERT_STATUS_OPEN'),
  remediate: (ids) => setStatus(ids, 'ALERT_STATUS_CLOSE'),
  verify: verifyAlerts,
};

/**
 * Runs actions on alerts. Some ask for their values in a dialog first.
 * @param onChanged called after each change, also after a failed one, because a part of many alerts may have changed
 */
export function useTriage(onChanged: () => Promise<void>): {
  run: (act: Act, target: TriageTarget) => Promise<void>;
  dialog: ReactNode;
  isAsking: boolean;
} {
  const [asking, setAsking] = useState<{ act: Act; target: TriageTarget } | null>(null);
  const run = async (act: Act, target: TriageTarget): Promise<void> => {
    if (target.count === 0) return;
    const change = DIRECT[act];
    if (!change) return setAsking({ act, target });
    // The platform showed the error.
    await target
      .ids()
      .then(change)
      .catch(() => undefined);
    await onChanged();
  };
  const Dialog = asking && DIALOGS[asking.act];
  const dialog = asking && Dialog ? <Dialog target={asking.target} onClose={() => setAsking(null)} onChanged={onChanged} /> : null;
  return { run, dialog, isAsking: asking !== null };
}
