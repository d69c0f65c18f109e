import { joinNestedGuardrails } from './nested-guardrails';

const findings = (found: Record<string, string>) =>
  Object.entries(found).flatMap(([guardrail, entities]) => entities.split(' ').map((entity) => ({ guardrail, entity })));
const joined = (found: Record<string, string>) => Object.fromEntries(joinNestedGuardrails(findings(found)));

describe('guardrails about the same entities', () => {
  it('join the one that found them all', () => {
    expect(joined({ 'older than a year': 'ada bob', 'older than 90 days': 'ada bob cleo', public: 'store' })).toEqual({
      'older than a year': 'older than 90 days',
      'older than 90 days': 'older than 90 days',
      public: 'public',
    });
  });

  it('stay apart when one entity differs', () => {
    expect(joined({ administrators: 'ada bob', readers: 'bob cleo dora' })).toEqual({ administrators: 'administrators', readers: 'readers' });
  });

  it('are joined to the largest that includes them, never in a chain, in any order', () => {
    const found = { a: 'ada', b: 'ada bob', c: 'ada bob cleo', d: 'ada bob cleo dora eve' };
    expect(joined(found)).toEqual({ a: 'd', b: 'd', c: 'd', d: 'd' });
    const backwards = joinNestedGuardrails(findings(found).reverse());
    expect(Object.fromEntries(backwards)).toEqual(joined(found));
  });

  it('with equal entities become one', () => {
    expect(joined({ writes: 'guest', administers: 'guest' })).toEqual({ writes: 'administers', administers: 'administers' });
    expect(joined({})).toEqual({});
  });
});
