import type { RemoteId, RemoteManifest as Manifest } from '@cam/contracts';
import type { CallSchemas } from '@cam/contracts/server';
import type { HostProvides } from './release';

/** What the gates compare a release with. */
export interface GateWorld {
  id: RemoteId;
  /** Manifests of the other remotes that tenants get now. */
  others: readonly Manifest[];
  /** What the server serves of a call; undefined where it does not. */
  served: (call: string) => CallSchemas | undefined;
  /** What another release of the remote has under a name that carries a digest: its version and the digest; undefined where none has. */
  published: (path: string, version: string) => { version: string; digest: string } | undefined;
  /** The host that this server serves; null where none is built. */
  host: HostProvides | null;
}

/** Why a release may not be published, and what to do about it. */
export interface Refusal {
  gate: 'manifest' | 'files' | 'digests' | 'version' | 'menu' | 'routes' | 'calls' | 'pages' | 'shared' | 'size';
  problem: string;
  fix: string;
}
