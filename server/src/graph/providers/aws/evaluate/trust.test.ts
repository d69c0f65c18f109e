import { parsePolicyDocument } from '../compile/policy-document';
import { denialOf, trustedPrincipals } from './trust';

const statements = (...list: object[]) =>
  parsePolicyDocument({ Version: '2012-10-17', Statement: list.map((one) => ({ Effect: 'Allow', Action: 'sts:AssumeRole', ...one })) })?.statements ??
  [];

describe('external principals in trust policies', () => {
  it('are trusted if a statement allows the assume action for their kind', () => {
    const list = statements(
      { Principal: { Service: ['ec2.amazonaws.com', 'lambda.amazonaws.com'] } },
      { Principal: { Federated: 'arn:aws:iam::111122223333:saml-provider/Corp' }, Action: 'sts:AssumeRoleWithSAML' },
      { Principal: { Federated: 'accounts.google.com' } },
    );
    expect(trustedPrincipals(list).map(({ principal }) => principal.name)).toEqual([
      'ec2.amazonaws.com',
      'lambda.amazonaws.com',
      'arn:aws:iam::111122223333:saml-provider/Corp',
    ]);
  });

  it('are denied by a statement that matches them or their account', () => {
    const partner = { kind: 'AWS' as const, name: 'arn:aws:iam::999988887777:role/partner' };
    const deny = (extra: object) => statements({ Effect: 'Deny', ...extra });
    expect(denialOf(deny({ Principal: { AWS: '999988887777' } }), partner)).toEqual({ denied: true, unless: [] });
    expect(denialOf(deny({ Principal: { AWS: '444455556666' } }), partner)).toEqual({ denied: false, unless: [] });
    expect(denialOf(deny({ Principal: '*', Condition: { Null: { 'sts:ExternalId': 'true' } } }), partner)).toEqual({
      denied: false,
      unless: ['not (sts:ExternalId is absent)'],
    });
  });
});
