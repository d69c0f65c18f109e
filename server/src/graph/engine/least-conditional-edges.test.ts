import type { AssumptionEdge } from './evaluation';
import { leastConditionalEdges } from './least-conditional-edges';

const role = { uri: 'role', type: 'ROLE', name: 'role', accountId: '1' } as AssumptionEdge['parent'];

function step(change: Partial<AssumptionEdge>): AssumptionEdge {
  return { childUri: 'user', parent: role, relation: 'may run code as', group: null, conditions: [], ...change };
}

describe('easiestSteps', () => {
  it('keeps, of several of the same words between the same two, the one that asks for least', () => {
    const [mfa, always, both] = [step({ conditions: ['mfa'] }), step({}), step({ conditions: ['mfa', 'office'] })];
    expect(leastConditionalEdges([mfa, always, both])).toEqual([always]);
  });

  it('keeps the same one, whichever came first', () => {
    const [mfa, office] = [step({ conditions: ['mfa'] }), step({ conditions: ['office'] })];
    expect(leastConditionalEdges([mfa, office])).toEqual(leastConditionalEdges([office, mfa]));
  });

  it('keeps those of other words, by other groups and to others apart', () => {
    const steps = [
      step({}),
      step({ relation: 'may assume' }),
      step({ group: { ...role, uri: 'group' } }),
      step({ parent: { ...role, uri: 'other' } }),
    ];
    expect(leastConditionalEdges(steps)).toEqual(steps);
  });
});
