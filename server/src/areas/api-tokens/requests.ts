import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { ApiToken, ApiTokenScope } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { ApiError, forbidden, notFound } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { CallLimits } from '../../platform/security/call-limits';
import { isWrongKey, type SecretBox } from '../../platform/security/secret-box';
import type { ApiTokens } from './service';

/** Life of a request, s. */
const LIFE = 600;
/** Pause between two questions of a program, s. */
const INTERVAL = 3;

/** Letters of codes that users type: no vowels, so that no code is a word, and none that looks like another (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** Requests of an address, and codes that a user may try, in a minute. Nobody guesses one of 2.6 x 10^10 codes within its life. */
const REQUESTS = 30;
const TRIES = 20;

export interface RequestedToken {
  name: string;
  address: string;
  created_time: string;
  accounts: string[];
}

/**
 * Requests of programs for an API token, which a user allows in the console: the device flow of RFC 8628, with an API token at its end. It works with every
 * identity platform, because the console has signed the user in.
 * @see https://www.rfc-editor.org/rfc/rfc8628
 */
export class TokenRequests {
  readonly #requests = new CallLimits(REQUESTS);
  readonly #polls = new CallLimits((2 * 60 * REQUESTS) / INTERVAL);
  readonly #tries = new CallLimits(TRIES);

  constructor(
    private readonly ctx: Context,
    private readonly deps: { tokens: ApiTokens; secrets: SecretBox },
  ) {}

  /** Begins a request. @param accounts to which the program wants its token limited @param address of the program @throws ApiError 429 for too many */
  async begin({ name, accounts }: { name: string; accounts: string[] }, address: string) {
    limit(this.#requests, address);
    const deviceCode = randomBytes(32).toString('base64url');
    const code = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    const now = Date.now();
    const row = {
      digest: digestOf(deviceCode),
      user_code: code,
      ...{ name, address, account_ids: [...accounts].sort(), state: 'PENDING' as const, sealed_token: null },
      created_at: new Date(now),
      expires_at: new Date(now + LIFE * 1000),
    };
    await this.ctx.db.system(async (tx) => {
      await tx.deleteFrom('api_token_request').where('expires_at', '<', new Date(now)).execute();
      await tx.insertInto('api_token_request').values(row).execute();
    });
    const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
    const page = `${this.ctx.publicUrl}/settings/tokens`;
    return {
      device_code: deviceCode,
      user_code: shown,
      verification_uri: page,
      verification_uri_complete: `${page}?connect=${shown}`,
      expires_in: LIFE,
      interval: INTERVAL,
    };
  }

  /** Returns the token, once, after a user allowed it; null: nobody decided yet. @throws ApiError 403 if a user refused, 404 if its time is over */
  async take(deviceCode: string, address: string): Promise<string | null> {
    limit(this.#polls, address);
    const taken = await this.ctx.db.system(async (tx) => {
      const found = await tx
        .selectFrom('api_token_request')
        .selectAll()
        .where('digest', '=', digestOf(deviceCode))
        .where('expires_at', '>', new Date())
        .forUpdate()
        .executeTakeFirst();
      if (found && found.state !== 'PENDING') await tx.deleteFrom('api_token_request').where('digest', '=', found.digest).execute();
      return found;
    });
    if (!taken) throw isOver();
    if (taken.state === 'DENIED') throw forbidden('The user refused the request.', 'REQUEST_DENIED');
    if (taken.sealed_token === null) return null;
    try {
      return this.deps.secrets.open(Buffer.from(taken.sealed_token));
    } catch (error) {
      // The key was replaced meanwhile, which does not keep what lives ten minutes.
      if (isWrongKey(error)) throw isOver();
      throw error;
    }
  }

  /** Returns who asks. @throws ApiError 404 for an unknown code, 429 for too many tries */
  async find(principal: Principal, userCode: string): Promise<RequestedToken> {
    this.#countTry(principal);
    const found = await this.#pending(userCode);
    const { name, address, created_at: at, account_ids: accounts } = found;
    return { name, address, created_time: new Date(at).toISOString(), accounts };
  }

  /** Creates the token of a request. @param given `accounts`: what the user chose, and not what the program asked for @returns it without its value, which only the program receives */
  async allow(principal: Principal, userCode: string, given: { scopes: ApiTokenScope[]; days: number; accounts: string[] }): Promise<ApiToken> {
    this.#countTry(principal);
    const { digest, name } = await this.#pending(userCode);
    const { token, kept } = await this.deps.tokens.create(principal, { name, kind: 'PERSONAL', networks: [], ...given });
    const decided = await this.#decide(digest, { state: 'ALLOWED', sealed_token: this.deps.secrets.seal(token) });
    if (decided) return kept;
    // Somebody decided at the same moment: nobody would ever receive this token.
    await this.deps.tokens.revoke(principal, kept.token_id);
    throw unknownCode();
  }

  async refuse(principal: Principal, userCode: string): Promise<void> {
    this.#countTry(principal);
    await this.#decide((await this.#pending(userCode)).digest, { state: 'DENIED', sealed_token: null });
  }

  #countTry({ tenantId, email }: Principal): void {
    limit(this.#tries, `${tenantId} ${email}`);
  }

  async #pending(userCode: string) {
    const found = await this.ctx.db.system((tx) =>
      tx
        .selectFrom('api_token_request')
        .selectAll()
        .where('user_code', '=', userCode.toUpperCase().replace(/[^A-Z]/g, ''))
        .where('state', '=', 'PENDING')
        .where('expires_at', '>', new Date())
        .executeTakeFirst(),
    );
    if (!found) throw unknownCode();
    return found;
  }

  async #decide(digest: string, change: { state: 'ALLOWED' | 'DENIED'; sealed_token: Buffer | null }): Promise<boolean> {
    const { numUpdatedRows } = await this.ctx.db.system((tx) =>
      tx.updateTable('api_token_request').set(change).where('digest', '=', digest).where('state', '=', 'PENDING').executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }
}

function limit(limits: CallLimits, party: string): void {
  if (limits.admit(party) !== null) throw new ApiError(429, 'TOO_MANY_REQUESTS', 'Too many requests. Wait a minute, then try again.');
}

function digestOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

const isOver = () => notFound('This request is over. Begin again.');
const unknownCode = () => notFound('There is no such code, or its ten minutes are over. Start the sign-in of the program again.');
