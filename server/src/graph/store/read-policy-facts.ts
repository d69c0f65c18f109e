import type { Tx } from '../../platform/db/database';
import type { PolicyKind } from '../engine/source-facts';
import { holdsAt, type Moment } from './validity';

export interface StoredPolicyFact {
  accountId: string;
  kind: PolicyKind;
  /** JSON text. */
  document: string;
}

/** Returns policies of any kind by id. */
export async function readPolicyFacts(tx: Tx, { tenantId, snapshotId }: Moment, ids: readonly string[]): Promise<Map<string, StoredPolicyFact>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('graph_policy as p')
    .innerJoin('graph_document as d', (join) => join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.hash', '=', 'p.hash'))
    .select(['p.policy_id', 'p.account_id', 'p.kind', 'd.document'])
    .where(holdsAt('p', tenantId, snapshotId))
    .where('p.policy_id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ policy_id, account_id: accountId, kind, document }) => [policy_id, { accountId, kind, document }]));
}
