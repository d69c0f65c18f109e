import { ACCOUNT, arn, dump, policyDocument, role } from '../../../../../test/support/aws-account';
import { factsOf } from '../../../../../test/support/aws-bundle';
import { referenceDecision, type ReferencePolicy, type ReferenceContext } from '../../../../../test/support/aws-reference';
import { casesToTry, dice, type Dice } from '../../../../../test/support/differential';
import type { SignIn } from '../../../engine/app-assignment';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import type { OrganizationLevel } from '../../../engine/evaluation';
import type { PolicyFact } from '../../../engine/source-facts';
import { evaluateAws } from './evaluate';

/** Random accounts whose roles trust identity providers, services and other accounts, below random resource control policies. */
const ACCOUNTS = casesToTry(400, 5000);

const catalogue = new Catalogue({
  services: {
    sts: {
      actions: ['AssumeRole', 'AssumeRoleWithSAML', 'AssumeRoleWithWebIdentity'].map((name) => [name, 'Write', ['role']]),
      resources: [['role', 'arn:${Partition}:iam::${Account}:role/${RoleNameWithPath}']],
    },
  },
});

const [OKTA, CORP] = [arn('saml-provider', 'Okta'), arn('saml-provider', 'Corp')];
const [APPS, ACTIONS_OF_GITHUB] = [arn('oidc-provider', 'example.okta.com'), arn('oidc-provider', 'token.actions.githubusercontent.com')];
/** Public providers have no ARN: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html#principal-web-identity */
const [COGNITO, GOOGLE] = ['cognito-identity.amazonaws.com', 'accounts.google.com'];
const PROVIDERS = [OKTA, CORP, APPS, ACTIONS_OF_GITHUB, COGNITO, GOOGLE];
const SERVICE = 'ec2.amazonaws.com';
const [PARTNER, MEMBER] = ['999988887777', '444455556666'];
const ORGANIZATION = 'o-home';
const ROOT = `arn:aws:organizations::999999999999:root/${ORGANIZATION}/r-home`;
const SIGN_IN = 'https://signin.aws.amazon.com/saml';
const ROLES = ['r1', 'r2'];
const STS = ['sts:*', 'sts:AssumeRole', 'sts:AssumeRoleWithSAML', 'sts:AssumeRoleWithWebIdentity', 'sts:AssumeRoleWith*'];

const CONDITIONS: Record<string, Record<string, unknown>>[] = [
  { StringEquals: { 'SAML:aud': SIGN_IN } },
  { StringEquals: { 'SAML:aud': 'https://signin.amazonaws.cn/saml' } },
  { StringLike: { 'SAML:sub': 'ada@*' } },
  { Null: { 'saml:aud': 'false' } },
  { StringEquals: { 'example.okta.com:aud': ['0oaapp', '0oaother'] } },
  { StringEquals: { 'example.okta.com:aud': '0oaother' } },
  { StringEquals: { 'example.okta.com:sub': '00uada' } },
  { StringNotEquals: { 'example.okta.com:sub': '00uada' } },
  { StringLike: { 'token.actions.githubusercontent.com:sub': 'repo:acme/*' } },
  { StringNotEqualsIfExists: { 'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com' } },
  { StringEquals: { 'cognito-identity.amazonaws.com:aud': 'eu-west-1:pool' }, 'ForAnyValue:StringLike': { 'cognito-identity.amazonaws.com:amr': 'authenticated' } }, // prettier-ignore
  { StringEquals: { 'accounts.google.com:aud': '1.apps.googleusercontent.com' } },
  { StringEquals: { 'sts:ExternalId': 'secret' } },
  { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } },
  { StringEquals: { 'aws:PrincipalOrgID': ORGANIZATION } },
  { ArnLike: { 'aws:PrincipalArn': `arn:aws:iam::${PARTNER}:role/*` } },
  { ArnLike: { 'aws:PrincipalArn': `arn:aws:iam::${ACCOUNT}:role/*` } },
  { StringEquals: { 'aws:PrincipalAccount': PARTNER } },
];
/** Perimeters as AWS publishes them: https://github.com/aws-samples/data-perimeter-policy-examples */
const PERIMETERS: Record<string, Record<string, unknown>>[] = [
  { StringNotEqualsIfExists: { 'aws:PrincipalOrgID': ORGANIZATION }, BoolIfExists: { 'aws:PrincipalIsAWSService': 'false' } },
  {
    StringNotEqualsIfExists: { 'aws:PrincipalOrgID': ORGANIZATION, 'aws:PrincipalAccount': PARTNER },
    Bool: { 'aws:PrincipalIsAWSService': 'false' },
  },
  { StringNotEqualsIfExists: { 'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com' } },
  { Null: { 'example.okta.com:sub': 'true' } },
  {},
];

