import type { ColumnType } from 'kysely';

/** A person's mail of one day. WAITING for its first or next attempt; SENT, or nothing to send; FAILED: given up. */
export interface DigestMailTable {
  tenant_id: string;
  email: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  state: 'WAITING' | 'SENT' | 'FAILED';
  attempts: number;
  /** Time at which the mail is due; during an attempt, the end of its lease. */
  next_at: ColumnType<Date, Date, Date>;
}

export interface DigestTables {
  digest_mail: DigestMailTable;
}

declare module '../../../platform/db/schema' {
  interface Database extends DigestTables {}
}
