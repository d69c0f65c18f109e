import { meaningOf } from './meaning';
import { parseQuery } from './parse-query';

describe('the meaning of a query', () => {
  it.each([
    ['user', 'Users.'],
    ['any', 'Identities of any type.'],
    ['user "Mae West"|mae*', 'Users named "Mae West" or mae*.'],
    ['user|role with-attribute keyage > 90', 'Users or roles that have an active key that is more than 90 days old.'],
    ['user with-attribute mfa false and privileged true', 'Users that have no MFA and are privileged.'],
    ['role with-attribute mfa != false', 'Roles that have MFA.'],
    ['role not with-attribute created >= 2026-01-31', 'Roles except those that were created on or after 2026-01-31.'],
    ['disk with-attribute tag.env prod|test', 'Disks that have the tag env with the value prod or test.'],
    ['user with-access any', 'Users that can access any resource.'],
    [
      'user with-attribute accountid 1 with-access any with-attribute accountid 2',
      'Users that are in account 1 and can access resources that are in account 2.',
    ],
    [
      'any with-access disk d for read and action ec2:*',
      'Identities of any type that can access disks named d, with read privileges and the action ec2:*.',
    ],
    ['user with-access any via group a via role b', 'Users that can access any resource, through groups named a, then through roles named b.'],
    [
      'user with-access any not via group not for read|list',
      'Users that can access any resource, on a path without groups, with something other than read or list privileges.',
    ],
    [
      'public_node with-access object_store for xaccount public',
      'Anonymous internet users that can access object stores, with access from anywhere.',
    ],
    ['user with-role a with-scope b', 'Users that hold the role a and have a grant at the scope b.'],
    ['user with-access any with-role a not with-scope b', 'Users that can access any resource, granted by the role a, not granted at the scope b.'],
    ['role with-access any with-usage never', 'Roles that can access any resource, never used.'],
    ['user with-access any with-usage > 30 < 90', 'Users that can access any resource, last used more than 30 days and less than 90 days ago.'],
    ['user with-usage < 1 disk', 'Users that were active in the last day on disks.'],
    [
      'user with-access disk and with-access vpc and not with-access keystore',
      'Users that can access disks, and also can access virtual networks, but not those that can access key stores.',
    ],
    ['(user or role) and not group', '(Users, or roles), but not groups.'],
    ['user with-access any as-of 2026-01-31', 'Users that can access any resource, as of 2026-01-31.'],
    ['any with-access any changed-since 2026-01-31', 'Identities of any type that can access any resource, changed since 2026-01-31.'],
  ])('is one sentence: %s', (input, sentence) => {
    const { query } = parseQuery(input);
    expect(query && meaningOf(query)).toBe(sentence);
  });
});
