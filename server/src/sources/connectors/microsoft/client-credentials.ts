import type { Authorize } from '../http/json-client';
import { ProviderError } from '../http/provider-error';
import type { Transport } from '../http/transport';

export interface ClientCredentials {
  /** Directory that the application is registered in. */
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

/** A token is asked for anew so long before it ends, ms. */
const MARGIN = 120_000;

/**
 * Authorises requests to one API of Microsoft by the client credentials of an application (OAuth 2.0, RFC 6749 section 4.4).
 * @param login address of Microsoft Entra ID's token service
 * @param resource that the token is for: `https://graph.microsoft.com`
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
  // A wrong secret is a 401 or a 400, a directory that is not there a 400: each says why.
  if (!text)
    throw new ProviderError('denied', `${url.host} gave no token: ${firstLine(said) || `it answered ${answer.status}`}`, answer.status, error);
  return { text, until: Date.now() + seconds * 1000 - MARGIN };
}

function read(text: string): TokenAnswer {
  try {
    return JSON.parse(text) as TokenAnswer;
  } catch {
    return {};
  }
}

/** What follows are ids of the request. */
function firstLine(text: string): string {
  return (text.split(/\r?\n| Trace ID:/)[0] ?? '').slice(0, 300);
}
