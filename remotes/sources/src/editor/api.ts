import { callApi, notify, reloadTenant, useApi, type ApiFailure } from '@cam/platform';
import type { Account, Api } from '@cam/contracts';
import { blockToSend, isConnectionChanged, type EditorModel } from './editor-model';

export type Tested = Api['POST /v1/policy-reader/test-connection']['answer'];

/** A source with what connects it. @param uid null: nothing is asked */
export function useAccount(uid: string | null): { account: Account | undefined; error: ApiFailure | undefined } {
  const { data, error } = useApi('GET /beta/accounts', uid === null ? null : { query: { uid } });
  return { account: data?.account, error };
}

export function useHelpUrl(): string | undefined {
  return useApi('GET /v1/tenants/users/auth', {}).data?.helpUrl;
}

/** Throws an ApiFailure with the reason; nothing is told by a toast. @param uid of a known source, whose secrets count where they are masked */
export function testConnection(model: EditorModel, stored: EditorModel, uid: string | null): Promise<Tested> {
  const body = { cloud_type: model.cloud, account_name: model.name.trim(), ...(uid === null ? {} : { uid }), ...blockToSend(model, stored) };
  return callApi('POST /v1/policy-reader/test-connection', { body }, { toast: false });
}

export async function createAccount(model: EditorModel, stored: EditorModel): Promise<void> {
  const account = { account_name: model.name.trim(), cloud_type: model.cloud, ...blockToSend(model, stored) };
  await told('Failed to create account', () => callApi('POST /beta/accounts', { body: { account } }, { toast: false }));
  notify.success('Account successfully created!');
  await reloadTenant();
}

/** What connects the source is sent where it changed: then it is pulled anew. */
export async function updateAccount(uid: string, model: EditorModel, stored: EditorModel): Promise<void> {
  const block = isConnectionChanged(model, stored) ? blockToSend(model, stored) : {};
  const account = { uid, account_name: model.name.trim(), ...block };
  await told('Failed to update account', () => callApi('PATCH /beta/accounts', { body: { account } }, { toast: false }));
  notify.success('Account successfully updated!');
  await reloadTenant();
}

async function told<T>(title: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    notify.error((error as ApiFailure).userMessage, title);
    throw error;
  }
}
