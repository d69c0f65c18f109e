import { parsePolicyDocument } from '../compile/policy-document';
import { denialOf, trustGrants, trustedPrincipals } from './trust';

const ACCOUNT = '111122223333';
const alice = { arn: `arn:aws:iam::${ACCOUNT}:user/alice`, type: 'USER', name: 'alice', accountId: ACCOUNT };
const deployer = { arn: `arn:aws:iam::${ACCOUNT}:role/ci/deployer`, type: 'ROLE', name: 'deployer', accountId: ACCOUNT };

const statements = (...list: object[]) =>
  parsePolicyDocument({ Version: '2012-10-17', Statement: list.map((one) => ({ Effect: 'Allow', Action: 'sts:AssumeRole', ...one })) })?.statements ??
  [];

describe('a trust policy', () => {
  it('lets in by itself whom it names', () => {
    expect(trustGrants(statements({ Principal: { AWS: alice.arn } }), alice)).toEqual([{ mode: 'user', conditions: [] }]);
    expect(trustGrants(statements({ Principal: { AWS: deployer.arn } }), deployer)).toEqual([{ mode: 'role', conditions: [] }]);
    expect(trustGrants(statements({ Principal: '*' }), alice)).toEqual([{ mode: 'everybody', conditions: [] }]);
    expect(trustGrants(statements({ Principal: { AWS: alice.arn } }), deployer)).toEqual([]);
  });

  it('only delegates where it names the account, in any partition', () => {
    for (const name of [ACCOUNT, `arn:aws:iam::${ACCOUNT}:root`, `arn:aws-us-gov:iam::${ACCOUNT}:root`]) {
      expect(trustGrants(statements({ Principal: { AWS: name } }), alice)).toEqual([{ mode: 'account', conditions: [] }]);
    }
    expect(trustGrants(statements({ Principal: { AWS: '999988887777' } }), alice)).toEqual([]);
  });

  it('lets the sessions of a role in by the name of the role without its path', () => {
    const session = `arn:aws:sts::${ACCOUNT}:assumed-role/deployer/build-7`;
    expect(trustGrants(statements({ Principal: { AWS: session } }), deployer)).toEqual([
      { mode: 'session', conditions: ['the session is named build-7'] },
    ]);
    expect(trustGrants(statements({ Principal: { AWS: session } }), alice)).toEqual([]);
  });

  it('says nothing to users by actions that are not theirs', () => {
    expect(trustGrants(statements({ Principal: { AWS: alice.arn }, Action: 'sts:AssumeRoleWithSAML' }), alice)).toEqual([]);
    expect(trustGrants(statements({ Principal: { AWS: alice.arn }, Action: 'STS:assume*' }), alice)).toHaveLength(1);
    expect(trustGrants(statements({ Principal: { AWS: alice.arn }, Action: undefined, NotAction: 'sts:TagSession' }), alice)).toHaveLength(1);
  });

  it('is closed by an explicit deny, and made conditional by one under conditions', () => {
    const allow = { Principal: { AWS: alice.arn } };
    expect(trustGrants(statements(allow, { Effect: 'Deny', Principal: '*' }), alice)).toEqual([]);
    const unlessMfa = { Effect: 'Deny', Principal: '*', Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'false' } } };
    expect(trustGrants(statements(allow, unlessMfa), alice)).toEqual([{ mode: 'user', conditions: ['not (aws:MultiFactorAuthPresent is false)'] }]);
  });

  it('never drops a condition', () => {
    const condition = { StringEquals: { 'sts:ExternalId': 'x' } };
    expect(trustGrants(statements({ Principal: { AWS: alice.arn }, Condition: condition }), alice)[0]?.conditions).toEqual(['sts:ExternalId is x']);
  });

  it('that denies all but some spares those only', () => {
    const allBut = { Effect: 'Deny', NotPrincipal: { AWS: [alice.arn, ACCOUNT] } };
    expect(trustGrants(statements({ Principal: { AWS: ACCOUNT } }, allBut), alice)).toHaveLength(1);
    expect(trustGrants(statements({ Principal: { AWS: ACCOUNT } }, allBut), deployer)).toEqual([]);
  });
});

describe('who stands outside', () => {
  it('is everybody whom a statement lets in by the action of its kind', () => {
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

  it('is kept out by a deny that means it or its account', () => {
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
