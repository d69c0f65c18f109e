import type { ResolvedRemote } from '@cam/contracts';
import { LoadError } from '../loader/load-error';
import { integrityLabel, runningState } from './running-labels';

const remote = {
  id: 'alerts',
  version: '1.2.0',
  integrity: { 'remoteEntry.js': 'sha384-x', 'remote.json': 'sha384-y' },
} as unknown as ResolvedRemote;
const loaded = { pages: {}, parts: {} };

describe('what runs of an area', () => {
  it.each([
    [{ kind: 'idle' } as const, '1.2.0', 'Not loaded yet'],
    [{ kind: 'loading', version: '1.2.0' } as const, '1.2.0', 'Is being loaded'],
    [{ kind: 'ready', version: '1.2.0', module: loaded, fellBackFrom: null } as const, '1.2.0', 'Runs'],
    [{ kind: 'ready', version: '1.1.0', module: loaded, fellBackFrom: null } as const, '1.1.0', 'Runs; 1.2.0 is there for the next entry'],
    [{ kind: 'ready', version: '1.1.0', module: loaded, fellBackFrom: '1.2.0' } as const, '1.1.0', 'Runs: 1.2.0 could not be loaded'],
    [{ kind: 'failed', version: '1.2.0', error: new LoadError('network', '') } as const, '1.2.0', 'Could not be loaded'],
  ])('%j', (state, version, words) => {
    expect(runningState(remote, state)).toEqual({ version, state: words });
  });

  it('is checked file by file, but for a build on somebody\u2019s machine', () => {
    expect(integrityLabel(remote)).toBe('SHA-384 of each of its 2 files');
    expect(integrityLabel({ ...remote, listed: 24 })).toBe('SHA-384 of each of its 25 files');
    expect(integrityLabel({ ...remote, integrity: {} })).toMatch(/^Not checked/);
  });
});
