import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { serviceAccountKeyError } from '@cam/contracts/server';
import { unprocessable } from '../../../platform/http/errors';
import type { Authorize } from '../http/json-client';
import { ProviderError } from '../http/provider-error';
import type { Transport } from '../http/transport';

/** What counts of the key of a service account. Addresses that it names are left where they are: they would say where to send what is signed with it. */
export interface ServiceAccountKey {
  email: string;
  privateKey: string;
  projectId: string;
}

/** What projects are asked for. */
export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform.read-only';
/** Whom an assertion is for, wherever it is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
/** A token is asked for anew so long before it ends, ms. */
const MARGIN = 120_000;

/** Reads the JSON of a key; 422 where it is none. */
export function readServiceAccountKey(text: string): ServiceAccountKey {
  const wrong = serviceAccountKeyError(text);
  if (wrong !== null) throw unprocessable('SERVICE_ACCOUNT_KEY', `${wrong}.`);
  const key = JSON.parse(text) as Record<'client_email' | 'private_key' | 'project_id', string>;
  return { email: key.client_email, privateKey: key.private_key, projectId: key.project_id };
}

/**
 * Authorises requests by the key of a service account: an assertion that it signs is exchanged for a token (RFC 7523).
 * @param tokenService address of Google's token service
 * @param acting as whom somebody of the company lets the service account ask; absent: as itself
 */
export function serviceAccount(
  tokenService: string,
  { email, privateKey }: ServiceAccountKey,
  transport: Transport,
  { scope, sub }: { scope: string; sub?: string } = { scope: CLOUD_SCOPE },
): Authorize {
  let token: Promise<{ text: string; until: number }> | null = null;
  const ask = async (): Promise<{ text: string; until: number }> => {
    const assertion = signed({ iss: email, scope, aud: AUDIENCE, ...(sub === undefined ? {} : { sub }) }, readPrivateKey(privateKey));
    const url = new URL(`${tokenService}/token`);
    const answer = await transport.send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
    });
    const { access_token: text, expires_in: seconds = 3600, error_description: said } = parsed(answer.text);
    if (!text) throw new ProviderError('denied', `${url.host} gave no token: ${said ?? `it answered ${answer.status}`}`, answer.status);
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

/** A JSON Web Token (RFC 7519) that is good for an hour, signed with RS256. */
function signed(claims: Record<string, unknown>, key: KeyObject): string {
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
