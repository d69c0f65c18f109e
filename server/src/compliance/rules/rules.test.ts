import { parseQuery } from '../../query/parser';
import { CONTROL_TITLES, type ControlFramework } from './control-titles';
import { numbersOf } from './controls';
import { FRAMEWORK_NUMBERS } from '../../../test/support/framework-numbers';
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

  it.each(Object.keys(CONTROL_TITLES) as ControlFramework[])('are evidence for controls that %s has, each with what it asks', (framework) => {
    const named = [...new Set(RULES.flatMap(({ controls }) => numbersOf(controls, framework)))];
    expect(named.filter((number) => !FRAMEWORK_NUMBERS[framework].has(number))).toEqual([]);
    expect(named.sort()).toEqual(Object.keys(CONTROL_TITLES[framework]).sort());
    expect(FRAMEWORK_NUMBERS[framework].size).toBe({ SOC2: 61, ISO_27001: 93, NIST_CSF: 106, PCI_DSS: 156 }[framework]);
  });

  it('are not evidence for what a framework does not ask', () => {
    const idsOf = (suiteId: string): string[] => SUITES.find(({ id }) => id === suiteId)?.rules.map(({ id }) => id) ?? [];
    expect(idsOf('soc2')).not.toContain('aws-user-keys-90');
    expect(idsOf('pci-dss')).toContain('aws-user-keys-90');
    for (const id of ['aws-iam-role-boundary', 'aws-organization-leave-action', 'aws-support-role']) {
      expect(idsOf('pci-dss')).not.toContain(id);
      expect(idsOf('iso-27001').includes(id)).toBe(true);
    }
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
