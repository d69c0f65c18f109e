import type { PartialReason } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import { statementsOf, type Query } from './ast';
import type { QueryScope } from './query-scope';
import { judgesDisuse } from './usage-conditions';

/** Why an answer may lack rows: it asks for what is not used, and of some account no log tells that. */
export async function partialReasons(tx: Tx, { tenantId }: QueryScope, { expression }: Query): Promise<PartialReason[]> {
  if (!statementsOf(expression).some(({ clauses }) => judgesDisuse(clauses))) return [];
  const unknown = await tx
    .selectFrom('graph_source')
    .select('source_uid')
    .where('tenant_id', '=', tenantId)
    .where('usage', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unknown ? ['missing_fields'] : [];
}
