import { brokenGuardrailRules } from './guardrail-rules';

describe('brokenGuardrailRules', () => {
  it("returns the form's messages for fields that are too short or too long", () => {
    const long = 'x'.repeat(10_001);
    expect(brokenGuardrailRules({ name: ' a ', query: 'us', remediation: long, audit: long }).map(({ message }) => message)).toEqual([
      'Name should be at least 3 chars',
      'Query should be at least 3 chars',
      'Remediation must be less than 10 000 characters.',
      'Audit must be less than 10 000 characters.',
    ]);
  });

  it('accepts the shortest and longest allowed values', () => {
    const longest = 'x'.repeat(10_000);
    expect(brokenGuardrailRules({ name: 'abc', query: 'any', remediation: longest, audit: longest })).toEqual([]);
  });

  it('ignores omitted fields', () => {
    expect(brokenGuardrailRules({})).toEqual([]);
  });
});
