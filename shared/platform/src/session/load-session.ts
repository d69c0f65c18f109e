import { mutate } from 'swr';
import type { FeatureFlag } from '@cam/contracts';
import { abortRequests } from '../http/abort-scope';
import { callApi } from '../http/call-api';
import { isApiKey } from '../http/use-api';
import { store } from '../state/store';
import { authValue } from './auth-values';
import { flagsAtom, sessionAtom } from './session';

/** Loads the tenant, the user, the notification settings and the flags of whoever signed in. */
export async function loadSession(): Promise<void> {
  const email = authValue('email') ?? '';
  const [{ tenant }, { user }, { notification_info }] = await Promise.all([
    callApi('GET /v1/tenants', { query: { include_organizations: true } }),
    callApi('GET /v1/tenants/users', { query: { email } }),
    callApi('GET /v1/tenants/notification', {}),
    loadFlags(),
  ]);
  store.set(sessionAtom, { tenant, user, notifications: notification_info });
}

/** Reads the flags again; a failure leaves them as they were. */
export async function loadFlags(): Promise<void> {
  try {
    const { featureflags } = await callApi('GET /v1/tenants/featureflags', {}, { toast: false });
    const on = featureflags.filter((flag) => flag.value).map((flag) => flag.featureflag as FeatureFlag);
    const before = store.get(flagsAtom);
    if (on.length !== before.size || on.some((flag) => !before.has(flag))) store.set(flagsAtom, new Set(on));
  } catch {
    console.error('Unable to retrieve feature flag for the tenant!');
  }
}

/** Reads the tenant again: after a source came or went. */
export async function reloadTenant(): Promise<void> {
  const session = store.get(sessionAtom);
  if (!session) return;
  const { tenant } = await callApi('GET /v1/tenants', { query: { include_organizations: true } }, { toast: false });
  store.set(sessionAtom, { ...session, tenant });
}

/** Reads the user again: after the own profile was changed. */
export async function reloadUser(): Promise<void> {
  const session = store.get(sessionAtom);
  if (!session) return;
  const { user } = await callApi('GET /v1/tenants/users', { query: { email: session.user.email } }, { toast: false });
  store.set(sessionAtom, { ...session, user });
}

/** Asks for every answer on the screen again. */
export async function refreshData(): Promise<void> {
  await mutate(isApiKey);
}

/** Forgets what a remote was told and ends its requests: it was turned off. */
export async function clearRemote(owner: Parameters<typeof abortRequests>[0]): Promise<void> {
  abortRequests(owner);
  await mutate((key) => Array.isArray(key) && key[0] === 'api' && key[1] === owner, undefined, { revalidate: false });
}
