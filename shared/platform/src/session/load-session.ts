import { mutate } from 'swr';
import { FEATURE_FLAGS, type FeatureFlag, type RemoteId } from '@cam/contracts';
import { abortRequests } from '../http/abort-scope';
import { ApiFailure } from '../http/api-failure';
import { callApi } from '../http/call-api';
import { setRemoteOpen } from '../http/remote-gate';
import { isApiKey, isApiKeyOf } from '../http/use-api';
import { store } from '../state/store';
import { authValue, isAuthenticated } from './auth-values';
import { SessionEnded } from './refresh';
import { flagsAtom, sessionAtom } from './session';

/** Who works with the console and for whom is the same whatever source they look at. */
const UNFILTERED = { toast: false, filtered: false };

/** Loads the tenant, the user, the notification settings and the flags of whoever signed in. */
export async function loadSession(): Promise<void> {
  const email = authValue('email') ?? '';
  const [{ tenant }, { user }, { notification_info }] = await Promise.all([
    callApi('GET /v1/tenants', { query: { include_organizations: true } }, UNFILTERED),
    callApi('GET /v1/tenants/users', { query: { email } }, UNFILTERED),
    callApi('GET /v1/tenants/notification', {}, UNFILTERED),
    loadFlags(),
  ]);
  // Another tab may have signed out meanwhile.
  if (!isAuthenticated()) throw new SessionEnded();
  store.set(sessionAtom, { tenant, user, notifications: notification_info });
}

/** Whether the latest attempt failed: an outage is told once, not with every attempt. */
let flagsUnknown = false;

/** Reads the flags again; a failure leaves them as they were. */
export async function loadFlags(): Promise<void> {
  try {
    const { featureflags } = await callApi('GET /v1/tenants/featureflags', {}, UNFILTERED);
    flagsUnknown = false;
    const on = featureflags.filter((flag) => flag.value).map((flag) => flag.featureflag as FeatureFlag);
    const before = store.get(flagsAtom);
    if (on.length !== before.size || on.some((flag) => !before.has(flag))) store.set(flagsAtom, new Set(on));
  } catch (error) {
    if (flagsUnknown || !(error instanceof ApiFailure)) return;
    flagsUnknown = true;
    for (const flag of FEATURE_FLAGS) console.error(`Unable to retrieve feature flag for ${flag}!`);
  }
}

/** Reads the tenant again: after a source came or went. */
export async function reloadTenant(): Promise<void> {
  if (!store.get(sessionAtom)) return;
  const { tenant } = await callApi('GET /v1/tenants', { query: { include_organizations: true } }, UNFILTERED);
  store.set(sessionAtom, (session) => session && { ...session, tenant });
}

/** Reads the user again: after the own profile was changed. */
export async function reloadUser(): Promise<void> {
  const session = store.get(sessionAtom);
  if (!session) return;
  const { user } = await callApi('GET /v1/tenants/users', { query: { email: session.user.email } }, UNFILTERED);
  store.set(sessionAtom, (now) => now && { ...now, user });
}

/** Asks for every answer on the screen again. */
export async function refreshData(): Promise<void> {
  await mutate(isApiKey);
}

/** Forgets what a remote was told and ends its requests; what of it is still on the screen asks anew. */
export async function clearRemote(owner: RemoteId): Promise<void> {
  abortRequests(owner);
  // Without a revalidation SWR would go on handing out the request that brought the forgotten answer.
  await mutate((key) => isApiKeyOf(key, owner), undefined, { revalidate: true });
}

/** Clears a remote that was turned off, and keeps what of it is still on the screen from asking. */
export async function closeRemote(owner: RemoteId): Promise<void> {
  setRemoteOpen(owner, false);
  await clearRemote(owner);
}

/** Lets a remote ask again: it is on. */
export function openRemote(owner: RemoteId): void {
  setRemoteOpen(owner, true);
}
