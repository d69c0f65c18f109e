import { isTransient, LoadError, statusError, toLoadError } from './load-error';

describe('the cause of a failed load', () => {
  it('distinguishes a missing release from a server error and a denied request', () => {
    expect([404, 500, 503, 429, 403].map((status) => statusError(status, '/x').kind)).toEqual(['missing', 'server', 'server', 'server', 'refused']);
  });

  it('recognizes timeouts, wrong bytes and unreachable servers in browser messages', () => {
    expect(toLoadError(new Error('entry timeout')).kind).toBe('timeout');
    expect(toLoadError(new Error('ScriptNetworkError: Script "/r/alerts/1.0.0/remoteEntry.js" timed out.')).kind).toBe('timeout');
    expect(toLoadError(new Error('Failed to fetch')).kind).toBe('network');
    expect(toLoadError(new Error('integrity mismatch')).kind).toBe('integrity');
    expect(toLoadError(new TypeError('x is not a function')).kind).toBe('crashed');
    expect(toLoadError(new LoadError('empty', 'no page')).kind).toBe('empty');
  });

  it('retries transient failures only', () => {
    expect((['network', 'timeout', 'server'] as const).every(isTransient)).toBe(true);
    expect((['missing', 'refused', 'invalid', 'integrity', 'incompatible', 'crashed', 'empty'] as const).some(isTransient)).toBe(false);
  });
});
