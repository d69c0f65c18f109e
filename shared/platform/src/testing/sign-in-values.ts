import { storage } from '../state/storage';

/** A token as the console reads it, good for so many seconds from now. */
export function tokenFor(secondsLeft: number, email = 'ada@demo.example'): string {
  const part = (value: object): string => btoa(JSON.stringify(value)).replace(/=+$/, '');
  return [part({ alg: 'RS256' }), part({ email, tenant: 'demo', exp: Math.floor(Date.now() / 1000) + secondsLeft }), 'signature'].join('.');
}

/** Puts into session storage what a sign-in puts there; answers with the token. */
export function signInFor(secondsLeft: number, { refreshToken = 'refresh-1' }: { refreshToken?: string | null } = {}): string {
  const token = tokenFor(secondsLeft);
  storage.set('email', 'ada@demo.example');
  storage.set('token', token);
  storage.set('tokenType', 'Bearer');
  if (refreshToken) storage.set('refreshToken', refreshToken);
  return token;
}
