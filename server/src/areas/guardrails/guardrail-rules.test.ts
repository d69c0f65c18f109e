import { brokenGuardrailRules } from './guardrail-rules';

describe('the fields of a guardrail', () => {
  it('are refused with the messages of the form', () => {
    const long = 'x'.repeat(10_001);
    expect(brokenGuardrailRules({ name: ' a ', query: 'us', remediation: long, audit: long }).map(({ message }) => message)).toEqual([
      'Name should be at least 3 chars',
      'Query should be at least 3 chars',
      'Remediation must be less than 10 000 characters.',
      'Audit must be less than 10 000 characters.',
    ]);
  });

  it('may be as short and as long as the rules say', () => {
    const longest = 'x'.repeat(10_000);
    expect(brokenGuardrailRules({ name: 'abc', query: 'any', remediation: longest, audit: longest })).toEqual([]);
  });

  it('are not checked if a change omits them', () => {
    expect(brokenGuardrailRules({})).toEqual([]);
  });
});
