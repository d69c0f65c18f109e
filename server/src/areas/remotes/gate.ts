import type { RemoteId, RemoteManifest as Manifest } from '@cam/contracts';
import type { CallSchemas } from '@cam/contracts/server';
import type { HostProvides } from './release';

/** The state of the installation that the gates compare a release with. */
export interface GateContext {
  id: RemoteId;
  /** Live manifests of the other remotes. */
  others: readonly Manifest[];
  /** Returns the schemas of a call; undefined if the server does not serve it. */
  served: (call: string) => CallSchemas | undefined;
  /** Returns the version and digest of another release's file with this hashed name; undefined if there is none. */
  published: (path: string, version: string) => { version: string; digest: string } | undefined;
  /** The host that this server serves; null if none is built. */
  host: HostProvides | null;
  /** The operator's limit of scripts and styles, bytes after gzip. */
  sizeLimit: number;
}

/** Why a release cannot be published, and how to fix it. */
export interface Refusal {
  gate: 'manifest' | 'files' | 'digests' | 'version' | 'menu' | 'routes' | 'calls' | 'pages' | 'styles' | 'shared' | 'size' | 'signature';
  problem: string;
  fix: string;
}
