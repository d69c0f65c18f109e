import { createHash } from 'node:crypto';
import { callProduct, cloudOf, ProductError, type Reach } from '../tickets';

/** A bot's credentials in its directory. */
export interface BotCredentials {
  /** Address at which the bot signs in. */
  url: string;
  /** Directory (tenant) id. */
  directory: string;
  /** Application (client) id. */
  appId: string;
  /** Client secret. */
  secret: string;
}

interface TokenAnswer {
  access_token?: unknown;
  expires_in?: unknown;
}

/** Time before its end at which a token is no longer used, ms. */
const MARGIN = 5 * 60_000;

/**
 * Gets the tokens with which bots call Microsoft Teams, and keeps them in memory until shortly before they end.
 * @see https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication#authenticate-requests-from-your-bot-to-the-bot-connector-service
 */
export class EntraTokens {
  readonly #kept = new Map<string, { token: string; until: number }>();

  /** @throws ProductError */
  async get(credentials: BotCredentials, reach: Reach): Promise<string> {
    const key = keyOf(credentials);
    const now = Date.now();
    for (const [one, { until }] of this.#kept) if (until <= now) this.#kept.delete(one);
    const kept = this.#kept.get(key);
    if (kept) return kept.token;
    const { token, seconds } = await fetchToken(credentials, reach);
    this.#kept.set(key, { token, until: now + seconds * 1000 - MARGIN });
    return token;
  }

  /** Forgets a token that was refused. */
  forget(credentials: BotCredentials): void {
    this.#kept.delete(keyOf(credentials));
  }
}

async function fetchToken({ url, directory, appId, secret }: BotCredentials, reach: Reach): Promise<{ token: string; seconds: number }> {
  const { signIn, scope } = cloudOf(url);
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: appId, client_secret: secret, scope });
  const address = new URL(`${signIn}/${encodeURIComponent(directory)}/oauth2/v2.0/token`);
  const answer = await callProduct<TokenAnswer | undefined>({ method: 'POST', url: address, headers: {}, body }, reach).catch((error: unknown) => {
    if (!(error instanceof ProductError)) throw error;
    // A directory answers 400 or 401 to a wrong id or secret, and names the reason by a code that begins with AADSTS.
    throw new ProductError(`The bot could not sign in at Microsoft Entra. ${error.message}`, error.status, error.later, error.wait);
  });
  const { access_token: token, expires_in: seconds } = answer ?? {};
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number')
    throw new ProductError('Microsoft Entra gave the bot no token', 200, false);
  return { token, seconds };
}

/** Identifies credentials without keeping the secret as it is. */
function keyOf({ url, directory, appId, secret }: BotCredentials): string {
  return createHash('sha256')
    .update(JSON.stringify([url, directory, appId, secret]))
    .digest('base64url');
}
