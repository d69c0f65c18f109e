import type { AccessRow } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { QueryScope } from './bind-scope';
import { withLastUse } from './row-last-use';
import { withPolicies } from './row-policies';

/** Further facts of access rows. */
export interface RowDescription {
  /** The policies that grant it. */
  policies?: boolean;
  /** The last use. */
  lastUse?: boolean;
}

/** Adds the wanted facts to access rows. */
export async function described(
  tx: Tx,
  scope: QueryScope,
  rows: AccessRow[],
  { policies = false, lastUse = false }: RowDescription,
): Promise<AccessRow[]> {
  const named = policies ? await withPolicies(tx, scope, rows) : rows;
  return lastUse ? withLastUse(tx, scope, named) : named;
}
