import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { serviceAccountKeyError } from '@cam/contracts/server';
import { unprocessable } from '../../../platform/http/errors';
import type { Authorize } from '../http/json-client';
import { ProviderError } from '../http/provider-error';
import type { Transport } from '../http/transport';

/** The used fields of a service account key. Its URLs are ignored, because they would decide where signed assertions are sent. */
export interface ServiceAccountKey {
  email: string;
  privateKey: string;
  projectId: string;
}

/** Scope for reading projects. */
export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform.read-only';
/** Audience of an assertion, wherever it is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
/** A token is renewed this long before it expires, ms. */
const MARGIN = 120_000;

/** Parses the JSON of a key. Throws 422 SERVICE_ACCOUNT_KEY if it is invalid. */
export function readServiceAccountKey(text: string): ServiceAccountKey {
  const wrong = serviceAccountKeyError(text);
  if (wrong !== null) throw unprocessable('SERVICE_ACCOUNT_KEY', `${wrong}.`);
  const key = JSON.parse(text) as Record<'client_email' | 'private_key' | 'project_id', string>;
  return { email: key.client_email, privateKey: key.private_key, projectId: key.project_id };
}

/**
 * Returns an authoriser that exchanges an assertion, signed with the service account's key, for a token (RFC 7523).
 * @param tokenService address of Google's token service
 * @param acting scope, and with `sub` the user as whom the service account acts through domain-wide delegation
 * @see https://developers.google.com/identity/protocols/oauth2/service-account
 */
export function serviceAccount(
  tokenService: string,
  { email, privateKey }: ServiceAccountKey,
  transport: Transport,
  { scope, sub }: { scope: string; sub?: string } = { scope: CLOUD_SCOPE },
): Authorize {
  let token: Promise<{ text: string; until: number }> | null = null;
  const ask = async (): Promise<{ text: string; until: number }> => {
    const assertion = signedToken({ iss: email, scope, aud: AUDIENCE, ...(sub === undefined ? {} : { sub }) }, readPrivateKey(privateKey));
    const url = new URL(`${tokenService}/token`);
    const answer = await transport.send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
    });
    const { access_token: text, expires_in: seconds = 3600, error_description: said } = parsed(answer.text);
    if (!text) throw new ProviderError('denied', `${url.host} issued no token: ${said ?? `it returned ${answer.status}`}`, answer.status);
    return { text, until: Date.now() + seconds * 1000 - MARGIN };
  };
  return async (fresh) => {
    const known = token && (await token.catch(() => null));
    if (fresh || !known || known.until < Date.now()) token = ask();
    return { authorization: `Bearer ${(await (token as NonNullable<typeof token>)).text}` };
  };
}

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new ProviderError('denied', 'The private key of the service account cannot be read. Create a new key.');
  }
}

/** Returns a JSON Web Token (RFC 7519), valid for one hour and signed with RS256. */
function signedToken(claims: Record<string, unknown>, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    { ...claims, iat: now, exp: now + 3600 },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

function parsed(text: string): { access_token?: string; expires_in?: number; error_description?: string } {
  try {
    return JSON.parse(text) as ReturnType<typeof parsed>;
  } catch {
    return {};
  }
}
