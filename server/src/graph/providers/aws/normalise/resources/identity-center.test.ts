import { ACCOUNT } from '../../../../../../test/support/aws-account';
import { factsOf } from '../../../../../../test/support/aws-bundle';
import { identityCenterFiles } from '../../../../../../test/support/identity-center';
import { signInsAt } from '../../../../pipeline/context/sign-ins';

const PROD = '222233334444';
const FILES = Object.fromEntries(identityCenterFiles('eu-west-1', [ACCOUNT, PROD]).map(({ path, parts }) => [path, [...parts].join('')]));
const ARN = 'arn:aws:identitystore:::';

/** The principals that may act as a permission set's role in an account. */
const signedIn = (files: Record<string, unknown>, account: string): string[] =>
  signInsAt(
    account,
    factsOf(files).policies.filter(({ kind }) => kind === 'federated_assignment'),
  ).map(({ holderUri, signIn }) => `${holderUri.split(':').at(-1)} ${signIn.protocol === 'permission-set' ? signIn.permissionSet : signIn.protocol}`);

describe('IAM Identity Center', () => {
  it('has its own users and groups, and the directory users that sign in as them', () => {
    const { entity, hanging, relations, said } = factsOf(FILES);
    expect(said).toEqual([]);
    expect(entity('ada@example.com')).toMatchObject({
      type: 'FEDERATED_USER',
      nativeId: `${ARN}user/u-ada`,
      isIdentity: true,
      attributes: { email: 'ada@example.com', domain: 'example.com', status: 'active', usersource: 'AWS' },
    });
    expect(entity('Analysts')).toMatchObject({ type: 'FEDERATED_GROUP', attributes: { description: 'Analysts of the company' } });
    expect(hanging.filter((text) => text.includes('member_of'))).toEqual([
      'ada@example.com member_of Analysts',
      'ben@example.com member_of Analysts',
    ]);
    expect(relations).toContainEqual(
      expect.objectContaining({
        child: { nativeId: '00uada' },
        parent: expect.objectContaining({ nativeId: `${ARN}user/u-ada` }),
        kind: 'can_become',
        detail: { relation: 'signs in to IAM Identity Center as' },
      }),
    );
  });

  it('assigns permission sets to users and groups in each account', () => {
    expect(signedIn(FILES, ACCOUNT).sort()).toEqual(['g-admins DataAdmin', 'g-analysts ReadOnly', 'u-cleo DataAdmin']);
    expect(signedIn(FILES, PROD)).toEqual(['g-analysts ReadOnly']);
    expect(signedIn(FILES, '333344445555')).toEqual([]);
  });

  it('has permission sets as policies, with their attached policies and their boundary', () => {
    const { entity, policies } = factsOf(FILES);
    expect(entity('ReadOnly')).toMatchObject({
      type: 'POLICY',
      attributes: { policytype: 'permission-set', policies: ['ReadOnlyAccess', 'SecurityAudit'], sessionduration: 'PT8H' },
    });
    expect(entity('DataAdmin').attributes).toMatchObject({ policies: ['keys', 'tables'], boundary: 'no-billing' });
    expect(policies.find(({ policyId }) => policyId === entity('DataAdmin').nativeId)?.document).toContain('s3:*');
  });

  it('reports unresolved assignments in one warning', () => {
    const { 'identitystore/list-groups.json': _groups, ...others } = FILES;
    const { said } = factsOf(others);
    expect(said.map(({ message }) => message)).toEqual([expect.stringMatching(/permission set: g-analysts as ReadOnly in \d{12}, and 2 others\.$/)]);
    expect(signedIn(others, ACCOUNT)).toEqual(['u-cleo DataAdmin']);
  });
});
