import { conditionsHold } from '../../shared/checker/src/aws/conditions';
import { compileCondition, holds } from '../src/graph/providers/aws/compile/condition-test';
import { contextOf } from '../src/graph/providers/aws/compile/request-context';

const NOW = Date.parse('2026-11-27T00:00:00Z');
const PAST = '2020-01-01T00:00:00Z';

/** Returns what the engine and the checker of proofs say of one condition about which only the request decides. */
function both(operator: string, key: string): string[] {
  const engine = compileCondition({ [operator]: { [key]: PAST } }, true).map((test) => holds(test, { ...contextOf({}), notBefore: NOW }));
  const checker = conditionsHold([{ operator, key, values: [PAST] }], { valuesOf: () => undefined, notBefore: NOW }, true, new Set());
  return [...engine, checker];
}

describe('a date that lies before every request to come', () => {
  it.each([
    ['DateLessThan', 'aws:CurrentTime', 'no'],
    ['DateGreaterThan', 'aws:CurrentTime', 'yes'],
    ['DateNotEquals', 'aws:EpochTime', 'yes'],
    ['DateLessThan', 'aws:TokenIssueTime', 'no'],
    // Long-term credentials have no time of issue.
    ['DateGreaterThan', 'aws:TokenIssueTime', 'unknown'],
    ['DateLessThanIfExists', 'aws:TokenIssueTime', 'unknown'],
    ['ForAllValues:DateLessThan', 'aws:TokenIssueTime', 'unknown'],
    ['ForAnyValue:DateLessThan', 'aws:TokenIssueTime', 'no'],
  ])('%s of %s: %s', (operator, key, wanted) => {
    expect(both(operator, key)).toEqual([wanted, wanted]);
  });
});
