import { mutate } from 'swr';
import { atom } from 'jotai';
import type { AuthInfo, FeatureFlag, NotificationInfo, Tenant, User } from '@cam/contracts';
import { setAccountFilter } from '../filter/account-filter';
import { abortRequests } from '../http/abort-scope';
import { clearPartialResults } from '../http/partial-results';
import { forgetConsoleKeys } from '../keys/key-settings';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { authValue } from './auth-values';
import { isReturnPage } from './return-page';
import { SESSION_KEYS } from './session-keys';
import { sendToTabs } from './tab-channel';

/** The loaded session: the signed-in user, the tenant and their settings. */
export interface Session {
  user: User;
  tenant: Tenant;
  notifications: readonly NotificationInfo[];
}

export const sessionAtom = atom<Session | null>(null);
export const flagsAtom = atom<ReadonlySet<FeatureFlag>>(new Set<FeatureFlag>());
export const authInfoAtom = atom<AuthInfo | null>(null);

/** Event of the window when the session expires. */
export const TOKEN_EXPIRED_EVENT = 'TokenIsExpired';

/**
 * Set when another tab signed out. Its sign-out at the identity platform may still be pending, so the platform must ask for the password
 * instead of signing this tab in again.
 */
export const FORCE_PASSWORD_KEY = 'askAnew';

/**
 * Ends the session in this tab. A second call changes nothing, because a new sign-in may already have begun.
 * @param expired the session expired, so the next sign-in returns to this page
 */
export function endSession({ expired, broadcast }: { expired: boolean; broadcast: boolean }): void {
  if (!authValue('token') && !authValue('email') && !store.get(sessionAtom)) return;
  const page = window.location.pathname + window.location.search;
  storage.purge();
  if (expired) {
    storage.set(SESSION_KEYS.isTokenExpired, 'true');
    if (isReturnPage(page)) storage.set(SESSION_KEYS.redirectPage, page);
  }
  forgetSession();
  if (broadcast) sendToTabs({ kind: 'signed-out', expired });
  if (expired) window.dispatchEvent(new Event(TOKEN_EXPIRED_EVENT));
}

/** Clears all answers from memory, because the next sign-in in this tab may be another person's. */
export function forgetSession(): void {
  abortRequests();
  store.set(sessionAtom, null);
  store.set(flagsAtom, new Set<FeatureFlag>());
  setAccountFilter(null);
  clearPartialResults();
  forgetConsoleKeys();
  // Without a revalidation SWR would return old answers within its deduplication interval. Without a token nothing is sent.
  void mutate(() => true, undefined, { revalidate: true });
}
