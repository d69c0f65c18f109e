import { rightOfScope } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { forbidden, unauthorized } from '../../platform/http/errors';
import type { Principal } from '../../platform/http/principal';
import { Networks } from '../../platform/security/networks';
import { hasEndedSince, type OwnerOf } from './owner';
import type { ApiTokenTable } from './tables';
import { digestOf, isTokenText } from './token-text';

/** How long a verified token counts without another look into the database, ms. A revocation ends it at once. */
const KNOWN_FOR = 30_000;

/** Tokens in the cache; the oldest verification leaves first. */
const CACHE_SIZE = 1000;

/** The last use is stored at most this often, ms. */
const USE_STEP = 60_000;

interface Known {
  principal: Principal;
  /** Null: any address. */
  networks: Networks | null;
  until: number;
}

/** Turns API tokens into principals, with the rights that the token and its owner have at present. */
export class ApiTokenVerifier {
  readonly #known = new Map<string, Known>();
  /** Counts revocations: a token that was read before one is not remembered after it. */
  #revocations = 0;
  /** Time of the last use that was stored, by token. */
  readonly #stored = new Map<string, number>();

  /** @param ownerOf null where another system manages the users: then the rights of the token count until it expires */
  constructor(
    private readonly ctx: Context,
    private readonly ownerOf: OwnerOf | null,
  ) {
    ctx.events.subscribe(({ kind, tenantId }) => {
      if (kind !== 'revocation') return;
      this.#revocations += 1;
      for (const [digest, { principal }] of this.#known) if (principal.tenantId === tenantId) this.#known.delete(digest);
    });
  }

  /**
   * Returns the caller by a token.
   * @param address IP address of the caller
   * @param isForAssistants the call accepts access tokens of assistants, which no other call does
   * @throws ApiError 401 for a token that is unknown, expired, revoked or for other calls, 403 from an address outside its networks
   */
  async verify(token: string, address: string, isForAssistants = false): Promise<Principal> {
    if (!isTokenText(token)) throw invalid();
    const digest = digestOf(token);
    const before = this.#known.get(digest);
    const known = before && Date.now() < before.until ? before : await this.#read(digest);
    if (known.principal.apiToken?.isOfAssistant && !isForAssistants)
      throw unauthorized('TOKEN_AUDIENCE', 'This access token is for the tools of assistants alone. Create an API token for other calls.');
    if (known.networks && !known.networks.contains(address))
      throw forbidden('This token may not be used from this address. Call from one of its networks, or create a token for yours.', 'TOKEN_ADDRESS');
    await this.#storeUse(known.principal, address);
    return known.principal;
  }

  async #read(digest: string): Promise<Known> {
    this.#known.delete(digest);
    const revocations = this.#revocations;
    const now = Date.now();
    const place = await this.ctx.db.system((tx) => tx.selectFrom('api_token_digest').selectAll().where('digest', '=', digest).executeTakeFirst());
    if (!place || (place.valid_until !== null && new Date(place.valid_until).getTime() <= now)) throw invalid();
    const row = await this.ctx.db.tenant(place.tenant_id, (tx) =>
      tx.selectFrom('api_token').selectAll().where('tenant_id', '=', place.tenant_id).where('token_id', '=', place.token_id).executeTakeFirst(),
    );
    if (!row || row.revoked_at !== null || new Date(row.expires_at).getTime() <= now) throw invalid();
    const known = {
      principal: await this.#principalOf(row),
      networks: row.networks.length > 0 ? new Networks(row.networks) : null,
      until: Math.min(now + KNOWN_FOR, new Date(row.expires_at).getTime(), place.valid_until ? new Date(place.valid_until).getTime() : Infinity),
    };
    if (revocations === this.#revocations) this.#known.set(digest, known);
    const [first] = this.#known.keys();
    if (this.#known.size > CACHE_SIZE && first !== undefined) this.#known.delete(first);
    return known;
  }

  async #principalOf(row: ApiTokenTable): Promise<Principal> {
    const { tenant_id: tenantId, token_id: id, name, kind, owner } = row;
    const scopes = row.scopes.map(rightOfScope);
    const given = row.scopes.filter((scope) => !row.role_scopes.includes(scope)).map(rightOfScope);
    const person = kind === 'PERSONAL' && this.ownerOf ? await this.ownerOf(tenantId, owner) : undefined;
    if (person === null) throw unauthorized('TOKEN_OWNER_GONE', 'The user of this token is no longer a user of the tenant. Create another token.');
    if (hasEndedSince(row, person)) throw invalid();
    const ofOwner = person?.rights ?? given;
    return {
      tenantId,
      // A service has no user: nobody's searches and settings are its own.
      email: kind === 'PERSONAL' ? owner : `service:${id}`,
      rights: given.filter((right) => ofOwner.includes(right)),
      userSource: 'SOURCE_UNKNOWN',
      expiresAt: new Date(row.expires_at).getTime(),
      sessionId: null,
      apiToken: {
        id,
        name,
        scopes,
        ...(row.account_ids.length > 0 ? { accountIds: row.account_ids } : {}),
        ...(row.client_id === null ? {} : { isOfAssistant: true }),
      },
    };
  }

  async #storeUse({ tenantId, apiToken }: Principal, address: string): Promise<void> {
    const id = apiToken?.id ?? '';
    const now = Date.now();
    if (now - (this.#stored.get(id) ?? 0) < USE_STEP) return;
    if (this.#stored.size >= CACHE_SIZE) this.#stored.clear();
    this.#stored.set(id, now);
    await this.ctx.db.tenant(tenantId, (tx) =>
      tx
        .updateTable('api_token')
        .set({ last_used_at: new Date(now), last_used_from: address })
        .where('tenant_id', '=', tenantId)
        .where('token_id', '=', id)
        .execute(),
    );
  }
}

function invalid(): Error {
  return unauthorized('TOKEN_INVALID', 'This API token is not valid: it is unknown, expired or revoked. Create a new one in Settings, API Tokens.');
}
