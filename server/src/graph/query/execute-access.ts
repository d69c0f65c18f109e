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
  /** Null: there is no further page. */
  next: AccessCursor | null;
  /** Finding all of it would have taken too long: there may be more than these and what is behind them. */
  isCut?: boolean;
}

/** Which part of an answer is read. */
export interface PageRequest {
  limit: number;
  after: AccessCursor | null;
  /** How long an answer may be looked for that is put together bit by bit, ms; without it until it is whole. */
  timeBudget?: number;
}

/**
 * One page of an answer, in the order of the identities and, of each, of the types, classes and names of its resources. Identities are
 * walked in key order, each unfolds its classes and each class its resources, every step limited to the page: pairs never exist as a whole,
 * and a page costs the same however deep it lies.
 */
export async function executeAccess(
  tx: Tx,
  scope: QueryScope,
  expression: Expression,
  { limit, after }: { limit: number; after: AccessCursor | null },
): Promise<AccessPage> {
  // One row more than the page tells whether there is a further one.
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

/** So many identities are asked one by one, first a few and then more, before it is worked out who all can. */
const WINDOWS = [60, 600];

/** Where documents must be read of each of their edges, it is soon cheaper to work out who all can. */
const WINDOWS_OF_GRANTS = [20];

/** Which sets of actions fit is found anew by each attempt: there is but one. */
const WINDOWS_OF_ACTIONS = [60];

/** A larger page takes many identities in any case. */
const SMALL_PAGE = 100;

/** What is reached by nearly everybody fills a page from the next few identities alone; null: it does not, or nobody can tell. */
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
