import { parseQuery } from '../../../graph/query/parse-query';
import { CONTROL_EVIDENCE } from './control-evidence';
import { CONTROL_TITLES, type ControlFramework } from './control-titles';
import { numbersOf } from './controls';
import { FRAMEWORK_NUMBERS } from '../../../../test/support/framework-numbers';
import { cloudOf, isJudged } from './rule';
import { RULES, SUITES } from './suites';

/** Compares dotted numbers part by part. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, index) => one !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}

describe('the compliance rules', () => {
  it('number at least 150 in 13 suites, at least 130 of them automatic, with unique IDs and names', () => {
    expect(RULES.length).toBeGreaterThanOrEqual(150);
    expect(RULES.filter(isJudged).length).toBeGreaterThanOrEqual(130);
    for (const field of ['id', 'name'] as const) expect(new Set(RULES.map((rule) => rule[field])).size).toBe(RULES.length);
    expect(SUITES.map(({ id, rules }) => [id, rules.length > 5])).toEqual(SUITES.map(({ id }) => [id, true]));
    expect(SUITES).toHaveLength(13);
    const listed = new Set(SUITES.flatMap(({ rules }) => rules.map(({ id }) => id)));
    expect(RULES.filter(({ id }) => !listed.has(id))).toEqual([]);
  });

  it.each(Object.keys(CONTROL_TITLES) as ControlFramework[])(
    'map to existing %s controls, and the other controls ask for manual evidence',
    (framework) => {
      const named = [...new Set(RULES.flatMap(({ controls }) => numbersOf(controls, framework)))];
      expect(named.filter((number) => !FRAMEWORK_NUMBERS[framework].has(number))).toEqual([]);
      // Exactly the controls without a rule have manual evidence.
      const manual = Object.keys(CONTROL_EVIDENCE[framework]);
      expect(manual.filter((number) => named.includes(number))).toEqual([]);
      expect([...named, ...manual].sort()).toEqual(Object.keys(CONTROL_TITLES[framework]).sort());
      for (const text of Object.values(CONTROL_EVIDENCE[framework])) expect(text).toMatch(/^[A-Z].+[.]$/);
      const place = (number: string): number[] => (number.match(/\d+/g) ?? []).map(Number);
      const inSection = (a: string, b: string): boolean => a.replace(/[\d.]+$/, '') === b.replace(/[\d.]+$/, '');
      const order = Object.keys(CONTROL_TITLES[framework]);
      const unordered = order.filter((number, at) => {
        const before = order[at - 1];
        return before !== undefined && inSection(before, number) && compare(place(before), place(number)) >= 0;
      });
      expect(unordered).toEqual([]);
      expect(FRAMEWORK_NUMBERS[framework].size).toBe({ SOC2: 61, ISO_27001: 93, NIST_CSF: 106, PCI_DSS: 156 }[framework]);
    },
  );

  it('have a number of the benchmark in each CIS suite, and none in the suite beyond it', () => {
    const rulesOf = (suiteId: string) => SUITES.find(({ id }) => id === suiteId)?.rules ?? [];
    for (const [cloud, framework] of [
      ['aws', 'CIS_AWS'],
      ['azure', 'CIS_AZURE'],
      ['gcp', 'CIS_GCP'],
    ] as const) {
      expect(rulesOf(`${cloud}-foundations`).filter(({ controls }) => !controls[framework])).toEqual([]);
      expect(rulesOf(`${cloud}-further`).filter(({ controls }) => controls[framework])).toEqual([]);
    }
  });

  it('appear only in the suites of frameworks that require them', () => {
    const idsOf = (suiteId: string): string[] => SUITES.find(({ id }) => id === suiteId)?.rules.map(({ id }) => id) ?? [];
    expect(idsOf('soc2')).not.toContain('aws-user-keys-90');
    expect(idsOf('pci-dss')).toContain('aws-user-keys-90');
    expect([idsOf('pci-dss').includes('aws-support-role'), idsOf('iso-27001').includes('aws-support-role')]).toEqual([false, true]);
    expect([idsOf('nist-csf').includes('aws-iam-user-direct-access'), idsOf('pci-dss').includes('aws-iam-user-direct-access')]).toEqual([
      false,
      true,
    ]);
    // No framework asks for a means of one provider, for the owner of a key, or for what a stricter rule answers.
    const required = new Set(['soc2', 'iso-27001', 'nist-csf', 'pci-dss'].flatMap(idsOf));
    expect(RULES.filter(({ id }) => !required.has(id)).map(({ id }) => id)).toEqual([
      'aws-user-keys-365',
      'gcp-service-account-keys-365',
      'aws-role-external-boundary',
      'aws-organization-leave-action',
      'aws-iam-user-admin',
      'aws-iam-policy-tampering',
      'aws-iam-role-boundary',
      'azure-customer-keys',
      'gcp-customer-keys',
    ]);
  });

  it.each(RULES)('give $id valid queries or evidence, a description and a remediation', (rule) => {
    const texts = [rule.description, rule.remediation, isJudged(rule) ? rule.reason : rule.evidence];
    for (const text of texts) expect(text).toMatch(/^[A-Z].+[.]$/);
    if (!isJudged(rule)) return;
    for (const query of [rule.population, rule.failing]) expect([query, parseQuery(query).error]).toEqual([query, null]);
    expect(rule.failing).not.toBe(rule.population);
    expect(['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA']).toContain(cloudOf(rule));
  });
});
