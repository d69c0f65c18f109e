import { useState } from 'react';
import { ApiFailure, notify } from '@cam/platform';
import type { Organization } from '@cam/contracts';
import { buildHierarchy, createAccount, createOrganization, testConnection, updateSource, type Edited } from './api';
import { errorsOf, isConnectionChanged, type EditorModel } from './editor-model';

interface Passed {
  kind: 'passed';
  warnings: string[];
  /** How many accounts are in the organization; null: the credentials are of one account. */
  accounts: number | null;
}

/** What came of the last test of what stands in the fields now. */
export type TestState = { kind: 'none' } | { kind: 'testing' } | Passed | { kind: 'failed'; reason: string };

const UNTESTED: TestState = { kind: 'none' };

export const VALIDATED = 'Your credentials have been validated. Select Save to use this configuration';

/** The state of the source editor. */
export function useSourceEditor(stored: EditorModel, edited: Edited) {
  const { uid } = edited;
  const [model, setModel] = useState(stored);
  const [test, setTest] = useState<TestState>(UNTESTED);
  const [isSaving, setSaving] = useState(false);
  const errors = errorsOf(model);
  const isChanged = uid === null || isConnectionChanged(model, stored);
  const isComplete = Object.keys(errors).length === 0;

  const change = (key: string, value: string): void => {
    setModel((before) => ({ ...before, values: { ...before.values, [key]: value } }));
    setTest(UNTESTED);
  };
  const runTest = async (): Promise<void> => {
    setTest({ kind: 'testing' });
    try {
      const { validate_type: type, account_info: account, organization_info: organization, warnings } = await testConnection(model, stored, edited);
      const isOrganization = type === 'VALIDATE_TYPE_ORGANIZATION';
      const hierarchy = isOrganization ? await buildHierarchy(model, stored, uid) : null;
      const name = account?.account_name ?? organization?.organization_name ?? '';
      setModel((before) => ({ ...before, name: before.name.trim() === '' ? name : before.name }));
      setTest({ kind: 'passed', warnings, accounts: hierarchy && hierarchy.scope_accounts.length });
      notify.success('Testing Success');
    } catch (error) {
      setTest({ kind: 'failed', reason: error instanceof ApiFailure ? error.userMessage : (error as Error).message });
    }
  };
  /** Resolves with what was saved, of a new organization with itself; null where it was not, which was told. */
  const save = async (): Promise<{ organization: Organization | null } | null> => {
    setSaving(true);
    try {
      if (uid !== null) await updateSource(uid, edited.isOrganization, model, stored);
      else if (test.kind === 'passed' && test.accounts !== null) return { organization: await createOrganization(model, stored) };
      else await createAccount(model, stored);
      return { organization: null };
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
    isDirty: isConnectionChanged(model, stored) || model.name !== stored.name,
    mayTest: isComplete && test.kind !== 'testing',
    maySave: isComplete && model.name.trim() !== '' && (isChanged ? test.kind === 'passed' : model.name.trim() !== stored.name),
    rename: (name: string) => setModel((before) => ({ ...before, name })),
    change,
    runTest,
    save,
  };
}
