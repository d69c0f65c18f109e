import { ACCOUNT, allow, policyDocument } from '../../../../../../test/support/aws-account';
import { factsOf } from '../../../../../../test/support/aws-bundle';
import { organizationOf } from '../../../../engine/organization';
import { organizationLimits } from '../../evaluate/organization-limits';

const at = (kind: string, id: string): string => `arn:aws:organizations::${ACCOUNT}:${kind}/o-abcdefghij/${id}`;
const account = (Id: string, Name: string): object => ({ Id, Arn: at('account', Id), Name, Email: `${Name}@example.org`, Status: 'ACTIVE' });
const [PROD, SANDBOX] = ['222233334444', '333344445555'];
const summary = (Id: string, Name: string, Type = 'SERVICE_CONTROL_POLICY'): object => ({
  Id,
  Arn: at('policy', `x/${Id}`),
  Name,
  Type,
  AwsManaged: false,
});
const described = (...args: [string, string, string?]): object => ({
  Policy: { PolicySummary: summary(...args), Content: JSON.stringify(policyDocument({ ...allow('iam:*'), Effect: 'Deny' })) },
});

const TREE = {
  'organizations/list-roots.json': { Roots: [{ Id: 'r-root', Arn: at('root', 'r-root'), Name: 'Root' }] },
  'organizations/list-accounts.json': { Accounts: [account(ACCOUNT, 'management'), account(PROD, 'prod'), account(SANDBOX, 'sandbox')] },
  'organizations/list-organizational-units-for-parent/r-root.json': {
    OrganizationalUnits: [{ Id: 'ou-root-work', Arn: at('ou', 'ou-root-work'), Name: 'Workloads' }],
  },
  'organizations/list-accounts-for-parent/r-root.json': { Accounts: [account(ACCOUNT, 'management')] },
  'organizations/list-accounts-for-parent/ou-root-work.json': { Accounts: [account(PROD, 'prod'), account(SANDBOX, 'sandbox')] },
};
const POLICIES = {
  'organizations/list-policies.json': { Policies: [summary('p-1', 'no-iam')] },
  'organizations/describe-policy/p-1.json': described('p-1', 'no-iam'),
  'organizations/list-targets-for-policy/p-1.json': { Targets: [{ TargetId: 'ou-root-work', Type: 'ORGANIZATIONAL_UNIT' }] },
};

describe('an AWS organization', () => {
  it('is a tree of scopes with the id of the organization', () => {
    const { hanging, entity, said } = factsOf({ ...TREE, ...POLICIES });
    expect(hanging).toEqual(['Workloads contains Root', 'management contains Root', 'prod contains Workloads', 'sandbox contains Workloads']);
    expect(entity('prod')).toMatchObject({
      type: 'SCOPE',
      nativeId: at('account', PROD),
      attributes: { scopekind: 'account', orgid: 'o-abcdefghij', email: 'prod@example.org', status: 'active' },
    });
    expect(said).toEqual([]);
    const above = { Organization: { Id: 'o-abcdefghij', Arn: `arn:aws:organizations::${ACCOUNT}:organization/o-abcdefghij` } };
    const whole = factsOf({ ...TREE, ...POLICIES, 'organizations/describe-organization.json': above });
    expect(whole.hanging).toContain('Root contains o-abcdefghij');
    expect(whole.entity('o-abcdefghij').attributes.scopekind).toBe('organization');
  });

  it('limits the accounts below the targets of its policies, but never the management account', () => {
    const { relations, policies } = factsOf({ ...TREE, ...POLICIES });
    const scpsOf = (id: string): string[] =>
      organizationLimits(
        organizationOf(
          id,
          relations.filter(({ kind }) => kind === 'contains'),
          policies,
        ),
        id,
      )
        .scps.flat()
        .map(({ policyName }) => policyName);
    expect(scpsOf(PROD)).toContain('no-iam');
    expect(scpsOf(ACCOUNT)).toEqual([]);
  });

  it('is also read from paths and from list-parents output', () => {
    const path = 'o-abcdefghij/r-root/ou-root-work/';
    const { hanging } = factsOf({
      'organizations/list-roots.json': TREE['organizations/list-roots.json'],
      'organizations/list-organizational-units.json': {
        OrganizationalUnits: [{ Id: 'ou-root-work', Arn: at('ou', 'ou-root-work'), Name: 'Workloads', Path: path }],
      },
      'organizations/list-accounts.json': { Accounts: [{ ...account(PROD, 'prod'), Paths: [path] }, account(SANDBOX, 'sandbox')] },
      [`organizations/list-parents/${SANDBOX}.json`]: { Parents: [{ Id: 'ou-root-work', Type: 'ORGANIZATIONAL_UNIT' }] },
    });
    expect(hanging).toEqual(['Workloads contains Root', 'prod contains Workloads', 'sandbox contains Workloads']);
  });

  it('warns about unknown targets, documents and parents, which it does not evaluate', () => {
    const places = (files: Record<string, unknown>) => factsOf(files).said.map(({ message }) => message);
    expect(places({ ...TREE, 'organizations/describe-policy/p-1.json': described('p-1', 'no-iam') })).toEqual([
      'The targets of the policy no-iam are unknown, so the policy is not evaluated. Add organizations/list-targets-for-policy/p-1.json.',
    ]);
    expect(places({ ...TREE, 'organizations/list-policies.json': { Policies: [summary('p-2', 'lost')] } })).toEqual([
      'The document of the policy lost is unknown, so the policy is not evaluated. Add organizations/describe-policy/p-2.json.',
    ]);
    expect(
      places({
        'organizations/list-roots.json': TREE['organizations/list-roots.json'],
        'organizations/list-accounts.json': TREE['organizations/list-accounts.json'],
      }),
    ).toEqual([expect.stringContaining(`The organizational unit of ${ACCOUNT} and 2 more is unknown`)]);
  });

  it('ignores policy types that do not affect access', () => {
    const { policies, said } = factsOf({ ...TREE, 'organizations/describe-policy/p-3.json': described('p-3', 'tags', 'TAG_POLICY') });
    expect([policies, said]).toEqual([[], []]);
  });
});
