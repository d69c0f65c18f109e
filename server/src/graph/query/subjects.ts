import { sql } from 'kysely';
import type { AccessRow } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { ofAccount } from './access-rows';
import type { Expression } from './ast';
import { accountNames } from './access-row';
import { branchConditions, planBranches } from './plan';
import { holds, type QueryScope } from './bind-scope';
import { SharedSets } from './shared-sets';
import { allOf, anyOf } from './sql-conditions';

/** An entity that a query is about. */
export interface SubjectRow {
  uri: string;
  name: string;
  type: string;
  account_id: string;
  account_name: string;
  region: string;
}

/** Returns the entity that a row is about. */
export function subjectOf(row: AccessRow): SubjectRow {
  const acts = row.identity_uri !== '';
  const uri = acts ? row.identity_uri : row.resource_uri;
  const accountId = acts ? row.identityAccountID : row.resourceAccountID;
  const accountName = acts ? row.identity_account_name : row.resource_account_name;
  return {
    uri,
    name: acts ? row.identity : row.resource,
    type: acts ? row.identity_type : row.resource_type,
    account_id: accountId,
    account_name: accountName || accountId,
    region: uri.split(':')[3] ?? '-',
  };
}

/**
 * Returns the distinct entities that a query is about: its identities, or the entities of an inventory query. The account filter applies as
 * in the rows: to the reached resource, or to the entity itself without access.
 */
export async function subjectsOf(tx: Tx, outer: QueryScope, expression: Expression): Promise<SubjectRow[]> {
  const shared = new SharedSets();
  const scope = { ...outer, shared };
  const isSubject = anyOf(
    planBranches(expression, scope).map((branch) =>
      allOf([...branchConditions(branch, scope), ...(branch.statement.verb ? [] : [ofAccount(scope)])]),
    ),
  );
  const select = sql<Omit<SubjectRow, 'account_name'>>`
    select i.uri, i.name, i.type, i.account_id, i.region from graph_entity i
    where ${holds('i', scope)} and ${isSubject} order by i.name, i.entity_id`;
  // All in one statement: sets that are kept would be read in one each, and these questions are rarely asked twice between two snapshots.
  const { rows } = await (await shared.inFrontOf(select, tx, null)).execute(tx);
  const names = accountNames(scope.accounts);
  return rows.map((row) => ({ ...row, account_name: names.get(row.account_id) ?? row.account_id }));
}
