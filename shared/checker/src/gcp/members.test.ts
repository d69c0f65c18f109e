import { means, memberOf, serviceAccountsOf, type GoogleNames } from './members';
import { covers, permissionOf } from './policies';

it.each([
  ['User:Ann@Acme.example', 'user:ann@acme.example'],
  ['principal://goog/subject/Ann@acme.example', 'user:ann@acme.example'],
  ['principalSet://goog/group/team@acme.example', 'group:team@acme.example'],
  ['principal://iam.googleapis.com/projects/-/serviceAccounts/r@shop.iam.gserviceaccount.com', 'serviceAccount:r@shop.iam.gserviceaccount.com'],
  ['SERVICEACCOUNT:r@x', 'serviceAccount:r@x'],
  ['principalSet://goog/public:all', 'allUsers'],
  ['allauthenticatedusers', 'allAuthenticatedUsers'],
  ['projectOwner:Shop', 'projectOwner:Shop'],
])('%s is the member %s', (written, member) => {
  expect(memberOf(written)).toBe(member);
});

describe('a member of a policy', () => {
  const ann: GoogleNames = { member: 'user:ann@acme.example', groups: new Set(['group:team@acme.example']), accountSets: null };
  const robot: GoogleNames = { member: 'serviceAccount:r@x', groups: new Set(), accountSets: new Set([serviceAccountsOf('projects/1')]) };

  it.each([
    ['user:ann@acme.example', 'yes', 'no'],
    ['group:team@acme.example', 'yes', 'no'],
    ['domain:acme.example', 'yes', 'no'],
    ['domain:example', 'no', 'no'],
    ['allUsers', 'yes', 'yes'],
    [serviceAccountsOf('projects/1'), 'no', 'yes'],
    [serviceAccountsOf('projects/2'), 'no', 'no'],
    ['deleted:user:ann@acme.example?uid=1', 'no', 'no'],
    ['principalSet://iam.googleapis.com/locations/global/workforcePools/p/*', 'no', 'no'],
    ['principalSet://goog/cloudIdentityCustomerId/C01', 'unknown', 'unknown'],
    ['somebody', 'unknown', 'unknown'],
  ])('%s means a user: %s, a service account: %s', (member, user, account) => {
    expect([means(member, ann), means(member, robot)]).toEqual([user, account]);
  });

  it('that is a set of service accounts is open where the place of the account is not known', () => {
    expect(means(serviceAccountsOf('projects/1'), { ...robot, accountSets: null })).toBe('unknown');
  });
});

it.each([
  [['storage.googleapis.com/objects.get'], true],
  [['storage.googleapis.com/*.*'], true],
  [['storage.objects.*'], true],
  [['*get'], true],
  [['storage.googleapis.com/objects'], false],
  [['*.buckets.*', 'a'], false],
])('the permissions %j cover storage.objects.get: %s', (patterns, wanted) => {
  expect(covers(patterns.map(permissionOf), 'storage.objects.get')).toBe(wanted);
});
