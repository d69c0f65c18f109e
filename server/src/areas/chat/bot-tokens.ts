import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import { forbidden, type ApiError } from '../../platform/http/errors';
import type { MicrosoftCloud, Reach } from '../tickets';
import { BOT_ALGORITHM, BotKeys } from './bot-keys';

/** Difference between the clocks of Microsoft and CAM that times in a token may have, s. */
const CLOCK_TOLERANCE = 300;

/** Facts of a verified token. */
export interface BotToken {
  /** The service URL that its activity must have. */
  serviceUrl: string;
  /** The channels that its activity may come from. */
  endorsements: readonly string[];
}

/**
 * Verifies the tokens with which the Bot Connector service calls a bot.
 * @see https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication#authenticate-requests-from-the-bot-connector-service-to-your-bot
 */
export class BotTokens {
  readonly #keys = new BotKeys();

  /** @throws ApiError 403 if the token is missing, wrong or over, 503 if Microsoft does not show its keys */
  async verify(authorization: string | undefined, { appId, cloud }: { appId: string; cloud: MicrosoftCloud }, reach: Reach): Promise<BotToken> {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw refused('It has no signed token of the Bot Connector service');
    try {
      const { alg, kid } = decodeProtectedHeader(token);
      if (alg !== BOT_ALGORITHM || typeof kid !== 'string') throw refused('Its token is not signed with RS256 and a named key');
      const key = await this.#keys.find(cloud, kid, reach);
      if (key?.kty !== 'RSA') throw refused('Its token is signed with a key that Microsoft does not publish');
      const { payload } = await jwtVerify(token, await importJWK(key, BOT_ALGORITHM), {
        algorithms: [BOT_ALGORITHM],
        issuer: cloud.issuer,
        audience: appId.toLowerCase(),
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp', 'nbf'],
      });
      // Microsoft documents the name as serviceUrl, and writes serviceurl.
      const serviceUrl = payload['serviceurl'] ?? payload['serviceUrl'];
      if (typeof serviceUrl !== 'string') throw refused('Its token names no service URL');
      const { endorsements } = key;
      return { serviceUrl, endorsements: Array.isArray(endorsements) ? endorsements.filter((one) => typeof one === 'string') : [] };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw refused('Its token is over');
      // A header that is no JSON is a TypeError.
      if (error instanceof errors.JOSEError || error instanceof TypeError) throw refused('Its token is not valid for this bot');
      throw error;
    }
  }
}

/** Microsoft asks bots for this status. */
export function refused(why: string): ApiError {
  return forbidden(`This activity is refused. ${why}. Check the application id and the directory id of the bot in the connection.`, 'TOKEN_INVALID');
}
