import type { Account } from '@cam/contracts/server';
import { partialReasons } from './answers';

const account = (account_id: string, status: Account['status'], last_snapshot_time: string | null): Account =>
  ({ account_id, status, last_snapshot_time }) as Account;

it('a list is partial while an account in scope awaits its first import or a count is running', () => {
  const accounts = [
    account('1', 'ACCOUNT_STATUS_SUCCESS', '2026-01-01'),
    account('2', 'ACCOUNT_STATUS_UNKNOWN', null),
    account('3', 'ACCOUNT_STATUS_ERROR', null),
  ];
  const reasons = (accountId: string | null, counting = false) =>
    partialReasons({ tenantId: 't', accountId }, accounts, { counted_at: '2026-01-01', counting });
  expect([reasons(null), reasons('2'), reasons('1,2')]).toEqual([['missing_fields'], ['missing_fields'], ['missing_fields']]);
  expect([reasons('1'), reasons('3'), reasons('1,3')]).toEqual([[], [], []]);
  expect(reasons('1', true)).toEqual(['missing_fields']);
});
