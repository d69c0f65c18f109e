import type { PrivilegeCount } from '../counts/count-privileges';
import { RowTotals, totalIdentities, totalPrivileges } from './count-totals';
import type { Fact, IdentityFact } from './facts';

const identity = (type: string, status: IdentityFact['status'], { roles = 0, objects = 1, groups = 0, purpose = 'ordinary' } = {}): IdentityFact =>
  ({ account_id: '1', type, status, roles_total: roles, objects_total: objects, groups, purpose }) as IdentityFact;
const privilege = (account_id: string, used_90: number | null, sensitive = false): PrivilegeCount =>
  ({ account_id, used_90, sensitive }) as PrivilegeCount;

it('totals identities by account and type, split into used, unused and unknown', () => {
  const facts = totalIdentities([
    identity('USER', 'USED', { groups: 2 }),
    identity('USER', 'UNUSED', { roles: 1 }),
    identity('USER', 'UNUSED'),
    identity('USER', 'UNUSED', { roles: 1, purpose: 'break-glass' }),
    identity('USER', 'NOT_ENOUGH_DATA', { roles: 1 }),
    identity('USER', 'NOT_ENOUGH_DATA', { objects: 0 }),
    identity('ROLE', 'USED'),
  ]);
  expect(facts.map(({ key }) => key)).toEqual(['1 USER', '1 ROLE']);
  expect(facts[0]?.value).toEqual({
    account_id: '1',
    type: 'USER',
    used: 1,
    unused: 2,
    unused_with_role: 1,
    idle: 1,
    idle_with_role: 1,
    unknown: 1,
    unknown_with_role: 1,
    judged: 4,
    in_groups: 1,
  });
});

it('totals privileges by account, and counts unlogged ones as neither used nor unused', () => {
  const [total] = totalPrivileges([privilege('1', 3, true), privilege('1', 0), privilege('1', null)]);
  expect(total?.value).toEqual({ account_id: '1', all: 3, used: 1, unused: 1, sensitive: { all: 1, used: 1, unused: 0 } });
});

it('totals the facts of each section by account over several batches', () => {
  const fact = (section: string, account_id: string): Fact => ({ section, key: '', account_id, name: '', value: {} }) as unknown as Fact;
  const totals = new RowTotals();
  totals.add([fact('service', '1'), fact('service', '2'), fact('public', '1')]);
  totals.add([fact('service', '1')]);
  expect(totals.all).toBe(4);
  expect(totals.facts()).toEqual([
    { section: 'rows', key: 'service 1', account_id: '1', name: 'service', value: { n: 2 } },
    { section: 'rows', key: 'service 2', account_id: '2', name: 'service', value: { n: 1 } },
    { section: 'rows', key: 'public 1', account_id: '1', name: 'public', value: { n: 1 } },
  ]);
});
