import { isUsable } from './access-token';
import { authValue, readAuthValues, writeAuthValues } from './auth-values';
import { storage } from '../state/storage';
import { FORCE_PASSWORD_KEY, endSession } from './session';
import { listenToTabs, sendToTabs } from './tab-channel';

/** Time that a new tab waits for others, ms. They answer at once or not at all. */
const ASK_TIMEOUT = 250;

/** Answers other tabs, takes over their renewed tokens and follows their sign-out. Returns the function that stops this. */
export function joinTabs(onSignedOut: () => void): () => void {
  return listenToTabs((message) => {
    if (!authValue('token')) return;
    // An unusable token would only make the other tab fail and ask again.
    if (message.kind === 'ask' && isUsable(authValue('token'), Date.now())) sendToTabs({ kind: 'values', values: readAuthValues() });
    // Two people can use tabs side by side: each tab takes tokens of its own person only.
    if (message.kind === 'values' && message.values.email === authValue('email')) writeAuthValues(message.values);
    if (message.kind === 'signed-out') {
      endSession({ expired: message.expired, broadcast: false });
      if (!message.expired) storage.set(FORCE_PASSWORD_KEY, 'true');
      onSignedOut();
    }
  });
}

/** Asks the other tabs for the sign-in. Returns whether one answered. */
export function askOtherTabs(): Promise<boolean> {
  return new Promise((resolve) => {
    const end = listenToTabs((message) => {
      if (message.kind !== 'values' || !isUsable(message.values.token ?? null, Date.now())) return;
      writeAuthValues(message.values);
      finish(true);
    });
    const timer = setTimeout(() => finish(false), ASK_TIMEOUT);
    function finish(answered: boolean): void {
      clearTimeout(timer);
      end();
      resolve(answered);
    }
    sendToTabs({ kind: 'ask' });
  });
}
