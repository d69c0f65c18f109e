import { parseQuery } from '../../query/parse-query';
import {
  accessOf,
  accessTo,
  entitiesQuery,
  networkQueries,
  privilegeQuery,
  publicQuery,
  objectAccessQuery,
  SHADOW_QUERIES,
  shadowAccountQuery,
  shadowNetworkQuery,
  unusedQuery,
} from './queries';

const URI = 'demo:AWS:999988887777:-:NETWORK_NODE:203.0.113.0/24';

describe('a query behind a count', () => {
  it.each([
    shadowAccountQuery('999988887777', '111122223333'),
    shadowAccountQuery('partner tenant', 'any'),
    shadowAccountQuery('a"b\\c', 'with-access'),
    shadowNetworkQuery(URI, '111122223333'),
    shadowNetworkQuery('demo:AWS:1:-:NETWORK_NODE:office (Zürich)', 'kestrel-lake-dev'),
    entitiesQuery(['USER', 'ROLE'], 'project', 'a "b"'),
    objectAccessQuery('OBJECT_STORE', '111122223333'),
    privilegeQuery('s3:GetObject', 'project one'),
    publicQuery('INSTANCE'),
    accessOf('ROLE', URI),
    accessTo('OBJECT_STORE', URI, ['USER']),
    unusedQuery('UNUSED_IDENTITY'),
    ...Object.values(SHADOW_QUERIES),
    ...Object.values(networkQueries('VPC', { vpcid: '/subscriptions/1/virtualNetworks/main net' })),
    ...Object.values(networkQueries('SUBNET', { vpcid: 'vpc-1', subnetid: 'subnet-1' })),
  ])('parses without errors: %s', (query) => {
    expect(parseQuery(query)).toMatchObject({ error: null, query: expect.anything() });
  });

  it('contains account ids and URIs without quotes', () => {
    expect(shadowAccountQuery('999988887777', '111122223333')).toBe(
      'user with-attribute accountid 999988887777 with-access any with-attribute accountid 111122223333',
    );
    expect(shadowNetworkQuery(URI, '1')).toBe(
      `network_node with-attribute uri ${URI} with-access object_store|security_group with-attribute accountid 1`,
    );
  });
});