interface World {
  trusts: Map<string, ReferencePolicy>;
  rcps: ReferencePolicy[][];
}

function randomWorld({ chance, some, one, times }: Dice): World {
  const document = (statements: object[]): ReferencePolicy => policyDocument(...statements) as unknown as ReferencePolicy;
  const under = (of: number): object => (chance(of) ? { Condition: one(CONDITIONS) } : {});
  const trusted = (): object =>
    one<() => object>([
      () => ({ Federated: some(PROVIDERS) }),
      () => ({ Federated: some(PROVIDERS) }),
      () => ({ Service: SERVICE }),
      () => ({ AWS: some([`arn:aws:iam::${PARTNER}:root`, `arn:aws:iam::${MEMBER}:root`]) }),
    ])();
  const trusts = new Map(
    ROLES.map((name) => [
      name,
      document([
        ...times(1, 3, () => ({ Effect: 'Allow', Action: some(STS), Principal: trusted(), ...under(0.5) })),
        ...times(0, 1, () => ({ Effect: 'Deny', Action: some(STS), Principal: chance(0.5) ? '*' : trusted(), ...under(0.7) })),
      ]),
    ]),
  );
  const everything = { Effect: 'Allow', Action: '*', Resource: '*', Principal: '*' };
  const perimeter = (): object => {
    const Condition = one(PERIMETERS);
    return { Effect: 'Deny', Action: some(STS), Resource: chance(0.7) ? '*' : arn('role', 'r1'), Principal: '*', ...(Object.keys(Condition).length > 0 ? { Condition } : {}) }; // prettier-ignore
  };
  return { trusts, rcps: chance(0.5) ? times(1, 2, () => [document([everything]), document([perimeter()])]) : [] };
}

const SIGN_INS: SignIn[] = [
  ...ROLES.map((name): SignIn => ({ protocol: 'saml', role: arn('role', name), provider: OKTA, audience: SIGN_IN })),
  { protocol: 'saml', role: arn('role', 'r1'), provider: OKTA, audience: null },
  { protocol: 'oidc', issuer: 'example.okta.com', audience: '0oaapp', subject: '00uada' },
  { protocol: 'oidc', issuer: 'example.okta.com', audience: '0oaapp', subject: null },
];

/** Keys of tokens and assertions in the tests. */
const TOKEN_KEYS = CONDITIONS.flatMap((block) => Object.values(block).flatMap((keys) => Object.keys(keys)))
  .map((key) => key.toLowerCase())
  .filter((key) => key.startsWith('saml:') || /^[^:]*\..*:/.test(key));

/**
 * Returns the request keys of a sign-in through a provider. The request is not signed, so it has no keys of a principal, and the token or assertion has
 * only the keys of its own provider.
 * @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_iam-condition-keys.html#condition-keys-wif
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-principalisawsservice
 */
function keysOfToken(provider: string, known: readonly [string, string][] = []): ReferenceContext {
  const context: ReferenceContext = new Map();
  for (const key of ['aws:principalarn', 'aws:principalorgid', 'aws:principalisawsservice']) context.set(key, null);
  const prefix = provider.includes('saml-provider') ? 'saml:' : `${provider.split('oidc-provider/').at(-1)}:`;
  for (const key of TOKEN_KEYS) if (!key.startsWith(prefix)) context.set(key, null);
  for (const [key, value] of known) context.set(key, [value]);
  return context;
}

/** Returns the request keys of a service, and of some principal of another account. Which one it is, is unknown. */
function keysOf(principal: string): ReferenceContext {
  if (principal === SERVICE) return new Map([['aws:principalarn', null], ['aws:principalorgid', null], ['aws:principalisawsservice', ['true']]]); // prettier-ignore
  const account = principal.split(':')[4] ?? '';
  return new Map<string, string[] | null>([
    ['aws:principalaccount', [account]],
    ['aws:principalisawsservice', ['false']],
    ...(account === MEMBER ? [['aws:principalorgid', [ORGANIZATION]] as [string, string[]]] : []),
  ]);
}

type Mode = 0 | 1 | 2;
const MODES = { Allowed: 2, Conditional: 1, ImplicitlyDenied: 0, ExplicitlyDenied: 0 } as const;

function expected({ trusts, rcps }: World, name: string, principal: string, action: string, context: ReferenceContext): Mode {
  const given = { identity: [{ Version: '2012-10-17', Statement: [{ Effect: 'Allow' as const, Action: '*', Resource: '*' }] }], boundary: null, session: null, scps: [], endpoint: [] }; // prettier-ignore
  const request = { principal, action: `sts:${action}`, resource: arn('role', name), resourceAccount: ACCOUNT, context };
  return MODES[referenceDecision({ ...given, rcps, resource: trusts.get(name) ?? null, request })];
}

