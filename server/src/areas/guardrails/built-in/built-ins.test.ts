import { parseQuery } from '../../../graph/query/parse-query';
import { brokenGuardrailRules } from '../guardrail-rules';
import { BUILT_INS } from './all-built-ins';

describe('the built-in guardrails', () => {
  it('number at least 60 in four folders, with unique IDs, names and queries', () => {
    expect(BUILT_INS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(BUILT_INS.map(({ folder }) => folder)).size).toBe(4);
    for (const field of ['id', 'name', 'query'] as const) expect(new Set(BUILT_INS.map((guardrail) => guardrail[field])).size).toBe(BUILT_INS.length);
  });

  it.each(BUILT_INS)('give $id a valid query, a description, a remediation and an audit text', (guardrail) => {
    const { query } = parseQuery(guardrail.query);
    expect(query).not.toBeNull();
    expect(brokenGuardrailRules(guardrail)).toEqual([]);
    for (const text of [guardrail.description, guardrail.remediation, guardrail.audit]) expect(text).toMatch(/^[A-Z].+[.]$/);
  });
});
