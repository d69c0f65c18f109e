import type { RemoteId } from '@cam/contracts/server';

/** The servers of teams. They belong to the installation. */
export interface BackEndTable {
  remote_id: RemoteId;
  url: string;
  /** Longest time until the first byte of an answer, and longest pause in it. */
  seconds: number;
  changed_by: string;
  changed_at: Date | string;
}

declare module '../../platform/db/schema' {
  interface Database {
    back_end: BackEndTable;
  }
}