/** The account of a condition on the ARN of an unknown principal is known, and the rest is not. */
function withoutOtherAccounts({ trusts, rcps }: World, principal: string): World {
  const account = principal.split(':')[4];
  const decided = (policy: ReferencePolicy): ReferencePolicy => ({
    ...policy,
    Statement: policy.Statement.filter(({ Condition }) => {
      const pattern = Condition?.ArnLike?.['aws:PrincipalArn'];
      return typeof pattern !== 'string' || pattern.split(':')[4] === account;
    }),
  });
  return { rcps, trusts: new Map([...trusts].map(([name, policy]) => [name, decided(policy)])) };
}

const fact = (kind: PolicyFact['kind'], document: ReferencePolicy, id: string): PolicyFact =>
  ({ policyId: id, name: id, uri: id, kind, holder: { nativeId: ROOT }, document: JSON.stringify(document) }) as PolicyFact;

function stepsOf({ trusts, rcps }: World): (child: string, name: string) => Mode {
  const facts = factsOf({ 'iam.json': dump({ roles: [...trusts].map(([name, document]) => role(name, document)) }) });
  const home: OrganizationLevel[] = [
    { node: { nativeId: ROOT }, policies: [] },
    ...rcps.map((level, index) => ({
      node: { nativeId: `arn:aws:organizations::999999999999:ou/${ORGANIZATION}/ou-${index}` },
      policies: level.map((document, order) => fact('rcp', document, `p-${index}-${order}`)),
    })),
  ];
  const evaluation = evaluateAws(facts, {
    tenantId: 't',
    catalogue,
    holders: [],
    organization: home,
    accounts: new Map(),
    organizations: new Map([[MEMBER, [{ node: { nativeId: ROOT }, policies: [] }]]]),
    federation: SIGN_INS.map((signIn, index) => ({ holderUri: `ada ${index}`, application: 'AWS', by: null, signIn, conditions: [] })),
  });
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const { steps, externalPrincipals } = step.value;
  const uris = new Map(externalPrincipals.map(({ nativeId, uri }) => [nativeId, uri]));
  return (child, name) => {
    const taken = steps.filter(({ childUri, parent }) => childUri === (uris.get(child) ?? child) && parent.name === name);
    if (taken.length === 0) return 0;
    return taken.some(({ conditions }) => conditions.length === 0) ? 2 : 1;
  };
}

describe('roles that trust identity providers, services and other accounts', () => {
  it(`are assumed as the reference evaluator says in ${ACCOUNTS} random accounts`, () => {
    const outcomes = new Map<string, number>();
    for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
      const world = randomWorld(dice(seed));
      const found = stepsOf(world);
      const compare = (child: string, name: string, wanted: Mode): void => {
        const kind = `${child.replace(/\d{12}|\d$/g, '')} ${wanted}`;
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
        const given = found(child, name);
        if (given !== wanted)
          throw new Error(`seed ${seed}: ${child} as ${name}: ${given}, not ${wanted}: ${JSON.stringify({ trust: world.trusts.get(name), rcps: world.rcps })}`); // prettier-ignore
      };
      for (const name of ROLES) {
        for (const [index, signIn] of SIGN_INS.entries()) {
          if (signIn.protocol === 'saml') {
            const known: [string, string][] = signIn.audience === null ? [] : [['saml:aud', signIn.audience]];
            const isOfRole = signIn.role === arn('role', name);
            compare(`ada ${index}`, name, isOfRole ? expected(world, name, OKTA, 'AssumeRoleWithSAML', keysOfToken(OKTA, known)) : 0);
          } else if (signIn.protocol === 'oidc') {
            const known: [string, string][] = [
              ['example.okta.com:aud', signIn.audience],
              ...(signIn.subject === null ? [] : [['example.okta.com:sub', signIn.subject] as [string, string]]),
            ];
            compare(`ada ${index}`, name, expected(world, name, APPS, 'AssumeRoleWithWebIdentity', keysOfToken(APPS, known)));
          }
        }
        // Providers without a connected directory stand for their users.
        compare(CORP, name, expected(world, name, CORP, 'AssumeRoleWithSAML', keysOfToken(CORP)));
        for (const provider of [ACTIONS_OF_GITHUB, COGNITO, GOOGLE])
          compare(provider, name, expected(world, name, provider, 'AssumeRoleWithWebIdentity', keysOfToken(provider)));
        for (const principal of [SERVICE, `arn:aws:iam::${PARTNER}:root`, `arn:aws:iam::${MEMBER}:root`])
          compare(principal, name, expected(withoutOtherAccounts(world, principal), name, principal, 'AssumeRole', keysOf(principal)));
      }
    }
    // Seven kinds of principals, each with all three answers.
    expect(outcomes.size).toBe(21);
  });
});
