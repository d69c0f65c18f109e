import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../platform/context';
import { OAuthError } from './oauth-error';
import { refusalOfAddress } from './redirect-address';
import type { OAuthClientTable } from './tables';

/** Most programs without a consent; beyond it, the oldest is forgotten. Anybody may register. */
const MOST_UNUSED = 5000;
const MOST_ADDRESSES = 10;
const LONGEST_ADDRESS = 500;
const LONGEST_NAME = 100;
/** Invisible characters and direction marks, with which a name could pretend to be another one. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The programs that registered themselves. */
export class OAuthClients {
  constructor(private readonly ctx: Context) {}

  /**
   * Registers a program without a secret.
   * @param metadata the program's own description
   * @throws OAuthError for addresses that cannot be used, and for metadata that are none
   * @see https://www.rfc-editor.org/rfc/rfc7591
   */
  async register(metadata: unknown): Promise<Record<string, unknown>> {
    const { redirect_uris: addresses, client_name: name } = (metadata ?? {}) as Record<string, unknown>;
    if (!isTexts(addresses) || addresses.length === 0 || addresses.length > MOST_ADDRESSES)
      throw new OAuthError('invalid_redirect_uri', `Send 1 to ${MOST_ADDRESSES} addresses as redirect_uris.`);
    const long = addresses.find(({ length }) => length > LONGEST_ADDRESS);
    if (long !== undefined) throw new OAuthError('invalid_redirect_uri', `An address may have ${LONGEST_ADDRESS} characters.`);
    const refusal = addresses.map(refusalOfAddress).find((one) => one !== null);
    if (refusal) throw new OAuthError('invalid_redirect_uri', refusal);
    if (name !== undefined && typeof name !== 'string') throw new OAuthError('invalid_client_metadata', 'client_name must be a text.');
    const now = new Date();
    const row: OAuthClientTable = {
      client_id: randomUUID(),
      name: (name ?? '').replace(DECEPTIVE, '').trim().slice(0, LONGEST_NAME) || 'Unnamed assistant',
      redirect_uris: [...new Set(addresses)],
      created_at: now,
      consented_at: null,
    };
    await this.ctx.db.system(async (tx) => {
      await tx.insertInto('oauth_client').values(row).execute();
      // A day is enough for a consent; without one for longer than any connection lives, the program is of no use.
      await sql`
        delete from oauth_client where (consented_at is null and created_at < now() - interval '1 day') or consented_at < now() - interval '400 days'`.execute(
        tx,
      );
      const oldest = tx
        .selectFrom('oauth_client')
        .select('client_id')
        .where('consented_at', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(MOST_UNUSED);
      await tx.deleteFrom('oauth_client').where('client_id', 'in', oldest).execute();
    });
    return {
      client_id: row.client_id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: row.name,
      redirect_uris: row.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  /** Returns a registered program. */
  async find(clientId: string): Promise<OAuthClientTable | undefined> {
    return this.ctx.db.system((tx) => tx.selectFrom('oauth_client').selectAll().where('client_id', '=', clientId).executeTakeFirst());
  }

  /** Keeps a program, because a user consented to it. */
  async keep(clientId: string): Promise<void> {
    await this.ctx.db.system((tx) => tx.updateTable('oauth_client').set({ consented_at: new Date() }).where('client_id', '=', clientId).execute());
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
