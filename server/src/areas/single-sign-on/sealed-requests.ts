import type { SecretBox } from '../../platform/security/secret-box';

/** Time that a person has at the provider, ms. */
const REQUEST_LIFE = 15 * 60_000;
/** Time between the answer of the provider and the end of the sign-in, which browsers spend without the person, ms. */
const PASS_LIFE = 2 * 60_000;

/** A request to a provider. Its id has all of it, sealed, so that no process has to remember it. */
export interface SignOnRequest {
  connectionId: string;
  kind: 'sign-in' | 'test';
  /** The sign-in in the browser, or the test. */
  of: string;
}

/** Returns the id of a request: an XML name. */
export function sealRequest(secrets: SecretBox, { connectionId, kind, of }: SignOnRequest): string {
  return `_${secrets.seal(['request', connectionId, kind, of, Date.now() + REQUEST_LIFE].join(' ')).toString('base64url')}`;
}

/** Returns the request with an id; null if it is not CAM's, or is over. */
export function openRequest(secrets: SecretBox, id: string): SignOnRequest | null {
  const [word, connectionId, kind, of, until] = (open(secrets, id.slice(1)) ?? '').split(' ');
  if (word !== 'request' || !connectionId || !of || Date.now() >= Number(until)) return null;
  return kind === 'sign-in' || kind === 'test' ? { connectionId, kind, of } : null;
}

/** A person whom the provider signed in, on the way to the sign-in in the browser. */
export interface SignOnPass {
  userId: string;
  /** The user's `sessionsFrom` when the assertion was accepted; a later end of all sessions makes the pass invalid. */
  version: number;
  /** The sign-in that asked for it; null if the sign-in began at the provider. */
  uid: string | null;
}

export function sealPass(secrets: SecretBox, pass: SignOnPass): string {
  return secrets.seal(JSON.stringify({ pass, ends: Date.now() + PASS_LIFE })).toString('base64url');
}

/** Returns a pass; null if it is not CAM's, or is over. */
export function openPass(secrets: SecretBox, sealed: string): SignOnPass | null {
  try {
    const { pass, ends } = JSON.parse(open(secrets, sealed) ?? '') as { pass?: SignOnPass; ends?: number };
    return pass !== undefined && ends !== undefined && Date.now() < ends ? pass : null;
  } catch {
    return null;
  }
}

function open(secrets: SecretBox, sealed: string): string | null {
  try {
    return secrets.open(Buffer.from(sealed, 'base64url'));
  } catch {
    return null;
  }
}
