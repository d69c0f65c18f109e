import type { TokenSet } from '@cam/contracts';
import { authValue, readAuthValues, storeTokens } from './auth-values';
import { isAlive, tokenState } from './access-token';
import { endSession } from './session';
import { tell } from './tab-channel';

export class SessionEnded extends Error {
  constructor() {
    super('the session has ended');
  }
}

/** One refresh at a time over all tabs: two at once look to the platform like a stolen token. */
const LOCK = 'cam-refresh';

/** After a refresh that failed the old token is used for a while before the next try, ms: it has half an hour left. */
const PAUSE = 60_000;

let pausedUntil = 0;
let underWay: Promise<void> | null = null;

/**
 * A token that is good for a request, renewed where it is due (less than 1800 s left). Where it is missing, unreadable or expired the
 * session ends and SessionEnded is thrown. A refresh that fails leaves a token that still lives in use.
 */
export async function freshToken(): Promise<string> {
  if (tokenState(authValue('token'), Date.now()) === 'due' && Date.now() >= pausedUntil) {
    underWay ??= renew().finally(() => (underWay = null));
    await underWay;
  }
  const token = authValue('token');
  if (token && isAlive(token, Date.now())) return token;
  endSession({ expired: true, broadcast: false });
  throw new SessionEnded();
}

async function renew(): Promise<void> {
  const before = authValue('token');
  await withLock(async () => {
    // Another tab may have renewed it, or signed out, while this one waited for the lock.
    if (authValue('token') !== before) return;
    try {
      const tokens = await requestRefresh(authValue('refreshToken'));
      if (authValue('token') !== before) return;
      storeTokens(tokens);
      tell({ kind: 'values', values: readAuthValues() });
    } catch (error) {
      pausedUntil = Date.now() + PAUSE;
      console.warn('The session could not be renewed:', error instanceof Error ? error.message : error);
    }
  });
}

/** Rejects without a refresh token, and where the platform refuses. */
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
  // Lock manager is absent on insecure origins: one tab is then the best that can be done.
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
