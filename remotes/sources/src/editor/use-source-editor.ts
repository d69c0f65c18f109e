import { useState } from 'react';
import { ApiFailure, notify } from '@cam/platform';
import type { Organization } from '@cam/contracts';
import { buildHierarchy, createAccount, createOrganization, testConnection, updateSource, type Edited, type Tested } from './api';
import { errorsOf, isConnectionChanged, prepopulated, type EditorModel } from './editor-model';

interface Passed {
  kind: 'passed';
  warnings: string[];
  /** Number of accounts in the organization; null when the credentials belong to one account. */
  accounts: number | null;
  /** Applications through which users of a directory sign in to a cloud, when none was named. A single one is filled in. */
  applications: Tested['applications'];
}

/** Result of the last test; editing a field resets it. */
export type TestState = { kind: 'none' } | { kind: 'testing' } | Passed | { kind: 'failed'; reason: string };

const UNTESTED: TestState = { kind: 'none' };

/** Message after a successful connection test. */
export const VALIDATED = 'Your credentials have been validated. Select Save to use this configuration';

/**
 * Returns the state and actions of the source editor.
 * @param link links the saved source to a source of the identity-governance product
 */
export function useSourceEditor(stored: EditorModel, edited: Edited, link: (uid: string, sisterId: string) => Promise<void>) {
  const { uid } = edited;
  const [model, setModel] = useState(stored);
  const [test, setTest] = useState<TestState>(UNTESTED);
  const [isSaving, setSaving] = useState(false);
  const errors = errorsOf(model);
  const isChanged = uid === null || isConnectionChanged(model, stored);
  const isComplete = Object.keys(errors).length === 0;
  const isRenamed = model.name.trim() !== stored.name;
  const isRelinked = model.correlatedSource !== stored.correlatedSource;

  const change = (key: string, value: string): void => {
    setModel((before) => ({ ...before, values: { ...before.values, [key]: value } }));
    setTest(UNTESTED);
  };
  const runTest = async (): Promise<void> => {
    setTest({ kind: 'testing' });
    try {
      const tested = await testConnection(model, stored, edited);
      const { validate_type: type, account_info: account, organization_info: organization, warnings, applications } = tested;
      const isOrganization = type === 'VALIDATE_TYPE_ORGANIZATION';
      const hierarchy = isOrganization ? await buildHierarchy(model, stored, uid, organization) : null;
      const name = account?.account_name ?? organization?.organization_name ?? '';
      setModel((before) => ({ ...before, name: before.name.trim() === '' ? name : before.name, values: prepopulated(before.values, applications) }));
      setTest({ kind: 'passed', warnings, accounts: hierarchy && hierarchy.scope_accounts.length, applications });
      notify.success(VALIDATED, 'Testing Success');
    } catch (error) {
      setTest({ kind: 'failed', reason: error instanceof ApiFailure ? error.userMessage : (error as Error).message });
    }
  };
  /** Saves the source. Resolves with the organization when a new one was created, and with null when saving failed and a toast says so. */
  const save = async (): Promise<{ organization: Organization | null } | null> => {
    setSaving(true);
    try {
      const isOrganization = test.kind === 'passed' && test.accounts !== null;
      const organization = uid === null && isOrganization ? await createOrganization(model, stored) : null;
      let saved = uid ?? organization?.organization_uid;
      if (saved === undefined) saved = (await createAccount(model, stored)).uid;
      else if (uid !== null && (isChanged || isRenamed)) await updateSource(uid, edited.isOrganization, model, stored);
      // A failed link does not undo the save; a toast reports it.
      if (isRelinked) await link(saved, model.correlatedSource).catch(() => undefined);
      return { organization };
    } catch {
      return null;
    } finally {
      setSaving(false);
    }
  };
  return {
    model,
    errors,
    test,
    isSaving,
    isDirty: isConnectionChanged(model, stored) || model.name !== stored.name || isRelinked,
    mayTest: isComplete && test.kind !== 'testing',
    maySave: isComplete && model.name.trim() !== '' && (test.kind === 'passed' || (!isChanged && (isRenamed || isRelinked))),
    rename: (name: string) => setModel((before) => ({ ...before, name })),
    change,
    correlate: (correlatedSource: string) => setModel((before) => ({ ...before, correlatedSource })),
    runTest,
    save,
  };
}
