import { sql, type RawBuilder } from 'kysely';
import type { AccessRow } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { accountNames, toRow, type RawRow } from './access-row';
import { branchRows } from './access-rows';
import type { Expression } from './ast';
import type { AccessCursor } from './cursor';
import { planBranches, isBroad, isOfGrants, type Branch } from './plan';
import type { QueryScope } from './bind-scope';
import { SharedSets } from './shared-sets';

export interface AccessPage {
  rows: AccessRow[];
  /** Null on the last page. */
  next: AccessCursor | null;
  /** True when the time budget ended the search; more rows may exist, here and after this page. */
  isCut?: boolean;
}

/** The page of results to read. */
export interface PageRequest {
  limit: number;
  after: AccessCursor | null;
  /** Time for results that are assembled bit by bit, ms; absent: no limit. */
  timeBudget?: number;
}

/**
 * Executes a query for access and returns one page, ordered by identity and then by type, class and name of the resource. Identities are
 * read in key order, each unfolds its classes and each class its resources, all limited to the page. The full set of pairs never exists, so
 * every page costs the same.
 */
export async function executeAccess(
  tx: Tx,
  scope: QueryScope,
  expression: Expression,
  { limit, after }: { limit: number; after: AccessCursor | null },
): Promise<AccessPage> {
  // One extra row shows whether a further page exists.
  const wanted = { limit: limit + 1, after };
  const rows = (await executeInWindows(tx, scope, expression, wanted)) ?? (await executeStatement(tx, expression, scope, wanted));
  const shown = rows.slice(0, limit);
  const names = accountNames(scope.accounts);
  return { rows: shown.map((row) => toRow(row, names)), next: rows.length > limit ? cursorOf(shown.at(-1)) : null };
}

interface Wanted {
  limit: number;
  after: AccessCursor | null;
}

async function executeStatement(tx: Tx, expression: Expression, outer: QueryScope, { limit, after }: Wanted): Promise<RawRow[]> {
  const shared = new SharedSets();
  const scope = { ...outer, shared };
  const branches = planBranches(expression, scope).map((branch) => branchRows(branch, scope, limit, after));
  const [only] = branches;
  const statement = await shared.inFrontOf(branches.length === 1 && only ? only : merged(branches, limit), tx, scope.kept);
  return (await statement.execute(tx)).rows;
}

/** Numbers of identities to test one by one, before finding all that match. */
const WINDOWS = [60, 600];

/** Testing identities one by one costs more when each edge requires its grants. */
const WINDOWS_OF_GRANTS = [20];

/** Each attempt finds the matching action sets again, so there is only one. */
const WINDOWS_OF_ACTIONS = [60];

/** A larger page needs many identities anyway. */
const SMALL_PAGE = 100;

/** Fills a page from the next few identities when most identities match. Null: the page is not full, or the query is too selective to try. */
async function executeInWindows(tx: Tx, scope: QueryScope, expression: Expression, wanted: Wanted): Promise<RawRow[] | null> {
  const [only, ...others] = planBranches(expression, scope);
  if (!only || others.length > 0 || wanted.limit > SMALL_PAGE || !isBroad(only, scope)) return null;
  for (const window of windowsOf(only, scope)) {
    const rows = await executeStatement(tx, expression, { ...scope, window }, wanted);
    if (rows.length === wanted.limit) return rows;
  }
  return null;
}

function windowsOf(branch: Branch, scope: QueryScope): number[] {
  if (isOfGrants(branch, scope)) return WINDOWS_OF_GRANTS;
  return branch.statement.clauses.some(({ kind }) => kind === 'for') ? WINDOWS_OF_ACTIONS : WINDOWS;
}

const ROW_KEY = sql`i_name, i_id, r_type, class_id, r_name, r_id`;

/** Merges the rows of several statements. Equal pairs become one row with all their access. */
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
