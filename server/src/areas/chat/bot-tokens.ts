import { decodeProtectedHeader, errors, importJWK, jwtVerify, type JWK } from 'jose';
import { ApiError, forbidden } from '../../platform/http/errors';
import { callProduct, ProductError, type MicrosoftCloud, type Reach } from '../tickets';

/** The only algorithm that the metadata names. With any other one, a public key could pass for a secret. */
const ALGORITHM = 'RS256';

/** Difference between the clocks of Microsoft and CAM that times in a token may have, s. */
const CLOCK_TOLERANCE = 300;

/** Age at which keys are fetched again, and age up to which they count while Microsoft does not answer, ms. */
const REFRESH_AFTER = 24 * 3_600_000;
const LONGEST_USE = 5 * REFRESH_AFTER;

/** Shortest time between two fetches because of an unknown key, and after one that failed, ms. Anybody can send a token with an unknown key. */
const UNKNOWN_KEY_WAIT = 5 * 60_000;
const FAILURE_WAIT = 10_000;

/** A key of the Bot Connector service: `endorsements` are the channels whose activities it may sign. */
type BotKey = JWK & { endorsements?: unknown };

interface KeySet {
  keys: readonly BotKey[];
  fetchedAt: number;
}

/** Facts of a verified token. */
export interface BotToken {
  /** The service URL that its activity must have. */
  serviceUrl: string;
  /** The channels that its activity may come from. */
  endorsements: readonly string[];
}

/** Fetches a JSON document. @throws ProductError */
export type FetchJson = (url: URL, reach: Reach) => Promise<unknown>;

const fetchJson: FetchJson = (url, reach) => callProduct({ method: 'GET', url, headers: {} }, reach);

/**
 * Verifies the tokens with which the Bot Connector service calls a bot.
 * @see https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication#authenticate-requests-from-the-bot-connector-service-to-your-bot
 */
export class BotTokens {
  readonly #sets = new Map<string, KeySet>();
  /** The last fetch of each set: when it began, and how it ends. */
  readonly #fetches = new Map<string, { at: number; keys: Promise<KeySet>; isOver: boolean }>();

  constructor(
    private readonly fetch: FetchJson = fetchJson,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ApiError 403 if the token is missing, wrong or over, 503 if Microsoft does not show its keys */
  async verify(authorization: string | undefined, { appId, cloud }: { appId: string; cloud: MicrosoftCloud }, reach: Reach): Promise<BotToken> {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw refused('It has no token of the Bot Connector service');
    try {
      const { alg, kid } = decodeProtectedHeader(token);
      if (alg !== ALGORITHM || typeof kid !== 'string') throw refused('Its token is not signed with RS256 and a named key');
      const key = await this.#key(cloud, kid, reach);
      if (key?.kty !== 'RSA') throw refused('Its token is signed with a key that Microsoft does not publish');
      const { payload } = await jwtVerify(token, await importJWK(key, ALGORITHM), {
        algorithms: [ALGORITHM],
        issuer: cloud.issuer,
        audience: appId.toLowerCase(),
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(this.now()),
        requiredClaims: ['exp', 'nbf'],
      });
      // Microsoft documents the name as serviceUrl, and writes serviceurl.
      const serviceUrl = payload['serviceurl'] ?? payload['serviceUrl'];
      if (typeof serviceUrl !== 'string') throw refused('Its token names no service URL');
      const { endorsements } = key;
      return { serviceUrl, endorsements: Array.isArray(endorsements) ? endorsements.filter((one) => typeof one === 'string') : [] };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw refused('Its token is over');
      // A token that is no token is a TypeError, before any of its parts is read.
      if (error instanceof errors.JOSEError || error instanceof TypeError) throw refused('Its token is not valid for this bot');
      throw error;
    }
  }

  async #key(cloud: MicrosoftCloud, kid: string, reach: Reach): Promise<BotKey | undefined> {
    const find = ({ keys }: KeySet): BotKey | undefined => keys.find((one) => one.kid === kid);
    const known = await this.#present(cloud, reach);
    return find(known) ?? (this.now() - known.fetchedAt < UNKNOWN_KEY_WAIT ? undefined : find(await this.#fetched(cloud, reach, UNKNOWN_KEY_WAIT)));
  }

  /** Returns keys that are not too old. Known ones count while Microsoft does not answer. */
  async #present(cloud: MicrosoftCloud, reach: Reach): Promise<KeySet> {
    const known = this.#sets.get(cloud.metadata);
    const age = this.now() - (known?.fetchedAt ?? 0);
    if (known && age < REFRESH_AFTER) return known;
    return this.#fetched(cloud, reach, FAILURE_WAIT).catch((error: unknown) => {
      if (known && age < LONGEST_USE) return known;
      throw error;
    });
  }

  /** Fetches keys. Callers at the same time share a fetch, and within `wait` after it also its outcome. */
  async #fetched(cloud: MicrosoftCloud, reach: Reach, wait: number): Promise<KeySet> {
    const last = this.#fetches.get(cloud.metadata);
    if (last && (!last.isOver || this.now() - last.at < wait)) return last.keys;
    const fetch = { at: this.now(), keys: this.#fetch(cloud, reach), isOver: false };
    this.#fetches.set(cloud.metadata, fetch);
    try {
      const keys = await fetch.keys;
      this.#sets.set(cloud.metadata, keys);
      return keys;
    } finally {
      fetch.isOver = true;
    }
  }

  async #fetch({ metadata, issuer }: MicrosoftCloud, reach: Reach): Promise<KeySet> {
    const fetchedAt = this.now();
    try {
      const address = new URL(metadata);
      const { issuer: named, jwks_uri: keysUrl, id_token_signing_alg_values_supported: algorithms } = (await this.fetch(address, reach)) as Metadata;
      if (named !== issuer || !Array.isArray(algorithms) || !algorithms.includes(ALGORITHM)) throw unusable('the metadata');
      const url = typeof keysUrl === 'string' && URL.canParse(keysUrl) ? new URL(keysUrl) : null;
      // The keys decide who is believed, so they come from where the metadata came from.
      if (url?.origin !== address.origin) throw unusable('the address of the keys');
      const { keys } = (await this.fetch(url, reach)) as { keys?: unknown };
      if (!Array.isArray(keys)) throw unusable('the keys');
      return { keys: keys as BotKey[], fetchedAt };
    } catch (error) {
      if (error instanceof ProductError) throw new ApiError(503, 'KEYS_MISSING', `The keys of the Bot Connector service cannot be read: ${error.message}.`);
      throw error;
    }
  }
}

interface Metadata {
  issuer?: unknown;
  jwks_uri?: unknown;
  id_token_signing_alg_values_supported?: unknown;
}

const unusable = (what: string): ProductError => new ProductError(`${what} cannot be used`, 200, false);

/** Microsoft asks bots for this status. */
export const refused = (why: string): ApiError =>
  forbidden(`This activity is refused. ${why}. Check the application id and the directory id of the bot in the connection.`, 'TOKEN_INVALID');
