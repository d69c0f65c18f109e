import type { SecretBox } from '../../platform/security/secret-box';

/** How long a user may take for the steps after the password, ms. */
const LIFE = 10 * 60_000;

/** What a user has shown so far. Forms carry it sealed, so no process has to remember it. */
export interface SignInStep {
  userId: string;
  /** The user's `sessionsFrom` when the password was checked; a later change of the password makes the step invalid. */
  version: number;
  /** The sign-in that the step belongs to; null on the page that manages second factors. */
  uid: string | null;
  /** Time of the sign-in, s since 1970. It is later than `version`, and no later than any change of the password since it was checked. */
  signedInAt: number;
  passed: 'password' | 'all';
  /** The challenge of the shown page for a passkey. */
  challenge?: string;
  /** The secret of an authenticator app that is not confirmed yet. */
  secret?: string;
}

export function sealStep(secrets: SecretBox, step: SignInStep): string {
  return secrets.seal(JSON.stringify({ ...step, until: Date.now() + LIFE })).toString('base64url');
}

/** Returns the step of a form, or null if it expired or was changed. */
export function openStep(secrets: SecretBox, sealed: string | undefined): SignInStep | null {
  if (!sealed) return null;
  try {
    const { until, ...step } = JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'))) as SignInStep & { until: number };
    return Date.now() < until ? step : null;
  } catch {
    return null;
  }
}
