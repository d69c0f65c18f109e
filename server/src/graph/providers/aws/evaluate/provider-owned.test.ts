import { isProviderOwned, mayTake, needsNoPermission } from './provider-owned';

const LINKED = 'arn:aws:iam::111122223333:role/aws-service-role/elasticache.amazonaws.com/AWSServiceRoleForElastiCache';

describe('a resource of the provider', () => {
  it.each([
    ['arn:aws:iam::aws:policy/AdministratorAccess', true],
    ['arn:aws:iam::111122223333:policy/AdministratorAccess', false],
    ['arn:aws:iam::111122223333:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Admin_0123456789abcdef', true],
    [LINKED, true],
    ['arn:aws:iam::111122223333:role/app', false],
    ['arn:aws:kms:eu-west-1:111122223333:alias/aws/s3', true],
    ['arn:aws:kms:eu-west-1:111122223333:alias/mine', false],
  ])('is recognised by its ARN: %s', (arn, isOwned) => {
    expect(isProviderOwned(arn)).toBe(isOwned);
  });

  it('can be read and assumed, but not changed', () => {
    expect(mayTake('iam:getrole', 'READ', LINKED)).toBe(true);
    expect(mayTake('sts:assumerole', 'ADMIN', LINKED)).toBe(true);
    expect(mayTake('iam:updateassumerolepolicy', 'ADMIN', LINKED)).toBe(false);
    expect(mayTake('iam:deleteservicelinkedrole', 'WRITE', LINKED)).toBe(true);
  });
});

it('knows the actions that need no permission', () => {
  expect(needsNoPermission('sts:getcalleridentity', 'session')).toBe(true);
  expect(needsNoPermission('sts:getsessiontoken', 'user')).toBe(true);
  expect(needsNoPermission('sts:getsessiontoken', 'session')).toBe(false);
  expect(needsNoPermission('sts:assumerole')).toBe(false);
});
