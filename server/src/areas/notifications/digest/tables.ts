import type { ColumnType } from 'kysely';

/** What one person was told, or is to be told, of one day. WAITING: for its first or next try; SENT: or there was nothing to tell; FAILED: given up. */
export interface DigestMailTable {
  tenant_id: string;
  email: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  state: 'WAITING' | 'SENT' | 'FAILED';
  attempts: number;
  /** When it is due; while it is being sent, when whoever sends it is taken to be gone. */
  next_at: ColumnType<Date, Date, Date>;
}

export interface DigestTables {
  digest_mail: DigestMailTable;
}

declare module '../../../platform/db/schema' {
  interface Database extends DigestTables {}
}
