import { parseQuery } from '../../query/parser';
import { cloudOf, isJudged } from './rule';
import { RULES, SUITES } from './suites';

describe('the rules of compliance', () => {
  it('are at least 150, most of them judged, over ten suites, each by an id and a name of its own', () => {
    expect(RULES.length).toBeGreaterThanOrEqual(150);
    expect(RULES.filter(isJudged).length).toBeGreaterThanOrEqual(130);
    for (const field of ['id', 'name'] as const) expect(new Set(RULES.map((rule) => rule[field])).size).toBe(RULES.length);
    expect(SUITES.map(({ id, rules }) => [id, rules.length > 5])).toEqual(SUITES.map(({ id }) => [id, true]));
    expect(SUITES).toHaveLength(10);
    const listed = new Set(SUITES.flatMap(({ rules }) => rules.map(({ id }) => id)));
    expect(RULES.filter(({ id }) => !listed.has(id))).toEqual([]);
  });

  it.each(RULES)('$id asks whole queries or for evidence, and says what to do', (rule) => {
    const texts = [rule.description, rule.remediation, isJudged(rule) ? rule.reason : rule.evidence];
    for (const text of texts) expect(text).toMatch(/^[A-Z].+[.]$/);
    if (!isJudged(rule)) return;
    for (const query of [rule.population, rule.failing]) expect([query, parseQuery(query).error]).toEqual([query, null]);
    expect(rule.failing).not.toBe(rule.population);
    expect(['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA']).toContain(cloudOf(rule));
  });
});
