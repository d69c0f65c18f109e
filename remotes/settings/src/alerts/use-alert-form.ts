import { useState } from 'react';
import type { NotificationInfo } from '@cam/contracts';
import { ApiFailure, mayLeave, notify, useUnsavedChanges } from '@cam/platform';
import { checkAlerts, fieldsOf, toRequest, type AlertFields } from './alert-fields';
import { refusedEntries, type RefusedEntries } from './refused-entries';
import { saveNotification } from './use-notifications';

export interface AlertFormState {
  fields: AlertFields;
  change: (part: Partial<AlertFields>) => void;
  refused: RefusedEntries;
  /** There is something that was not saved yet. */
  dirty: boolean;
  canSave: boolean;
  /** Something that was entered cannot be saved as it is. */
  hasErrors: boolean;
  busy: boolean;
  /** Resolves with whether it was saved. */
  save: () => Promise<boolean>;
  /** Saves what can be saved, and asks about the rest; resolves with whether the form may be left. */
  finish: () => Promise<boolean>;
}

interface Held {
  info: NotificationInfo;
  saved: AlertFields;
  fields: AlertFields;
}

const hold = (info: NotificationInfo): Held => {
  const saved = fieldsOf(info);
  return { info, saved, fields: saved };
};

/** The form of one severity. What the server says anew is taken over as long as nobody has typed; what was typed stays. */
export function useAlertForm(info: NotificationInfo, onSaved: (saved: NotificationInfo) => Promise<unknown>): AlertFormState {
  const [held, setHeld] = useState(() => hold(info));
  const [refused, setRefused] = useState<RefusedEntries>({});
  const [busy, setBusy] = useState(false);
  const { fields } = held;
  const { dirty, canSave, hasErrors } = checkAlerts(fields, held.saved);
  if (info !== held.info && !dirty && !busy) setHeld(hold(info));
  useUnsavedChanges(dirty && !busy);

  const change = (part: Partial<AlertFields>): void => {
    setHeld((now) => ({ ...now, fields: { ...now.fields, ...part } }));
    setRefused({});
  };
  const save = async (): Promise<boolean> => {
    if (!canSave || busy) return false;
    setBusy(true);
    try {
      const saved = await saveNotification(info.severity, toRequest(fields));
      notify.success('Alert data has been changed');
      // What is typed but not added yet is not saved, so it stays.
      const { email, slack_url } = fields;
      const kept = fieldsOf(saved);
      setHeld({
        info: saved,
        saved: kept,
        fields: { ...kept, email: { ...kept.email, draft: email.draft }, slack_url: { ...kept.slack_url, draft: slack_url.draft } },
      });
      await onSaved(saved);
      return true;
    } catch (failure) {
      // The platform has told the person; what they typed stays, and the entries that were refused say why.
      if (failure instanceof ApiFailure) setRefused(refusedEntries(failure, fields));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const finish = async (): Promise<boolean> => {
    const hasDraft = [fields.email, fields.slack_url].some(({ draft }) => draft.trim() !== '');
    if ((!canSave || hasDraft) && !(await mayLeave())) return false;
    return canSave ? save() : true;
  };
  return { fields, change, refused, dirty, canSave, hasErrors, busy, save, finish };
}
