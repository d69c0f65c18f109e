import type { TierRule } from '@cam/contracts';
import { parseTiersFile, planTiers, stepText, toTiersFile } from './tiers-plan';

const NAMES = ['Control', 'Crown jewels', 'Important', 'Rest'];

const rule = (fields: Partial<TierRule>): TierRule => ({
  ...{ rule_id: 'r1', name: 'Payroll', kind: 'QUERY', definition: { query: 'object_store payroll' }, tier: 1, labels: ['pci'], reason: 'Salaries' },
  ...{ owner: 'a@b.example', certify: false, enabled: true, version: 3, matched: 1, members: 1, proposed: 0, query: '', notice: '' },
  ...fields,
});
const BUILT_IN = rule({ rule_id: 'built-in:x', name: 'Owners', kind: 'BUILT_IN', definition: {}, tier: 0, labels: [] });

describe('a plan of tiers', () => {
  it('is empty for the file that was exported', () => {
    const rules = [rule({}), BUILT_IN];
    const file = parseTiersFile(JSON.stringify(toTiersFile(NAMES, rules)));
    expect(planTiers(file, NAMES, rules, true)).toEqual([]);
  });

  it('adds, changes and switches rules, and removes the others only on demand', () => {
    const file = parseTiersFile(
      JSON.stringify({
        names: ['Zero', 'One', 'Two', 'Three'],
        rules: [
          { name: 'payroll', kind: 'QUERY', definition: { query: 'object_store pay*' }, tier: 1, labels: ['pci'], reason: 'Salaries' },
          { name: 'Restricted', kind: 'TAG', definition: { key: 'data-class', value: 'restricted' }, tier: 1, reason: 'Policy' },
        ],
        built_in: [{ name: 'Owners', enabled: false }],
      }),
    );
    const rules = [rule({}), rule({ rule_id: 'r2', name: 'Old' }), BUILT_IN];
    expect(planTiers(file, NAMES, rules, false).map(stepText)).toEqual([
      'Name the tiers Zero, One, Two, Three',
      'Change name, definition of the rule "payroll"',
      'Add the rule "Restricted"',
      'Change enabled of the rule "Owners"',
    ]);
    expect(planTiers(file, NAMES, rules, true).at(-1)).toEqual({ step: 'REMOVE', name: 'Old', rule_id: 'r2' });
  });

  it('refuses files that do not say what they mean', () => {
    const message = (file: unknown): string => {
      try {
        planTiers(parseTiersFile(JSON.stringify(file)), NAMES, [rule({})], false);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const one = { name: 'A', kind: 'QUERY', definition: { query: 'user' }, tier: 1, reason: 'r' };
    expect(message({})).toContain('no list "rules"');
    expect(message({ rules: [{ ...one, kind: 'SQL' }] })).toContain('needs a "kind"');
    expect(message({ rules: [{ ...one, reason: '' }] })).toContain('no "reason"');
    expect(message({ rules: [one, { ...one, name: 'a' }] })).toContain('Two rules');
    expect(message({ rules: [{ ...one, name: 'Payroll', kind: 'PLACE', definition: { place: '1' } }] })).toContain('cannot change');
    expect(message({ rules: [], built_in: [{ name: 'Nothing', enabled: true }] })).toContain('no built-in rule');
  });
});
