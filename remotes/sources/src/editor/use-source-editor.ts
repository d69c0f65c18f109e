import { useState } from 'react';
import { notify, type ApiFailure } from '@cam/platform';
import { createAccount, testConnection, updateAccount } from './api';
import { errorsOf, isConnectionChanged, type EditorModel } from './editor-model';

/** What came of the last test of what stands in the fields now. */
export type TestState = { kind: 'none' } | { kind: 'testing' } | { kind: 'passed'; warnings: string[] } | { kind: 'failed'; reason: string };

const UNTESTED: TestState = { kind: 'none' };

export const VALIDATED = 'Your credentials have been validated. Select Save to use this configuration';

/** The state of the source editor. @param uid null: a new source */
export function useSourceEditor(stored: EditorModel, uid: string | null) {
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
      const { account_info: account, warnings } = await testConnection(model, stored, uid);
      setModel((before) => ({ ...before, name: before.name.trim() === '' ? (account?.account_name ?? '') : before.name }));
      setTest({ kind: 'passed', warnings });
      notify.success('Testing Success');
    } catch (error) {
      setTest({ kind: 'failed', reason: (error as ApiFailure).userMessage });
    }
  };
  /** True once it is saved; a failure was told. */
  const save = async (): Promise<boolean> => {
    setSaving(true);
    try {
      await (uid === null ? createAccount(model, stored) : updateAccount(uid, model, stored));
      return true;
    } catch {
      return false;
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
