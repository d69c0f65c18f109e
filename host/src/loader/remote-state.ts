import type { RemoteId } from '@cam/contracts';
import type { RemoteModule } from '@cam/platform';
import type { LoadError } from './load-error';

/** Load state of a remote in this tab. `fellBackFrom` is the release that failed before the previous one was loaded. */
export type RemoteState =
  | { kind: 'idle' }
  | { kind: 'loading'; version: string }
  | { kind: 'ready'; version: string; module: RemoteModule; fellBackFrom: string | null }
  | { kind: 'failed'; version: string; error: LoadError };

/** Load states by remote. A remote without an entry is idle. */
export type RemoteStates = Partial<Record<RemoteId, RemoteState>>;

export const IDLE: RemoteState = { kind: 'idle' };
