import type { ResolvedRemote } from '@cam/contracts';
import { LoadError } from '../loader/load-error';
import { integrityLabel, runningState } from './running-labels';

const remote = {
  id: 'alerts',
  version: '1.2.0',
  integrity: { 'remoteEntry.js': 'sha384-x', 'remote.json': 'sha384-y' },
} as unknown as ResolvedRemote;
const loaded = { pages: {}, parts: {} };
const fellBack = (crashed: boolean) =>
  ({ kind: 'ready', version: '1.1.0', base: '', module: loaded, fellBackFrom: { version: '1.2.0', crashed } }) as const;

describe('running version of a remote', () => {
  it.each([
    [{ kind: 'idle' } as const, '1.2.0', 'Not loaded yet'],
    [{ kind: 'loading', version: '1.2.0' } as const, '1.2.0', 'Loading'],
    [{ kind: 'ready', version: '1.2.0', base: '', module: loaded, fellBackFrom: null } as const, '1.2.0', 'Running'],
    [{ kind: 'ready', version: '1.1.0', base: '', module: loaded, fellBackFrom: null } as const, '1.1.0', 'Running; 1.2.0 loads at the next visit'],
    [fellBack(false), '1.1.0', 'Running; 1.2.0 could not be loaded'],
    [fellBack(true), '1.1.0', 'Running; 1.2.0 stopped working'],
    [{ kind: 'failed', version: '1.2.0', error: new LoadError('network', '') } as const, '1.2.0', 'Could not be loaded'],
  ])('shows the version and the load state: %j', (state, version, words) => {
    expect(runningState(remote, state)).toEqual({ version, state: words });
  });

  it('shows how many files are verified, or that a development build is not checked', () => {
    expect(integrityLabel(remote)).toBe('SHA-384 of all 2 files');
    expect(integrityLabel({ ...remote, listed: 24 })).toBe('SHA-384 of all 25 files');
    expect(integrityLabel({ ...remote, integrity: {} })).toMatch(/^Not checked/);
  });
});
