import { matchRoutes } from 'react-router-dom';
import { entityAddress, uriOf } from '@cam/contracts';

const PATTERN = '/:page/:tenantId/:cloudType/:accountId/:region/:type/:id';

describe('entityAddress', () => {
  it.each([
    'demo:AWS:111122223333:-:USER:people/ann',
    'demo:GCP:lake:-:GROUP:group%3Aann@example.com',
    'demo:AZURE:a-b:westeurope:OBJECT_STORE:resourcegroups/rg/providers/microsoft.storage/storageaccounts/a b',
    'demo:AWS:1:-:NETWORK_NODE:192.0.2.0/24',
    'demo:AWS:1:-:PUBLIC_NODE:*',
  ])('returns a URL from which uriOf restores %s', (uri) => {
    const path = new URL(entityAddress(uri) ?? '', 'http://cam.example').pathname;
    expect(uriOf(matchRoutes([{ path: PATTERN }], path)?.[0]?.params ?? {})).toBe(uri);
  });

  it('returns a URL on the page of the entity type', () => {
    expect(entityAddress('t:AWS:1:-:ROLE:r')).toBe('/identities/t/AWS/1/-/ROLE/r/');
    expect(entityAddress('t:AWS:1:eu:VPC:v')).toBe('/networks/t/AWS/1/eu/VPC/v/');
    expect(entityAddress('t:AWS:1:eu:DISK:d')).toBe('/objects/t/AWS/1/eu/DISK/d/');
  });

  it('returns null for a URI without six parts', () => {
    expect(['', 'a:b', 'a:b:c:d:e:f:g', 'a:b:c:d:e:'].map((uri) => entityAddress(uri))).toEqual([null, null, null, null]);
  });
});
