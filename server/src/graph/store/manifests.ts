import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { estateDigest, FactsTree, manifestDigest, type Manifest } from '@cam/checker';
import serverPackage from '../../../package.json';
import type { Tx } from '../../platform/db/database';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { perCatalogue } from '../engine/catalogue/per-catalogue';
import { factLeaves } from '../engine/fact-leaves';
import type { SourceFacts } from '../engine/source-facts';
import { storeLeafDigests } from './leaf-digests';
import { platformSha256 } from './platform-sha256';
import type { GraphSource } from './read-sources';
import type { GraphManifestTable } from './tables';

/** A manifest with the digest that names it. */
export type StoredManifest = Manifest & { digest: string };

/** An import whose facts a snapshot publishes. */
export interface ImportedFacts {
  source: GraphSource;
  facts: SourceFacts;
  bundleSha256?: string;
  /** The snapshot; the newest one where the facts changed nothing. */
  snapshotId: number;
  takenAt: Date;
  catalogue: Catalogue;
}

/** Returns the tree over the facts of a source. */
export function factsTree(facts: Parameters<typeof factLeaves>[0]): { leaves: ReturnType<typeof factLeaves>; tree: FactsTree } {
  const leaves = factLeaves(facts);
  return { leaves, tree: new FactsTree(leaves, platformSha256) };
}

/** Returns the SHA-256 of the actions of a catalogue with their levels and resource types, in hexadecimal digits. */
export const catalogueDigest = perCatalogue((catalogue: Catalogue): { sha256: string } => {
  const hash = createHash('sha256');
  for (const { id, level, resourceTypes, requiredTypes } of catalogue.actions) hash.update(JSON.stringify([id, level, resourceTypes, requiredTypes]));
  return { sha256: hash.digest('hex') };
});

/**
 * Records what an import left, in the transaction that publishes its snapshot. Whoever publishes holds the lock of the tenant, so manifests have an order.
 * An import that changed nothing is recorded only where its source has no manifest yet.
 */
export async function writeManifest(tx: Tx, tenantId: string, imported: ImportedFacts): Promise<void> {
  const { source, facts, snapshotId, takenAt, catalogue, bundleSha256 = null } = imported;
  const { tree } = factsTree(facts);
  const newest = await readNewestManifests(tx, tenantId);
  const before = newest.find((manifest) => manifest.source === source.sourceUid);
  if (snapshotId === 0 || before?.snapshot === snapshotId) return;
  if (before?.facts_root === tree.root && (await isPublished(tx, tenantId, snapshotId))) return;
  const head = await readHeadManifest(tx, tenantId);
  const own = { source: source.sourceUid, facts_root: tree.root };
  const manifest: Manifest = {
    position: (head?.position ?? 0) + 1,
    snapshot: snapshotId,
    account: source.accountId,
    cloud: source.cloudType,
    taken_at: takenAt.toISOString(),
    ...own,
    facts_count: tree.count,
    bundle_sha256: bundleSha256,
    release: serverPackage.version,
    catalogue_sha256: catalogueDigest(catalogue).sha256,
    estate: estateDigest([...newest.filter((other) => other.source !== own.source), own]),
    previous: head?.digest ?? null,
  };
  const { position, release, catalogue_sha256, estate, previous, facts_root, facts_count } = manifest;
  await tx
    .insertInto('graph_manifest')
    .values({
      tenant_id: tenantId,
      snapshot_id: snapshotId,
      source_uid: source.sourceUid,
      account_id: source.accountId,
      cloud_type: source.cloudType,
      taken_at: takenAt,
      bundle_sha256: bundleSha256,
      ...{ position, release, catalogue_sha256, estate, previous, facts_root, facts_count },
      digest: manifestDigest(manifest),
    })
    .execute();
  await storeLeafDigests(tx, tenantId, source.sourceUid, tree);
}

/** Returns the newest manifest of each source up to a snapshot, also of sources that the graph no longer has. */
export async function readManifestsAt(tx: Tx, tenantId: string, snapshotId: number): Promise<StoredManifest[]> {
  const rows = await tx
    .selectFrom('graph_manifest')
    .distinctOn('source_uid')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('snapshot_id', '<=', snapshotId)
    .orderBy('source_uid')
    .orderBy('position', 'desc')
    .execute();
  return rows.map(toManifest);
}

/** Returns the newest manifest of each source that the graph has now. */
export async function readNewestManifests(tx: Tx, tenantId: string): Promise<StoredManifest[]> {
  const rows = await tx
    .selectFrom('graph_source as s')
    // Sources have a manifest for each import, and the index leads to the newest one.
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('graph_manifest as g')
          .selectAll('g')
          .whereRef('g.tenant_id', '=', 's.tenant_id')
          .whereRef('g.source_uid', '=', 's.source_uid')
          .orderBy('g.position', 'desc')
          .limit(1)
          .as('m'),
      (join) => join.onTrue(),
    )
    .selectAll('m')
    .where('s.tenant_id', '=', tenantId)
    .orderBy('m.source_uid')
    .execute();
  return rows.map(toManifest);
}

/** Returns the manifests of a snapshot, in their order. */
export async function readManifestsOf(tx: Tx, tenantId: string, snapshotId: number): Promise<StoredManifest[]> {
  const rows = await tx
    .selectFrom('graph_manifest')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('snapshot_id', '=', snapshotId)
    .orderBy('position')
    .execute();
  return rows.map(toManifest);
}

async function readHeadManifest(tx: Tx, tenantId: string): Promise<StoredManifest | undefined> {
  const row = await tx
    .selectFrom('graph_manifest')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toManifest(row);
}

async function isPublished(tx: Tx, tenantId: string, snapshotId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('graph_snapshot')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .where('snapshot_id', '=', snapshotId)
    .executeTakeFirst();
  return row?.state !== 'staging';
}

function toManifest(row: Selectable<GraphManifestTable>): StoredManifest {
  return {
    position: row.position,
    snapshot: Number(row.snapshot_id),
    source: row.source_uid,
    account: row.account_id,
    cloud: row.cloud_type,
    taken_at: row.taken_at.toISOString(),
    facts_root: row.facts_root,
    facts_count: row.facts_count,
    bundle_sha256: row.bundle_sha256,
    release: row.release,
    catalogue_sha256: row.catalogue_sha256,
    estate: row.estate,
    previous: row.previous,
    digest: row.digest,
  };
}
