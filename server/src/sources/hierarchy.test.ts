import type { Account } from '@cam/contracts/server';
import { toOrganization } from './hierarchy';

const connection = { uid: 'o', cloudType: 'AWS' as const, info: {}, sealed: Buffer.alloc(0), name: 'Ours' };
const hierarchy = { type: 'ROOT' as const, id: 'o-1', name: 'o-1', children: [] };
const statusOf = (error: string, ...accounts: Account['status'][]): [string, string] => {
  const organization = { id: 'o-1', hierarchy, included: null, askedAt: '2026-03-01T00:00:00Z', error };
  const result = toOrganization(
    { ...connection, organization },
    accounts.map((status) => ({ status }) as Account),
  );
  return [result.status, result.internal_error];
};

it('toOrganization reports the worst status of its accounts, or the error of reading its hierarchy', () => {
  expect(statusOf('')).toEqual(['ORGANIZATION_STATUS_UNKNOWN', '']);
  expect(statusOf('', 'ACCOUNT_STATUS_SUCCESS', 'ACCOUNT_STATUS_UNKNOWN')).toEqual(['ORGANIZATION_STATUS_SUCCESS', '']);
  expect(statusOf('', 'ACCOUNT_STATUS_SUCCESS', 'ACCOUNT_STATUS_WARNING')).toEqual(['ORGANIZATION_STATUS_WARNING', '']);
  expect(statusOf('', 'ACCOUNT_STATUS_WARNING', 'ACCOUNT_STATUS_ERROR')).toEqual(['ORGANIZATION_STATUS_ERROR', '']);
  expect(statusOf('The role is gone.', 'ACCOUNT_STATUS_SUCCESS')).toEqual(['ORGANIZATION_STATUS_ERROR', 'The role is gone.']);
});
