import { sql, type RawBuilder } from 'kysely';
import type { AccessRow } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import { accountNames, toRow, type RawRow } from './access-row';
import { branchRows } from './access-rows';
import type { Expression } from './ast';
import type { AccessCursor } from './cursor';
import { branchesOf } from './plan';
import type { QueryScope } from './query-scope';

export interface Page {
  rows: AccessRow[];
  /** Null: there is no further page. */
  next: AccessCursor | null;
}

/**
 * One page of an answer, in the order of the identities and, of each, of the types, classes and names of its resources. Identities are
 * walked in key order, each unfolds its classes and each class its resources, every step limited to the page: pairs never exist as a whole,
 * and a page costs the same however deep it lies.
 */
export async function runQuery(
  tx: Tx,
  scope: QueryScope,
  expression: Expression,
  { limit, after }: { limit: number; after: AccessCursor | null },
): Promise<Page> {
  // One row more than the page tells whether there is a further one.
  const branches = branchesOf(expression, scope).map((branch) => branchRows(branch, scope, limit + 1, after));
  const [only] = branches;
  const { rows } = await (branches.length === 1 && only ? only : merged(branches, limit + 1)).execute(tx);
  const shown = rows.slice(0, limit);
  const names = accountNames(scope.accounts);
  return { rows: shown.map((row) => toRow(row, names)), next: rows.length > limit ? cursorOf(shown.at(-1)) : null };
}

const ROW_KEY = sql`i_name, i_id, r_type, class_id, r_name, r_id`;

/** The same pair out of several statements is one row, with all that they grant. */
function merged(branches: readonly RawBuilder<RawRow>[], limit: number): RawBuilder<RawRow> {
  const all = sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  );
  return sql<RawRow>`
    select ${ROW_KEY}, i_type, i_uri, i_account, i_acts, r_uri, r_account, max(read_mode) read_mode, max(write_mode) write_mode, max(admin_mode) admin_mode
    from (${all}) b group by ${ROW_KEY}, i_type, i_uri, i_account, i_acts, r_uri, r_account order by ${ROW_KEY} limit ${limit}`;
}

function cursorOf(row: RawRow | undefined): AccessCursor | null {
  return row ? { identity: [row.i_name, row.i_id], resourceClass: [row.r_type, row.class_id], resource: [row.r_name, row.r_id] } : null;
}
