import type { FactsTree } from '@cam/checker';
import type { Db, Tx } from '../../platform/db/database';
import { factsTree, readNewestManifests, type StoredManifest } from './manifests';
import { readFacts } from './read-facts';
import { readSources, type GraphSource } from './read-sources';

/** A source whose stored facts are not those of its last import. */
export interface DifferingSource {
  accountId: string;
  cloudType: string;
  /** Facts that are stored, and facts of the import. */
  stored: number;
  imported: number;
}

export interface CheckedFacts {
  sources: number;
  /** Accounts of sources that were last imported by a release that recorded no manifest. */
  unknown: string[];
  differing: DifferingSource[];
}

/** Compares the stored facts of every source with the manifest of its last import. Reads and hashes all facts of the tenant, one source after the other. */
export async function checkFacts(db: Db, tenantId: string): Promise<CheckedFacts> {
  const sources = await db.tenant(tenantId, (tx) => readSources(tx, tenantId));
  const found: CheckedFacts = { sources: sources.length, unknown: [], differing: [] };
  for (const source of sources) {
    const { manifest, tree } = await db.tenant(tenantId, (tx) => readBoth(tx, tenantId, source));
    const { accountId, cloudType } = source;
    if (!manifest) found.unknown.push(accountId);
    else if (tree.root !== manifest.facts_root) found.differing.push({ accountId, cloudType, stored: tree.count, imported: manifest.facts_count });
  }
  return found;
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
