import type { RiskFactor } from '@cam/contracts/server';
import { topRisks } from './top-risks';

const factor = (name: RiskFactor['factor'], value: number, known = true): RiskFactor => ({
  ...{ factor: name, name, value, known, query: '' },
  reason: `${name} ${value}`,
});
const entity = (of: 'identity' | 'resource', name: string, score: number, factors: RiskFactor[]) => ({
  ...{ of, name, uri: name, type: 'ROLE', account_id: '1', account_name: 'one', tier: 1 },
  risk: { score, factors },
});

it('the top risks are the highest scores of all lists, and none without a score', () => {
  const rows = [
    entity('identity', 'b', 40, [factor('IMPACT', 0.4)]),
    entity('identity', 'none', 0, []),
    entity('resource', 'a', 90, [factor('PEOPLE', 0.9)]),
    entity('resource', 'c', 40, [factor('PEOPLE', 0.4)]),
  ];
  expect(topRisks(rows, 5).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(topRisks(rows, 1).map(({ name }) => name)).toEqual(['a']);
});

it('entities with the same reasons are one problem, which says how many others it has', () => {
  const rows = ['a', 'b', 'c'].map((name, index) => entity('resource', name, 90 - index, [factor('PEOPLE', 0.9)]));
  const others = topRisks([...rows, entity('resource', 'd', 10, [factor('PEOPLE', 0.1)])], 5).map((risk) => [risk.name, risk.others]);
  expect(others).toEqual([
    ['a', 2],
    ['d', 0],
  ]);
});

it('a top risk has its two strongest known reasons, and a step for the factor that helps most', () => {
  const of = (kind: 'identity' | 'resource', ...factors: RiskFactor[]) => topRisks([entity(kind, 'x', 50, factors)], 5)[0];
  const idle = of('identity', factor('IMPACT', 1), factor('EXPOSURE', 0.9), factor('DISUSE', 0.6));
  expect(idle?.why).toEqual(['IMPACT 1', 'EXPOSURE 0.9']);
  expect(idle?.fix).toContain('least privilege');
  // Disuse that no log shows is no reason to remove access.
  expect(of('identity', factor('DISUSE', 0.9, false), factor('EXPOSURE', 0.9))?.fix).toContain('second factor');
  expect(of('identity', factor('IMPACT', 1), factor('EXPOSURE', 0.1))?.fix).toContain('Limit its access');
  expect(of('resource', factor('PUBLIC', 0.2), factor('EXTERNAL', 0.9))?.fix).toContain('internet');
  expect(of('resource', factor('PUBLIC', 0), factor('PEOPLE', 0.9))?.fix).toContain('who has access and why');
});
