import type { RemoteManifest } from '@cam/contracts';
import { hasPage } from './has-page';

const manifest = (path: string, accountSegment = false) =>
  ({ routes: [{ page: 'p', name: 'p', path, title: 'P', accountSegment }] }) as RemoteManifest;

describe('hasPage', () => {
  it.each([
    ['/dashboard', false, '/dashboard', true],
    ['/dashboard', false, '/dashboard/1', false],
    ['/dashboard', true, '/dashboard/111122223333', true],
    ['/sources/:kind', false, '/sources/cloud', true],
    ['/sources/:kind', false, '/sources', false],
    ['/identities/*', false, '/identities/t/AWS/1', true],
    ['/identities/*', false, '/identities', true],
    ['/a.b', false, '/axb', false],
  ])('with the route %s (account segment: %s) and the address %s returns %s', (path, accountSegment, address, has) => {
    expect(hasPage(manifest(path, accountSegment), address)).toBe(has);
  });
});
