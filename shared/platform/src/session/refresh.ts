import type { TokenSet } from '@cam/contracts';
import { authValue, readAuthValues, storeTokens } from './auth-values';
import { tokenState } from './access-token';
import { endSession } from './session';
import { tell } from './tab-channel';

export class SessionEnded extends Error {
  constructor() {
    super('the session has ended');
  }
}

/** One refresh at a time over all tabs: two at once look to the platform like a stolen token. */
const LOCK = 'cam-refresh';

/**
 * A token that is good for a request, renewed where it is due. Where it is missing, unreadable or expired the session ends.
 * A refresh that fails leaves a token that still lives in use.
 */
export async function freshToken(): Promise<string> {
  const state = tokenState(authValue('token'), Date.now());
  if (state === 'due') await renew();
  else if (state !== 'fresh') {
    if (state === 'expired' && authValue('refreshToken')) await renew();
    else endSession({ expired: true, broadcast: false });
  }
  const token = authValue('token');
  if (!token) throw new SessionEnded();
  return token;
}

async function renew(): Promise<void> {
  const before = authValue('token');
  await withLock(async () => {
    // Another tab may have renewed it while this one waited for the lock.
    if (authValue('token') !== before && tokenState(authValue('token'), Date.now()) === 'fresh') return;
    try {
      storeTokens(await requestRefresh(authValue('refreshToken')));
      tell({ kind: 'values', values: readAuthValues() });
    } catch {
      if (tokenState(authValue('token'), Date.now()) !== 'due') endSession({ expired: true, broadcast: true });
    }
  });
}

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
