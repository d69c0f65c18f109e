import type { AccessPath, AccessRow } from '@cam/contracts';
import { graphOfPaths, graphOfRows } from './graph-data';

const hop = (name: string, relation = '', conditions: string[] = []) => ({
  uri: `t:AWS:1:-:X:${name}`,
  type: 'X',
  name,
  account_id: '1',
  relation,
  conditions,
});
const path = (...hops: AccessPath['hops']): AccessPath => ({
  hops,
  actions_str: 'R--',
  conditional_actions_str: '---',
  conditional: false,
  privileges: [],
  privileges_total: 0,
  grants: [],
  limits: [],
  sentence: '',
});

describe('the graph of paths', () => {
  it('has shared nodes once, and each link with its conditions', () => {
    const data = graphOfPaths([
      path(hop('ada'), hop('ops', 'is a member of'), hop('bucket', 'reaches', ['MFA'])),
      path(hop('ada'), hop('role', 'may assume'), hop('bucket', 'reaches')),
    ]);
    expect(data.nodes.map(({ name }) => name)).toEqual(['ada', 'ops', 'bucket', 'role']);
    expect(data.links.map(({ relation, conditions }) => [relation, conditions])).toEqual([
      ['is a member of', []],
      ['reaches', ['MFA']],
      ['may assume', []],
      ['reaches', []],
    ]);
  });

  it('has no link from a resource to itself if a policy of the resource grants the access', () => {
    const { links } = graphOfPaths([path(hop('ada'), hop('bucket', 'is granted by'), hop('bucket', 'reaches'))]);
    expect(links.map(({ relation }) => relation)).toEqual(['is granted by']);
  });
});

describe('the graph of paths through an inline policy of a user', () => {
  it('has both the user and the policy, although they share a URI', () => {
    const user = { ...hop('ada'), type: 'USER' };
    const inline = { ...user, type: 'POLICY', name: 'own', relation: 'has' };
    const { nodes, links } = graphOfPaths([path(user, inline, hop('bucket', 'reaches'))]);
    expect(nodes.map(({ name, type }) => `${type} ${name}`)).toEqual(['USER ada', 'POLICY own', 'X bucket']);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(3);
    expect(links.map(({ relation }) => relation)).toEqual(['has', 'reaches']);
  });
});

describe('the graph of a page', () => {
  const row = (identity: string, resource: string): AccessRow =>
    ({
      identity,
      identity_uri: identity,
      identity_type: 'USER',
      resource,
      resource_uri: resource,
      resource_type: 'DISK',
      actions_str: 'R--',
      conditional_actions_str: '---',
    }) as AccessRow;

  it('stops at its budget, counts the omitted nodes and has no links to them', () => {
    const data = graphOfRows([row('a', 'x'), row('a', 'y'), row('b', 'z')], 3);
    expect(data.nodes).toHaveLength(3);
    expect(data.links).toHaveLength(2);
    expect(data.omitted).toBe(2);
  });
});
