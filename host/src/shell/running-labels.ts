import type { ResolvedRemote, Via } from '@cam/contracts';
import type { RemoteState } from '../loader/remote-state';

/** What names the release that somebody gets. */
export const VIA_LABELS: Record<Via, string> = {
  tried: 'Tried in this tab',
  pin: 'Pinned',
  canary: 'Canary channel',
  stable: 'Stable channel',
  newest: 'Newest release',
};

/** What of an area runs in this tab, against what the registry offers. */
export function runningState({ version: offered }: ResolvedRemote, state: RemoteState): { version: string; state: string } {
  switch (state.kind) {
    case 'ready':
      if (state.fellBackFrom !== null) return { version: state.version, state: `Runs: ${state.fellBackFrom} could not be loaded` };
      return { version: state.version, state: state.version === offered ? 'Runs' : `Runs; ${offered} is there for the next entry` };
    case 'loading':
      return { version: state.version, state: 'Is being loaded' };
    case 'failed':
      return { version: state.version, state: 'Could not be loaded' };
    case 'idle':
      return { version: offered, state: 'Not loaded yet' };
  }
}

/** How far the files of a release are checked before they run. */
export function integrityLabel({ integrity, listed }: ResolvedRemote): string {
  // The manifest that lists the others is checked as well.
  const files = listed === undefined ? Object.keys(integrity).length : listed + 1;
  return files === 0 ? 'Not checked: a build on somebody\u2019s machine' : `SHA-384 of each of its ${files} files`;
}
