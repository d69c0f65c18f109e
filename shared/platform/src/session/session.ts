import { atom } from 'jotai';
import type { AuthInfo, FeatureFlag, NotificationInfo, Tenant, User } from '@cam/contracts';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { authValue, readAuthValues, writeAuthValues } from './auth-values';
import { SESSION_KEYS } from './session-keys';
import { listen, tell } from './tab-channel';

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

/** How long a new tab waits for the others, ms: they answer at once or not at all. */
const ASK_PATIENCE = 250;

/** Ends the session in this tab. `expired`: it ended by itself, so the page is remembered for the next sign-in. */
export function endSession({ expired, broadcast }: { expired: boolean; broadcast: boolean }): void {
  const page = window.location.pathname + window.location.search;
  storage.purge();
  if (expired) {
    storage.set(SESSION_KEYS.isTokenExpired, 'true');
    if (isReturnPage(page)) storage.set(SESSION_KEYS.redirectPage, page);
  }
  store.set(sessionAtom, null);
  if (broadcast) tell({ kind: 'signed-out', expired });
  if (expired) window.dispatchEvent(new Event(TOKEN_EXPIRED_EVENT));
}

/** Whether somebody should come back to a page after signing in: own pages only, and none of the sign-in itself. */
export function isReturnPage(page: string): boolean {
  return /^\/(?!\/)/.test(page) && !/^\/(login|logout|authorize)(\/|\?|$)/.test(page);
}

/** Answers other tabs and follows their sign-out. Returns the function that ends it. */
export function joinTabs(onSignedOut: () => void): () => void {
  return listen((message) => {
    if (message.kind === 'ask' && authValue('token')) tell({ kind: 'values', values: readAuthValues() });
    if (message.kind === 'values' && authValue('token')) writeAuthValues(message.values);
    if (message.kind === 'signed-out' && authValue('token')) {
      endSession({ expired: message.expired, broadcast: false });
      if (!message.expired) storage.set(ASK_ANEW_KEY, 'true');
      onSignedOut();
    }
  });
}

/** Asks the other tabs for the sign-in; true where one answered. */
export function askOtherTabs(): Promise<boolean> {
  return new Promise((resolve) => {
    const end = listen((message) => {
      if (message.kind !== 'values' || !message.values.token) return;
      writeAuthValues(message.values);
      finish(true);
    });
    const timer = setTimeout(() => finish(false), ASK_PATIENCE);
    function finish(answered: boolean): void {
      clearTimeout(timer);
      end();
      resolve(answered);
    }
    tell({ kind: 'ask' });
  });
}
