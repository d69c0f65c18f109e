import { byCodeUnits, canonical, type Json } from './canonical';
import { digest } from './bytes';

/** The record of an import: the root of its facts, and the bundle and release that they were made from. Manifests of a tenant form a chain. */
export interface Manifest {
  /** The number of the manifest in the tenant, from 1. */
  position: number;
  /** The number of the snapshot. */
  snapshot: number;
  /** The uid of the source. */
  source: string;
  account: string;
  cloud: string;
  /** ISO 8601, in UTC. */
  taken_at: string;
  facts_root: string;
  facts_count: number;
  /** Digest of the imported bundle; null where the import did not record it. */
  bundle_sha256: string | null;
  /** The release of the program that made the facts. */
  release: string;
  /** Digest of the catalogue of actions. */
  catalogue_sha256: string;
  /** Digest of the roots of all sources of the tenant, this one included. */
  estate: string;
  /** Digest of the manifest before this one; null for the first. */
  previous: string | null;
}

/** Returns the digest that names a manifest, in hexadecimal digits. */
export function manifestDigest(manifest: Manifest): string {
  return digest(canonical({ format: 'cam-manifest/1', ...manifest }));
}

/** Returns the digest of the roots of several sources, in hexadecimal digits. */
export function estateDigest(sources: readonly Pick<Manifest, 'source' | 'facts_root'>[]): string {
  const roots: Json[] = [...sources].sort((a, b) => byCodeUnits(a.source, b.source)).map(({ source, facts_root: root }) => [source, root]);
  return digest(canonical(roots));
}
