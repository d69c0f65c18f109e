import { referenceDecision } from '../../../../../test/support/aws-reference';
import { casesToTry, dice } from '../../../../../test/support/differential';
import { randomCase } from '../../../../../test/support/random-aws-case';
import { toReference } from '../../../../../test/support/random-aws-reference';
import { simulate } from '../../simulator';

const CASES = casesToTry(4000, 100_000);

describe('the AWS policy simulator', () => {
  it(`agrees with the reference evaluator on ${CASES} random cases`, () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= CASES; seed += 1) {
      const given = randomCase(dice(seed), seed);
      const answer = simulate(given);
      const wanted = referenceDecision(toReference(given));
      if ('error' in answer || answer.decision !== wanted) throw new Error(`seed ${seed}: ${JSON.stringify({ wanted, answer, given }, null, 1)}`);
      if ((answer.decision === 'Conditional') !== answer.conditions.length > 0)
        throw new Error(`seed ${seed}: the decision and the list of conditions disagree`);
      seen.set(wanted, (seen.get(wanted) ?? 0) + 1);
    }
    // Every outcome must occur, or the agreement proves little.
    expect([...seen.keys()].sort()).toEqual(['Allowed', 'Conditional', 'ExplicitlyDenied', 'ImplicitlyDenied']);
    for (const count of seen.values()) expect(count).toBeGreaterThan(CASES / 50);
  });
});
