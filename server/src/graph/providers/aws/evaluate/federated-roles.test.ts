import { ACCOUNT, arn, dump, policyDocument, role } from '../../../../../test/support/aws-account';
import { AwsBundleReader } from '../read/read-account';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { SignIn } from '../../../engine/app-assignment';
import { normaliseAws } from '../normalise/normalise';
import { evaluateAws } from './evaluate';

const ROLE_RESOURCE: [string, string] = ['role', 'arn:${Partition}:iam::${Account}:role/${RoleNameWithPath}'];
const catalogue = new Catalogue({
  services: {
    sts: {
      actions: [
        ['AssumeRole', 'Write', ['role']],
        ['AssumeRoleWithSAML', 'Write', ['role']],
        ['AssumeRoleWithWebIdentity', 'Write', ['role']],
      ],
      resources: [ROLE_RESOURCE],
    },
  },
});

const OKTA = arn('saml-provider', 'Okta');
const SIGN_IN = 'https://signin.aws.amazon.com/saml';

const trusts = (Action: string, Federated: string, Condition: object = {}): object =>
  policyDocument({ Effect: 'Allow', Action, Principal: { Federated }, Condition });
const samlTrust = (condition: object = {}, provider = OKTA): object => trusts('sts:AssumeRoleWithSAML', provider, condition);

/** Roles that a user who signs in this way may assume, with the conditions. */
function actsAs(roles: object[], signIn: SignIn, conditions: string[] = []): string[] {
  const reader = new AwsBundleReader();
  reader.add({ name: 'd', content: Buffer.from(JSON.stringify(dump({ roles }))), problem: null });
  const evaluation = evaluateAws(normaliseAws('t', ACCOUNT, reader.result().bundle), {
    tenantId: 't',
    catalogue,
    holders: [],
    organization: null,
    accounts: new Map(),
    organizations: new Map(),
    federation: [{ holderUri: 't:IDP_OKTA:o:-:FEDERATED_USER:ada', application: 'AWS', by: null, signIn, conditions }],
  });
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const own = step.value.steps.filter(({ childUri }) => childUri.startsWith('t:IDP_OKTA'));
  return own.map(({ parent, conditions }) => [parent.name, ...conditions.map((condition) => `[${condition}]`)].join(' '));
}

const saml = (name: string, audience: string | null = SIGN_IN): SignIn => ({ protocol: 'saml', role: arn('role', name), provider: OKTA, audience });

describe('federated sign-in to a role', () => {
  it('needs a trust policy that allows the SAML provider of the assertion', () => {
    const roles = [
      role('reader', samlTrust()),
      role('other', samlTrust({}, arn('saml-provider', 'Acme'))),
      role('plain', trusts('sts:AssumeRole', OKTA)),
    ];
    expect(actsAs(roles, saml('reader'))).toEqual(['reader']);
    expect(actsAs(roles, saml('other'))).toEqual([]);
    expect(actsAs(roles, saml('plain'))).toEqual([]);
    expect(actsAs(roles, saml('gone'))).toEqual([]);
  });

  it('depends on the assertion audience, and is conditional on values that the directory lacks', () => {
    const audience = { StringEquals: { 'SAML:aud': SIGN_IN } };
    expect(actsAs([role('reader', samlTrust(audience))], saml('reader'))).toEqual(['reader']);
    expect(actsAs([role('reader', samlTrust(audience))], saml('reader', 'https://signin.amazonaws.cn/saml'))).toEqual([]);
    expect(actsAs([role('reader', samlTrust(audience))], saml('reader', null))).toEqual([expect.stringContaining('SAML:aud')]);
    const named = samlTrust({ StringLike: { 'SAML:sub': 'ada@*' } });
    expect(actsAs([role('reader', named)], saml('reader'))).toEqual([expect.stringMatching(/^reader \[.*SAML:sub/)]);
  });

  it('has the conditions of the sign-in to the application', () => {
    const mfa = 'conditional access policy "P" requires multifactor authentication';
    expect(actsAs([role('reader', samlTrust())], saml('reader'), [mfa])).toEqual([`reader [${mfa}]`]);
  });

  it('is blocked by a deny in the trust policy', () => {
    const statements = [
      { Effect: 'Allow', Action: 'sts:AssumeRoleWithSAML', Principal: { Federated: OKTA } },
      { Effect: 'Deny', Action: 'sts:*', Principal: '*' },
    ];
    expect(actsAs([role('reader', policyDocument(...statements))], saml('reader'))).toEqual([]);
  });

  it('with an OIDC token reaches every role whose trust matches its issuer, audience and subject', () => {
    const provider = `arn:aws:iam::${ACCOUNT}:oidc-provider/example.okta.com`;
    const trusting = (condition: object, by = provider): object => trusts('sts:AssumeRoleWithWebIdentity', by, condition);
    const roles = [
      role('app', trusting({ StringEquals: { 'example.okta.com:aud': '0oaapp' } })),
      role('ada', trusting({ StringEquals: { 'example.okta.com:aud': '0oaapp', 'example.okta.com:sub': '00uada' } })),
      role('eve', trusting({ StringEquals: { 'example.okta.com:sub': '00ueve' } })),
      role('another-app', trusting({ StringEquals: { 'example.okta.com:aud': '0oaother' } })),
      role('another-issuer', trusting({}, `arn:aws:iam::${ACCOUNT}:oidc-provider/example.org`)),
    ];
    const token: SignIn = { protocol: 'oidc', issuer: 'example.okta.com', audience: '0oaapp', subject: '00uada' };
    expect(actsAs(roles, token)).toEqual(['app', 'ada']);
    expect(actsAs(roles, { ...token, subject: null })).toEqual(['app', expect.stringMatching(/^ada \[/), expect.stringMatching(/^eve \[/)]);
  });

  it('through IAM Identity Center reaches its reserved roles, conditional on an assignment', () => {
    const center = arn('saml-provider', 'AWSSSO_0123456789abcdef_DO_NOT_DELETE');
    const roles = [role('AWSReservedSSO_ReadOnly_0123456789abcdef', samlTrust({}, center)), role('reader', samlTrust({}, center))];
    expect(actsAs(roles, { protocol: 'identity-center' })).toEqual([
      `AWSReservedSSO_ReadOnly_0123456789abcdef [IAM Identity Center assigns the permission set ReadOnly of account ${ACCOUNT} to them]`,
    ]);
  });

  it('through a permission set assignment reaches only the role of that permission set', () => {
    const center = arn('saml-provider', 'AWSSSO_0123456789abcdef_DO_NOT_DELETE');
    const of = (name: string, provider = center): object => role(`AWSReservedSSO_${name}_0123456789abcdef`, samlTrust({}, provider));
    const roles = [of('ReadOnly'), of('ReadOnly_Plus'), of('Admin', OKTA), role('ReadOnly', samlTrust({}, center))];
    const assigned = (permissionSet: string): SignIn => ({ protocol: 'permission-set', accountId: ACCOUNT, permissionSet });
    expect(actsAs(roles, assigned('ReadOnly'))).toEqual(['AWSReservedSSO_ReadOnly_0123456789abcdef']);
    expect(actsAs(roles, assigned('Admin'))).toEqual([]);
  });
});
