import type { RemoteId } from '@cam/contracts';
import type { RemoteModule } from '@cam/platform';
import type { LoadError } from './load-error';

/** A release that failed, so that the previous one runs in its place. */
export interface FailedRelease {
  version: string;
  /** It loaded, and a page of it crashed. */
  crashed: boolean;
}

/** Load state of a remote in this tab. `base` is the address of the running release. */
export type RemoteState =
  | { kind: 'idle' }
  | { kind: 'loading'; version: string }
  | { kind: 'ready'; version: string; base: string; module: RemoteModule; fellBackFrom: FailedRelease | null }
  | { kind: 'failed'; version: string; error: LoadError };

/** Load states by remote. A remote without an entry is idle. */
export type RemoteStates = Partial<Record<RemoteId, RemoteState>>;

export const IDLE: RemoteState = { kind: 'idle' };
