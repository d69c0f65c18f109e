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

/** User and tenant do not depend on the account filter. */
const UNFILTERED = { toast: false, filtered: false };

/** Loads the tenant, the user, the notification settings and the flags after a sign-in. */
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

/** True after a failed attempt, so that an outage is reported once. */
let flagsUnknown = false;

let areLoaded = false;

/** Loads the flags again. A failure keeps the current flags. */
export async function loadFlags(): Promise<void> {
  try {
    const { featureflags } = await callApi('GET /v1/tenants/featureflags', {}, UNFILTERED);
    flagsUnknown = false;
    areLoaded = true;
    const on = featureflags.filter((flag) => flag.value).map((flag) => flag.featureflag as FeatureFlag);
    const before = store.get(flagsAtom);
    if (on.length !== before.size || on.some((flag) => !before.has(flag))) store.set(flagsAtom, new Set(on));
  } catch (error) {
    areLoaded = false;
    if (flagsUnknown || !(error instanceof ApiFailure)) return;
    flagsUnknown = true;
    for (const flag of FEATURE_FLAGS) console.error(`Unable to retrieve feature flag for ${flag}!`);
  }
}

/** Reports whether the flags were loaded, and the last attempt succeeded. */
export function areFlagsKnown(): boolean {
  return areLoaded;
}

/** Loads the tenant again, after a source was added or removed. */
export async function reloadTenant(): Promise<void> {
  if (!store.get(sessionAtom)) return;
  const { tenant } = await callApi('GET /v1/tenants', { query: { include_organizations: true } }, UNFILTERED);
  store.set(sessionAtom, (session) => session && { ...session, tenant });
}

/** Loads the user again, after a change of the user's own profile. */
export async function reloadUser(): Promise<void> {
  const session = store.get(sessionAtom);
  if (!session) return;
  const { user } = await callApi('GET /v1/tenants/users', { query: { email: session.user.email } }, UNFILTERED);
  store.set(sessionAtom, (now) => now && { ...now, user });
}

/** Loads every shown answer again. */
export async function refreshData(): Promise<void> {
  await mutate(isApiKey);
}

/** Clears the cached answers of a remote and aborts its requests. Its shown components load their data again. */
export async function clearRemote(owner: RemoteId): Promise<void> {
  abortRequests(owner);
  // Without a revalidation SWR would keep returning the request of the cleared answer.
  await mutate((key) => isApiKeyOf(key, owner), undefined, { revalidate: true });
}

/** Clears a remote that was turned off, and stops requests of its shown components. */
export async function closeRemote(owner: RemoteId): Promise<void> {
  setRemoteOpen(owner, false);
  await clearRemote(owner);
}

/** Lets a remote send requests again after it was turned on. */
export function openRemote(owner: RemoteId): void {
  setRemoteOpen(owner, true);
}
