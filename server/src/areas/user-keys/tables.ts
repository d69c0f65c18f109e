import type { ColumnType } from 'kysely';
import type { UserKeys } from '@cam/contracts/server';

/** The keys that a user changed. A user without a row has the keys of the console. */
export interface UserKeysTable {
  tenant_id: string;
  email: string;
  single_keys: boolean;
  keys: ColumnType<UserKeys['keys'], string, string>;
  changed_at: ColumnType<Date, Date, Date>;
}

interface UserKeysTables {
  user_keys: UserKeysTable;
}

declare module '../../platform/db/schema' {
  interface Database extends UserKeysTables {}
}
