import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../../../test/support/aws-account';
import { AwsBundleReader } from '../read/read-account';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import { normaliseAws } from '../normalise/normalise';
import { buildGraph } from '../../../pipeline/build-graph';

const catalogue = new Catalogue({
  services: {
    sts: { actions: [['AssumeRole', 'Write', ['role']]], resources: [['role', 'arn:${Partition}:iam::${Account}:role/${RoleNameWithPath}']] },
    s3: { actions: [['GetObject', 'Read', ['object']]], resources: [['bucket', 'arn:${Partition}:s3:::${BucketName}']] },
  },
});

const root = { AWS: `arn:aws:iam::${ACCOUNT}:root` };
const mfa = { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } };
const mayAssume = (name: string, extra: object = {}) => allow('sts:AssumeRole', arn('role', name), extra);

/** Returns the paths of each identity to the roles that it can assume, with their conditions. */
function assumptionPaths(account: Parameters<typeof dump>[0]): Record<string, string[]> {
  const reader = new AwsBundleReader();
  reader.add({ name: 'd', content: Buffer.from(JSON.stringify(dump(account))), problem: null });
  const { entities, profileClasses } = buildGraph('t', normaliseAws('t', ACCOUNT, reader.result().bundle), catalogue);
  const pathsOf = (profileId: string | null) =>
    profileClasses
      .filter((path) => path.profileId === profileId && path.hops.length > 0)
      .map(({ hops }) => hops.map(({ name, conditions }) => `${name}${conditions.map((condition) => ` [${condition}]`).join('')}`).join(' > '))
      .sort();
  return Object.fromEntries(entities.filter(({ entity }) => entity.isIdentity).map(({ entity, profileId }) => [entity.name, pathsOf(profileId)]));
}

describe('role assumption', () => {
  it('needs an identity policy if the role trusts the account, but not if the role names the user', () => {
    const roles = [role('trusts-account', trust(root)), role('names-ann', trust({ AWS: arn('user', 'ann') }))];
    const users = [user('ann'), user('bob', { inline: { p: policyDocument(mayAssume('trusts-account')) } })];
    expect(assumptionPaths({ users, roles })).toMatchObject({ ann: ['names-ann'], bob: ['trusts-account'] });
  });

  it('is blocked by a deny, and by a permissions boundary unless the role names the user', () => {
    const roles = [role('named', trust({ AWS: [arn('user', 'denied'), arn('user', 'bounded')] })), role('delegated', trust(root))];
    const users = [
      user('denied', { inline: { p: policyDocument(allow('sts:*'), { Effect: 'Deny', Action: 'sts:AssumeRole', Resource: '*' }) } }),
      user('bounded', { inline: { p: policyDocument(allow('sts:*')) }, boundary: 'reading' }),
    ];
    const policies = [managedPolicy('reading', policyDocument(allow('s3:Get*')))];
    expect(assumptionPaths({ users, roles, policies })).toMatchObject({ denied: [], bounded: ['named'] });
  });

  it('combines the conditions of the trust policy and of the identity policy', () => {
    const roles = [role('one', trust(root, mfa)), role('two', trust(root))];
    const users = [user('ann', { inline: { p: policyDocument(mayAssume('one'), mayAssume('two', mfa)) } })];
    expect(assumptionPaths({ users, roles }).ann).toEqual(['one [aws:MultiFactorAuthPresent is true]', 'two [aws:MultiFactorAuthPresent is true]']);
  });

  it('follows role chains and cycles, and prefers a long unconditional path to a short conditional one', () => {
    const roles = [
      role('a', trust({ AWS: [arn('user', 'ann'), arn('role', 'c')] })),
      role('b', trust({ AWS: arn('role', 'a') })),
      role('c', policyDocument(
        { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: arn('user', 'ann') }, ...mfa },
        { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: arn('role', 'b') } },
      )),
    ]; // prettier-ignore
    expect(assumptionPaths({ users: [user('ann')], roles }).ann).toEqual(['a', 'a > b', 'a > b > c']);
  });

  it('is inherited from a group', () => {
    const account = {
      users: [user('ann', { groups: ['g'] })],
      groups: [group('g', ['assume'])],
      roles: [role('r', trust(root))],
      policies: [managedPolicy('assume', policyDocument(mayAssume('r')))],
    };
    expect(assumptionPaths(account)).toMatchObject({ ann: ['g > r'], g: [] });
  });

  it('is possible for trusted services, identity providers and external accounts, and for any account if a role trusts everyone', () => {
    const roles = [
      role('ec2', trust({ Service: 'ec2.amazonaws.com' })),
      role('partner', trust({ AWS: 'arn:aws:iam::999988887777:role/x' }, { Condition: { StringEquals: { 'sts:ExternalId': 'e' } } })),
      role('single-sign-on', trust({ Federated: `arn:aws:iam::${ACCOUNT}:saml-provider/Corp` }, { Action: 'sts:AssumeRoleWithSAML' })),
    ];
    expect(assumptionPaths({ roles })).toMatchObject({
      'ec2.amazonaws.com': ['ec2'],
      '999988887777': ['partner [sts:ExternalId is e]'],
      Corp: ['single-sign-on'],
    });
    expect(assumptionPaths({ roles: [role('public', trust('*'))] })).toMatchObject({ 'Any AWS account': ['public'] });
  });
});
