import { releaseFromStack } from './release-from-stack';

describe('the release that an error comes from', () => {
  it('is the first release in the stack', () => {
    const stack = 'Error: x\n    at a (http://cam/r/alerts/1.2.0-ab12/640.f0.js:1:20)\n    at b (http://cam/assets/packages.1.js:1:1)';
    expect(releaseFromStack(stack)).toEqual({ id: 'alerts', version: '1.2.0-ab12' });
  });

  it('has no version when the file is shared between releases', () => {
    expect(releaseFromStack('Error: x\n    at a (http://cam/r/alerts/f/640.c0ffee.js:1:20)')).toEqual({ id: 'alerts', version: null });
  });

  it('is null when only the console is in the stack', () => {
    expect(releaseFromStack('Error: x\n    at b (http://cam/assets/packages.1.js:1:1)')).toBeNull();
    expect(releaseFromStack('')).toBeNull();
  });
});
