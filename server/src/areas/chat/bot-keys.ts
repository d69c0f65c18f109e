import type { JWK } from 'jose';
import { ApiError } from '../../platform/http/errors';
import { callProduct, ProductError, type MicrosoftCloud, type Reach } from '../tickets';

/** The only algorithm of tokens. With any other one, a public key could pass for a secret. */
export const BOT_ALGORITHM = 'RS256';

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

interface Metadata {
  issuer?: unknown;
  jwks_uri?: unknown;
  id_token_signing_alg_values_supported?: unknown;
}

/** Reads a JSON document. @throws ProductError */
type ReadJson = (url: URL, reach: Reach) => Promise<unknown>;

const readJson: ReadJson = (url, reach) => callProduct({ method: 'GET', url, headers: {} }, reach);

/**
 * Fetches and keeps the keys of the Bot Connector service.
 * @see https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication#authenticate-requests-from-the-bot-connector-service-to-your-bot
 */
export class BotKeys {
  readonly #sets = new Map<string, KeySet>();
  /** The last fetch of each set: when it began, and how it ends. */
  readonly #fetches = new Map<string, { at: number; set: Promise<KeySet>; isOver: boolean }>();

  constructor(
    private readonly read: ReadJson = readJson,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns a key by its id; undefined: Microsoft does not publish it. @throws ApiError 503 if the keys cannot be read */
  async find(cloud: MicrosoftCloud, kid: string, reach: Reach): Promise<BotKey | undefined> {
    const keyIn = ({ keys }: KeySet): BotKey | undefined => keys.find((one) => one.kid === kid);
    const known = await this.#present(cloud, reach);
    const key = keyIn(known);
    if (key || this.now() - known.fetchedAt < UNKNOWN_KEY_WAIT) return key;
    return keyIn(await this.#fetched(cloud, reach, UNKNOWN_KEY_WAIT));
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
    if (last && (!last.isOver || this.now() - last.at < wait)) return last.set;
    const fetch = { at: this.now(), set: this.#fetchSet(cloud, reach), isOver: false };
    this.#fetches.set(cloud.metadata, fetch);
    try {
      const set = await fetch.set;
      this.#sets.set(cloud.metadata, set);
      return set;
    } finally {
      fetch.isOver = true;
    }
  }

  async #fetchSet({ metadata, issuer }: MicrosoftCloud, reach: Reach): Promise<KeySet> {
    const fetchedAt = this.now();
    try {
      const address = new URL(metadata);
      const { issuer: named, jwks_uri: text, id_token_signing_alg_values_supported: algorithms } = (await this.read(address, reach)) as Metadata;
      if (named !== issuer || !Array.isArray(algorithms) || !algorithms.includes(BOT_ALGORITHM)) throw unusable('The metadata cannot be used');
      const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
      // The keys decide who is believed, so they come from where the metadata came from.
      if (url?.origin !== address.origin) throw unusable('The metadata names keys of another server');
      const { keys } = (await this.read(url, reach)) as { keys?: unknown };
      if (!Array.isArray(keys)) throw unusable('The keys cannot be used');
      return { keys: keys as BotKey[], fetchedAt };
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      throw new ApiError(503, 'KEYS_MISSING', `The keys of the Bot Connector service cannot be read. ${error.message}.`);
    }
  }
}

const unusable = (message: string): ProductError => new ProductError(message, 200, false);
