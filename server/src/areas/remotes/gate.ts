import type { RemoteId, RemoteManifest as Manifest } from '@cam/contracts';
import type { CallSchemas } from '@cam/contracts/server';
import type { HostProvides } from './release';

/** The state of the installation that the gates compare a release with: plain values, which a worker thread receives. */
export interface GateContext {
  id: RemoteId;
  /** Live manifests of the other remotes. */
  others: readonly Manifest[];
  /** The schemas of the calls that the server serves. */
  served: ReadonlyMap<string, CallSchemas>;
  /** The digests of the files of each release of this remote. */
  published: readonly { version: string; integrity: Readonly<Record<string, string>> }[];
  /** The host that this server serves; null if none is built. */
  host: HostProvides | null;
  /** The operator's limit of scripts and styles, bytes after gzip. */
  sizeLimit: number;
}

/** Why a release cannot be published, and how to fix it. */
export interface Refusal {
  gate:
    | 'archive'
    | 'manifest'
    | 'files'
    | 'development'
    | 'digests'
    | 'version'
    | 'menu'
    | 'routes'
    | 'commands'
    | 'names'
    | 'calls'
    | 'back-end'
    | 'pages'
    | 'styles'
    | 'shared'
    | 'size'
    | 'signature';
  problem: string;
  fix: string;
}
