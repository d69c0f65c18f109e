import type { AssumptionEdge } from './evaluation';
import { leastConditionalEdges } from './least-conditional-edges';

const role = { uri: 'role', type: 'ROLE', name: 'role', accountId: '1' } as AssumptionEdge['parent'];

function edge(change: Partial<AssumptionEdge>): AssumptionEdge {
  return { childUri: 'user', parent: role, relation: 'may run code as', group: null, conditions: [], ...change };
}

describe('leastConditionalEdges', () => {
  it('keeps the edge with the fewest conditions among edges of one relation between two entities', () => {
    const [mfa, always, both] = [edge({ conditions: ['mfa'] }), edge({}), edge({ conditions: ['mfa', 'office'] })];
    expect(leastConditionalEdges([mfa, always, both])).toEqual([always]);
  });

  it('keeps the same edge regardless of the input order', () => {
    const [mfa, office] = [edge({ conditions: ['mfa'] }), edge({ conditions: ['office'] })];
    expect(leastConditionalEdges([mfa, office])).toEqual(leastConditionalEdges([office, mfa]));
  });

  it('keeps edges with different relations, groups or parents', () => {
    const edges = [
      edge({}),
      edge({ relation: 'may assume' }),
      edge({ group: { ...role, uri: 'group' } }),
      edge({ parent: { ...role, uri: 'other' } }),
    ];
    expect(leastConditionalEdges(edges)).toEqual(edges);
  });
});
