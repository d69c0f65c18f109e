import type { FactsTree } from '@cam/checker';
import type { Tx } from '../../platform/db/database';
import { readLeafDigests, storeLeafDigests } from './leaf-digests';
import { factsTree, readNewestManifests, type StoredManifest } from './manifests';
import { readFacts } from './read-facts';
import type { GraphSource } from './read-sources';
import { tryLockPublishing } from './snapshot-writer';

/** The stored facts of a source, compared with the manifest of its last import. */
export interface CheckedSource {
  /** Number of stored facts. */
  stored: number;
  /** Number of facts of the last import; null if a release made it that recorded no manifest. */
  imported: number | null;
  /** True if the stored facts are not those of the last import. Their numbers may be equal. */
  isDifferent: boolean;
}

/**
 * Compares the stored facts of a source with the manifest of its last import. Reads and hashes all of them, and keeps the digests for proofs if a former release
 * did not.
 */
export async function checkSource(tx: Tx, tenantId: string, source: GraphSource): Promise<CheckedSource> {
  const { manifest, tree } = await readBoth(tx, tenantId, source);
  const isDifferent = manifest !== undefined && tree.root !== manifest.facts_root;
  const isEqual = manifest !== undefined && !isDifferent;
  // An import that publishes now keeps its own, and would wait for this transaction while this one waits for it.
  if (isEqual && !(await readLeafDigests(tx, tenantId, source.sourceUid, tree.root)) && (await tryLockPublishing(tx, tenantId)))
    await storeLeafDigests(tx, tenantId, source.sourceUid, tree);
  return { stored: tree.count, imported: manifest?.facts_count ?? null, isDifferent };
}

/** Returns the manifest of a source and its stored facts. They are read again if an import replaced them meanwhile. */
async function readBoth(tx: Tx, tenantId: string, source: GraphSource): Promise<{ manifest: StoredManifest | undefined; tree: FactsTree }> {
  const read = async (): Promise<StoredManifest | undefined> =>
    (await readNewestManifests(tx, tenantId)).find((one) => one.source === source.sourceUid);
  for (let manifest = await read(); ;) {
    const { tree } = factsTree(await readFacts(tx, { tenantId, ...source }));
    const newest = await read();
    if (newest?.digest === manifest?.digest) return { manifest, tree };
    manifest = newest;
  }
}
