import { FactsTree } from '@cam/checker';
import type { Tx } from '../../platform/db/database';
import { platformSha256 } from './platform-sha256';

/** Keeps the digests of the facts of a source, so that a proof does not have to hash all of them. Replaces those of former facts. */
export async function storeLeafDigests(tx: Tx, tenantId: string, sourceUid: string, tree: FactsTree): Promise<void> {
  const kept = { facts_root: tree.root, digests: Buffer.from(tree.digests) };
  await tx
    .insertInto('graph_leaf_digest')
    .values({ tenant_id: tenantId, source_uid: sourceUid, ...kept })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'source_uid']).doUpdateSet(kept))
    .execute();
}

/** Returns the tree over the facts of a source, made from the kept digests; null unless it has the root. */
export async function readLeafDigests(tx: Tx, tenantId: string, sourceUid: string, factsRoot: string): Promise<FactsTree | null> {
  const row = await tx
    .selectFrom('graph_leaf_digest')
    .select('digests')
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('facts_root', '=', factsRoot)
    .executeTakeFirst();
  const tree = row && new FactsTree(new Uint8Array(row.digests), platformSha256);
  return tree?.root === factsRoot ? tree : null;
}
