import type { Account, Organization } from '@cam/contracts';
import { createAccount, createOrganization, updateSource } from '../editor/api';
import { deleteOrganization, saveScope } from '../organizations/api';
import { deleteAccount, renameAccount } from './api';

const toasts: string[] = [];
let refusal: object | null = null;
jest.mock('@cam/platform', () => ({
  callApi: async () => {
    if (refusal !== null) throw refusal;
    return { organization: {} };
  },
  notify: {
    success: (text: string) => toasts.push(text),
    error: (text: string, title: string) => toasts.push(`${title}: ${text}`),
  },
  reloadTenant: async () => undefined,
}));
jest.mock('../editor/editor-model', () => ({ blockToSend: () => ({}), isConnectionChanged: () => false }));

const account = { uid: 'a', cloud_type: 'AWS' } as unknown as Account;
const organization = { organization_uid: 'o', cloud_type: 'AWS' } as unknown as Organization;
const model = { cloud: 'AWS', name: 'x' } as never;

async function messagesOf(act: () => Promise<unknown>, refused: object | null): Promise<string[]> {
  toasts.length = 0;
  refusal = refused;
  await act().catch(() => undefined);
  return [...toasts];
}

it.each<[string, () => Promise<unknown>, string, string]>([
  ['created', () => createAccount(model, model), 'Account successfully created!', 'Failed to create account'],
  ['created, an organization', () => createOrganization(model, model), 'Account successfully created!', 'Failed to create organization'],
  ['changed', () => updateSource('a', false, model, model), 'Account successfully updated!', 'Failed to update account'],
  ['changed, an organization', () => updateSource('o', true, model, model), 'Account successfully updated!', 'Failed to update organization'],
  ['renamed', () => renameAccount('a', 'x'), 'Account successfully updated!', 'Failed to update account'],
  ['narrowed', () => saveScope(organization, {}), 'Account successfully updated!', 'Failed to update organization'],
  ['deleted', () => deleteAccount(account), 'Account successfully deleted!', 'Failed to delete account'],
  ['deleted, an organization', () => deleteOrganization(organization), 'Account successfully deleted!', 'Failed to delete organization'],
])("shows a toast for a source that is %s, with the server's message or the HTTP status", async (_what, act, done, failed) => {
  expect(await messagesOf(act, null)).toEqual([done]);
  expect(await messagesOf(act, { status: 409, code: 'SOURCE_EXISTS', userMessage: 'It is there.' })).toEqual([`${failed}: It is there.`]);
  expect(await messagesOf(act, { status: 502, code: '', userMessage: 'Bad Gateway' })).toEqual([`${failed}: Error: 502. Bad Gateway`]);
  expect(await messagesOf(act, {})).toEqual([`${failed}: unknown`]);
});
