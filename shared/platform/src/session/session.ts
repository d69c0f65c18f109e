import { mutate } from 'swr';
import { atom } from 'jotai';
import type { AuthInfo, FeatureFlag, NotificationInfo, Tenant, User } from '@cam/contracts';
import { setAccountFilter } from '../filter/account-filter';
import { abortRequests } from '../http/abort-scope';
import { clearPartialResults } from '../http/partial-results';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { authValue } from './auth-values';
import { isReturnPage } from './return-page';
import { SESSION_KEYS } from './session-keys';
import { tell } from './tab-channel';

/** Signed in and loaded: what the console knows of who works with it. */
export interface Session {
  user: User;
  tenant: Tenant;
  notifications: readonly NotificationInfo[];
}

export const sessionAtom = atom<Session | null>(null);
export const flagsAtom = atom<ReadonlySet<FeatureFlag>>(new Set<FeatureFlag>());
export const authInfoAtom = atom<AuthInfo | null>(null);

/** Fired on the window when the session ended by itself. */
export const TOKEN_EXPIRED_EVENT = 'TokenIsExpired';

/**
 * Set where another tab signed out: its sign-out at the identity platform may still be on its way, so the platform is told to ask for the
 * password instead of letting this tab in again.
 */
export const ASK_ANEW_KEY = 'askAnew';

/**
 * Ends the session in this tab. `expired`: it ended by itself, so the page is remembered for the next sign-in. Whoever finds out second
 * changes nothing: by then a new sign-in may be under way.
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
  if (broadcast) tell({ kind: 'signed-out', expired });
  if (expired) window.dispatchEvent(new Event(TOKEN_EXPIRED_EVENT));
}

/** Drops from memory everything that whoever was signed in has seen: the next person in this tab may be somebody else. */
export function forgetSession(): void {
  abortRequests();
  store.set(sessionAtom, null);
  store.set(flagsAtom, new Set<FeatureFlag>());
  setAccountFilter(null);
  clearPartialResults();
  // With a revalidation, or SWR would hand the old answers to whoever asks within its deduplication; without a token nothing is sent.
  void mutate(() => true, undefined, { revalidate: true });
}
