import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Channel, PublisherToken, RemoteId } from '@cam/contracts/server';
import type { Db } from '../../platform/db/database';
import { notFound } from '../../platform/http/errors';
import { PUBLISHER_PREFIX, type Publisher } from '../../platform/http/mount';
import type { RemotePublisherTokenTable } from './tables';

/** Default lifetime of a token, days. */
const LIFE = 90;

const DAY = 24 * 60 * 60 * 1000;

export interface TokenRequest {
  id: RemoteId;
  label: string;
  channels: readonly Channel[];
  days?: number | undefined;
  by: string;
  /** Tenant of the token's creator. */
  tenantId: string;
}

/** Tokens with which teams publish. The database stores digests only; a token has 256 random bits, so a plain digest is enough. */
export class PublisherTokens {
  constructor(private readonly db: Db) {}

  /** Creates a token. It cannot be read again. */
  async create({ id, label, channels, days = LIFE, by, tenantId }: TokenRequest): Promise<{ token: string; kept: PublisherToken }> {
    const token = PUBLISHER_PREFIX + randomBytes(32).toString('base64url');
    const now = Date.now();
    const row = {
      token_id: randomUUID(),
      digest: digestOf(token),
      remote_id: id,
      label,
      channels: [...channels],
      created_by: by,
      made_in: tenantId,
      created_at: new Date(now),
      expires_at: new Date(now + days * DAY),
    };
    await this.db.system((tx) => tx.insertInto('remote_publisher_token').values(row).execute());
    return { token, kept: toToken({ ...row, last_used_at: null, revoked_at: null }) };
  }

  /** Returns tokens, newest first. */
  async list(id: RemoteId): Promise<PublisherToken[]> {
    const rows = await this.db.system((tx) =>
      tx.selectFrom('remote_publisher_token').selectAll().where('remote_id', '=', id).orderBy('created_at', 'desc').execute(),
    );
    return rows.map(toToken);
  }

  /** Revokes a token. @returns the token before the change @throws ApiError 404 for an unknown token */
  async revoke(id: RemoteId, tokenId: string): Promise<PublisherToken> {
    return this.db.system(async (tx) => {
      const ofToken = { remote_id: id, token_id: tokenId };
      const before = await tx
        .selectFrom('remote_publisher_token')
        .selectAll()
        .where((is) => is.and(ofToken))
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw notFound(`${id} has no such token. List the tokens with: npm run cam -- remotes token list ${id}`);
      await tx
        .updateTable('remote_publisher_token')
        .set({ revoked_at: new Date() })
        .where((is) => is.and(ofToken))
        .execute();
      return toToken(before);
    });
  }

  /** Returns the holder of a token and stores its use; null for an unknown, expired or revoked token. */
  verify(token: string): Promise<Publisher | null> {
    return this.db.system(async (tx) => {
      const row = await tx
        .updateTable('remote_publisher_token')
        .set({ last_used_at: new Date() })
        .where('digest', '=', digestOf(token))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date())
        .returning(['remote_id', 'label', 'channels', 'made_in'])
        .executeTakeFirst();
      return row ? { remote: row.remote_id, tenantId: row.made_in, label: row.label, channels: row.channels } : null;
    });
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

type Row = { [K in keyof RemotePublisherTokenTable]: K extends `${string}_at` ? Date | string | null : RemotePublisherTokenTable[K] };

function toToken(row: Omit<Row, 'digest' | 'made_in'>): PublisherToken {
  const time = (at: Date | string | null): string => (at === null ? '' : new Date(at).toISOString());
  return {
    token_id: row.token_id,
    id: row.remote_id,
    label: row.label,
    channels: row.channels,
    created_by: row.created_by,
    created_at: time(row.created_at),
    expires_at: time(row.expires_at),
    last_used_at: row.last_used_at === null ? null : time(row.last_used_at),
    revoked: row.revoked_at !== null,
  };
}
