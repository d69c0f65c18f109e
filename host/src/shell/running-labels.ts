import type { ResolvedRemote, Via } from '@cam/contracts';
import type { RemoteState } from '../loader/remote-state';

/** Labels for the rule that selected a release. */
export const VIA_LABELS: Record<Via, string> = {
  tried: 'Preview in this tab',
  pin: 'Pinned',
  canary: 'Canary channel',
  staging: 'Staging channel',
  stable: 'Stable channel',
};

/** Returns the version and the state of a remote in this tab, compared with the release that the registry offers. */
export function runningState({ version: offered }: ResolvedRemote, state: RemoteState): { version: string; state: string } {
  switch (state.kind) {
    case 'ready':
      if (state.fellBackFrom !== null) {
        const { version, crashed } = state.fellBackFrom;
        return { version: state.version, state: `Running; ${version} ${crashed ? 'stopped working' : 'could not be loaded'}` };
      }
      return { version: state.version, state: state.version === offered ? 'Running' : `Running; ${offered} loads at the next visit` };
    case 'loading':
      return { version: state.version, state: 'Loading' };
    case 'failed':
      return { version: state.version, state: 'Could not be loaded' };
    case 'idle':
      return { version: offered, state: 'Not loaded yet' };
  }
}

/** Returns which files of a release are checked before they run. */
export function integrityLabel({ integrity, listed }: ResolvedRemote): string {
  // The manifest with the digests is checked as well.
  const files = listed === undefined ? Object.keys(integrity).length : listed + 1;
  return files === 0 ? 'Not checked: development build' : `SHA-384 of all ${files} files`;
}
