import type { AccessPath } from '@cam/contracts';
import { askedPrivileges, rankOf } from './asked-privileges';

const letters = (query: string): string => [...askedPrivileges(query).letters].sort().join('');
const path = (more: Partial<AccessPath>): AccessPath =>
  ({ actions_str: 'R--', conditional_actions_str: '---', conditional: false, privileges: [], ...more }) as AccessPath;

test.each([
  ['user with-access any for write', 'W'],
  ['user with-access object_store for action-type write|admin via role', 'AW'],
  ['user with-access any via role not for read', ''],
  ['user with-access any for read and with-access keystore for admin', 'AR'],
  ['user "for admin" with-access any', ''],
  ['any with-access any for xaccount cross', ''],
  ['user with-access any', ''],
])('the privileges of a query are those that it asks for: %s', (query, expected) => {
  expect(letters(query)).toBe(expected);
});

test('a path that grants an asked privilege comes before one that grants it under conditions, and both before others', () => {
  const asked = askedPrivileges('user with-access object_store for write');
  expect(rankOf(path({ actions_str: 'RW-' }), asked)).toBe(0);
  expect(rankOf(path({ actions_str: 'RW-', conditional_actions_str: '-W-' }), asked)).toBe(1);
  expect(rankOf(path({ actions_str: 'R--' }), asked)).toBe(2);
});

test('an asked action may be a pattern', () => {
  const asked = askedPrivileges('any with-access keystore for action kms:Dec*|s3:GetObject');
  expect(rankOf(path({ privileges: ['kms:Decrypt'] }), asked)).toBe(0);
  expect(rankOf(path({ privileges: ['kms:Decrypt'], conditional: true }), asked)).toBe(1);
  expect(rankOf(path({ privileges: ['kms:Encrypt'] }), asked)).toBe(2);
});
