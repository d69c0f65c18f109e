import type { AssumptionEdge } from './evaluation';
import { leastConditionalEdges } from './least-conditional-edges';

const role = { uri: 'role', type: 'ROLE', name: 'role', accountId: '1' } as AssumptionEdge['parent'];

function step(change: Partial<AssumptionEdge>): AssumptionEdge {
  return { childUri: 'user', parent: role, relation: 'may run code as', group: null, conditions: [], ...change };
}

describe('leastConditionalEdges', () => {
  it('keeps the edge with the fewest conditions among edges of one relation between two entities', () => {
    const [mfa, always, both] = [step({ conditions: ['mfa'] }), step({}), step({ conditions: ['mfa', 'office'] })];
    expect(leastConditionalEdges([mfa, always, both])).toEqual([always]);
  });

  it('keeps the same edge regardless of the input order', () => {
    const [mfa, office] = [step({ conditions: ['mfa'] }), step({ conditions: ['office'] })];
    expect(leastConditionalEdges([mfa, office])).toEqual(leastConditionalEdges([office, mfa]));
  });

  it('keeps edges with different relations, groups or parents', () => {
    const steps = [
      step({}),
      step({ relation: 'may assume' }),
      step({ group: { ...role, uri: 'group' } }),
      step({ parent: { ...role, uri: 'other' } }),
    ];
    expect(leastConditionalEdges(steps)).toEqual(steps);
  });
});
