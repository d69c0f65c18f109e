import type { TokenSet } from '@cam/contracts';
import { authValue, readAuthValues, storeTokens } from './auth-values';
import { isUsable, tokenState } from './access-token';
import { endSession } from './session';
import { sendToTabs } from './tab-channel';

export class SessionEnded extends Error {
  constructor() {
    super('the session has ended');
  }
}

/** Allows one refresh at a time across all tabs. The identity platform takes two at once for a stolen token. */
const LOCK = 'cam-refresh';

/** Pause after a failed refresh, ms. The old token still has half an hour left. */
const PAUSE = 60_000;

let pausedUntil = 0;
let renewal: Promise<void> | null = null;

/**
 * Returns a token for a request, renewed when less than 1800 s of its life are left. A failed refresh keeps a token that is still valid.
 * @throws SessionEnded when the token is missing, unreadable or expired; the session then ends
 */
export async function freshToken(): Promise<string> {
  if (tokenState(authValue('token'), Date.now()) === 'due' && Date.now() >= pausedUntil) {
    renewal ??= renew().finally(() => (renewal = null));
    await renewal;
  }
  const token = authValue('token');
  if (token && isUsable(token, Date.now())) return token;
  endSession({ expired: true, broadcast: false });
  throw new SessionEnded();
}

async function renew(): Promise<void> {
  const before = authValue('token');
  await withLock(async () => {
    // Another tab may have renewed the token, or signed out, while this tab waited for the lock.
    if (authValue('token') !== before) return;
    try {
      const tokens = await requestRefresh(authValue('refreshToken'));
      if (authValue('token') !== before) return;
      storeTokens(tokens);
      sendToTabs({ kind: 'values', values: readAuthValues() });
    } catch (error) {
      pausedUntil = Date.now() + PAUSE;
      console.warn('The session could not be renewed:', error instanceof Error ? error.message : error);
    }
  });
}

/** Rejects without a refresh token, or when the identity platform refuses. */
async function requestRefresh(refreshToken: string | null): Promise<TokenSet> {
  if (!refreshToken) throw new Error('there is no refresh token');
  const response = await fetch('/v1/tenants/users/auth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  if (!response.ok) throw new Error(`refresh refused: ${response.status}`);
  return (await response.json()) as TokenSet;
}

function withLock(work: () => Promise<void>): Promise<void> {
  // Insecure origins have no lock manager: the lock then covers this tab only.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
