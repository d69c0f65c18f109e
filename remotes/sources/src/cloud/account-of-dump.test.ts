import { accountIdError } from './account-of-dump';

describe('the account of an import', () => {
  it('has 12 digits', () => {
    expect(accountIdError('111122223333')).toBeNull();
    expect(accountIdError('1111-2222')).toBe('An AWS account id has 12 digits.');
    expect(accountIdError('')).toBe('An AWS account id has 12 digits.');
  });
});
