import { isAlive } from './access-token';
import { authValue, readAuthValues, writeAuthValues } from './auth-values';
import { storage } from '../state/storage';
import { ASK_ANEW_KEY, endSession } from './session';
import { listen, tell } from './tab-channel';

/** Time that a new tab waits for others, ms. They answer at once or not at all. */
const ASK_PATIENCE = 250;

/** Answers other tabs, takes over their renewed tokens and follows their sign-out. Returns the function that stops this. */
export function joinTabs(onSignedOut: () => void): () => void {
  return listen((message) => {
    if (!authValue('token')) return;
    // An unusable token would only make the other tab fail and ask again.
    if (message.kind === 'ask' && isAlive(authValue('token'), Date.now())) tell({ kind: 'values', values: readAuthValues() });
    // Two people can use tabs side by side: each tab takes tokens of its own person only.
    if (message.kind === 'values' && message.values.email === authValue('email')) writeAuthValues(message.values);
    if (message.kind === 'signed-out') {
      endSession({ expired: message.expired, broadcast: false });
      if (!message.expired) storage.set(ASK_ANEW_KEY, 'true');
      onSignedOut();
    }
  });
}

/** Asks the other tabs for the sign-in. Returns whether one answered. */
export function askOtherTabs(): Promise<boolean> {
  return new Promise((resolve) => {
    const end = listen((message) => {
      if (message.kind !== 'values' || !isAlive(message.values.token ?? null, Date.now())) return;
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
