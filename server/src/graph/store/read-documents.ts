import type { Tx } from '../../platform/db/database';

export interface PolicyText {
  policy_name: string;
  /** JSON text. */
  policy_document: string;
}

/** Returns current and historical documents by hash. Documents no longer stored are left out. */
export async function readDocumentsByHash(tx: Tx, tenantId: string, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await tx
    .selectFrom('graph_document')
    .select(['hash', 'document'])
    .where('tenant_id', '=', tenantId)
    .where('hash', 'in', [...hashes])
    .execute();
  return new Map(rows.map(({ hash, document }) => [hash, document]));
}

/** Returns documents in the order of the ids. Unknown ids are left out. */
export async function readPolicyDocuments(tx: Tx, tenantId: string, ids: readonly string[], accountIds: readonly string[]): Promise<PolicyText[]> {
  if (ids.length === 0) return [];
  let query = tx
    .selectFrom('graph_policy as p')
    .innerJoin('graph_document as d', (join) => join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.hash', '=', 'p.hash'))
    .select(['p.policy_id', 'p.name', 'd.document'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.policy_id', 'in', [...ids])
    .where('p.valid_to', 'is', null);
  if (accountIds.length > 0) query = query.where('p.account_id', 'in', [...accountIds]);
  const byId = new Map((await query.execute()).map((row) => [row.policy_id, row]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    return found ? [{ policy_name: found.name, policy_document: found.document }] : [];
  });
}
