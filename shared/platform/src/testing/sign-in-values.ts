import { storage } from '../state/storage';

/** Returns a token that the console can read, valid for this number of seconds. */
export function tokenFor(secondsLeft: number, email = 'ada@demo.example'): string {
  const part = (value: object): string => btoa(JSON.stringify(value)).replace(/=+$/, '');
  return [part({ alg: 'RS256' }), part({ email, tenant: 'demo', exp: Math.floor(Date.now() / 1000) + secondsLeft }), 'signature'].join('.');
}

/** Writes the values of a sign-in into session storage, and returns the token. */
export function signInFor(secondsLeft: number, { refreshToken = 'refresh-1' }: { refreshToken?: string | null } = {}): string {
  const token = tokenFor(secondsLeft);
  storage.set('email', 'ada@demo.example');
  storage.set('token', token);
  storage.set('tokenType', 'Bearer');
  if (refreshToken) storage.set('refreshToken', refreshToken);
  return token;
}
