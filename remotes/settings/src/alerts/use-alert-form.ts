import { useState } from 'react';
import type { NotificationInfo } from '@cam/contracts';
import { ApiFailure, confirmDiscard, notify, useUnsavedChanges } from '@cam/platform';
import { checkAlerts, fieldsOf, toRequest, type AlertFields } from './alert-fields';
import { refusedEntries, type RefusedEntries } from './refused-entries';
import { saveNotification } from './use-notifications';

/** The form of one severity with its actions. */
export interface AlertFormState {
  fields: AlertFields;
  change: (part: Partial<AlertFields>) => void;
  refused: RefusedEntries;
  /** The form has unsaved changes. */
  dirty: boolean;
  canSave: boolean;
  /** A field is invalid. */
  hasErrors: boolean;
  busy: boolean;
  /** Resolves to true if the settings were saved. */
  save: () => Promise<boolean>;
  /** Saves valid changes and asks before discarding the rest. Resolves to true if the form may be left. */
  finish: () => Promise<boolean>;
}

interface FormState {
  info: NotificationInfo;
  saved: AlertFields;
  fields: AlertFields;
}

const initialState = (info: NotificationInfo): FormState => {
  const saved = fieldsOf(info);
  return { info, saved, fields: saved };
};

/** Manages the form of one severity. New settings from the server replace the fields only while there is no unsaved input. */
export function useAlertForm(info: NotificationInfo, onSaved: (saved: NotificationInfo) => Promise<unknown>): AlertFormState {
  const [state, setState] = useState(() => initialState(info));
  const [refused, setRefused] = useState<RefusedEntries>({});
  const [busy, setBusy] = useState(false);
  const { fields } = state;
  const { dirty, canSave, hasErrors } = checkAlerts(fields, state.saved);
  if (info !== state.info && !dirty && !busy) setState(initialState(info));
  useUnsavedChanges(dirty && !busy);

  const change = (part: Partial<AlertFields>): void => {
    setState((now) => ({ ...now, fields: { ...now.fields, ...part } }));
    setRefused({});
  };
  const save = async (): Promise<boolean> => {
    if (!canSave || busy) return false;
    setBusy(true);
    try {
      const saved = await saveNotification(info.severity, toRequest(fields));
      notify.success('Alert data has been changed');
      // Drafts are not part of the saved settings, so they stay in the form.
      const { email, slack_url } = fields;
      const stored = fieldsOf(saved);
      setState({
        info: saved,
        saved: stored,
        fields: { ...stored, email: { ...stored.email, draft: email.draft }, slack_url: { ...stored.slack_url, draft: slack_url.draft } },
      });
      await onSaved(saved);
      return true;
    } catch (failure) {
      // The platform showed the error. The input stays, and each refused entry shows its message.
      if (failure instanceof ApiFailure) setRefused(refusedEntries(failure, fields));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const finish = async (): Promise<boolean> => {
    const hasDraft = [fields.email, fields.slack_url].some(({ draft }) => draft.trim() !== '');
    if ((!canSave || hasDraft) && !(await confirmDiscard())) return false;
    return canSave ? save() : true;
  };
  return { fields, change, refused, dirty, canSave, hasErrors, busy, save, finish };
}
