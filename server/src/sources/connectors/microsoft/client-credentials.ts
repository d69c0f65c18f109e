import type { Authorize } from '../http/json-client';
import { ProviderError } from '../http/provider-error';
import type { Transport } from '../http/transport';

export interface ClientCredentials {
  /** Directory of the application's registration. */
  tenantId: string;
  clientId: string;
  secret: string;
}

interface TokenAnswer {
  access_token?: string;
  expires_in?: number;
  error?: string;
  error_description?: string;
}

/** A token is renewed this long before it expires, ms. */
const MARGIN = 120_000;

/**
 * Returns an authoriser for one Microsoft API with the client credentials of an application (RFC 6749, section 4.4).
 * @param login address of the Microsoft Entra ID token service
 * @param resource API of the token: `https://graph.microsoft.com`
 * @see https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
export function clientCredentials(login: string, resource: string, credentials: ClientCredentials, transport: Transport): Authorize {
  let token: Promise<{ text: string; until: number }> | null = null;
  return async (fresh) => {
    const known = token && (await token.catch(() => null));
    if (fresh || !known || known.until < Date.now()) token = askToken(login, resource, credentials, transport);
    return { authorization: `Bearer ${(await (token as NonNullable<typeof token>)).text}` };
  };
}

async function askToken(login: string, resource: string, { tenantId, clientId, secret }: ClientCredentials, transport: Transport) {
  const url = new URL(`${login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`);
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope: `${resource}/.default` };
  const answer = await transport.send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  });
  const { access_token: text, expires_in: seconds = 3600, error = '', error_description: said = '' } = read(answer.text);
  // A wrong secret gives 401 or 400, and an unknown directory 400. The response says why.
  if (!text)
    throw new ProviderError('denied', `${url.host} issued no token: ${firstLine(said) || `it returned ${answer.status}`}`, answer.status, error);
  return { text, until: Date.now() + seconds * 1000 - MARGIN };
}

function read(text: string): TokenAnswer {
  try {
    return JSON.parse(text) as TokenAnswer;
  } catch {
    return {};
  }
}

/** Drops the request ids after the message. */
function firstLine(text: string): string {
  return (text.split(/\r?\n| Trace ID:/)[0] ?? '').slice(0, 300);
}
