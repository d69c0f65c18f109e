import { adminRole, appGroup, appUser, oktaApp, oktaGroup, oktaPolicy, oktaUser, ORG, signOnRule } from '../../../../../../test/support/okta-org';
import { OktaBundleReader } from '../../read/read-okta-bundle';
import { readAppAssignment, type SignIn } from '../../../../engine/app-assignment';
import { readDirectoryGrant } from '../../compile/directory-grant';

const PROVIDER = 'arn:aws:iam::111122223333:saml-provider/Okta';
const ACCOUNT_APP = oktaApp('aws', {
  name: 'amazon_aws',
  label: 'AWS production',
  settings: { app: { identityProviderArn: PROVIDER, awsEnvironmentType: 'aws.amazon', joinAllRoles: false } },
});

function read(files: Record<string, unknown>) {
  const reader = new OktaBundleReader();
  for (const [name, value] of Object.entries(files)) {
    reader.add({ name, content: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), problem: null });
  }
  const { warnings, normalise } = reader.result();
  const facts = normalise('t', ORG, new Date());
  const said = [...warnings.filter(({ message }) => !message.startsWith('The bundle has no')), ...facts.warnings];
  return { facts, said, names: facts.entities.map(({ type, name }) => `${type} ${name}`) };
}

const PEOPLE = {
  'users.json': [oktaUser('ada'), oktaUser('bob'), oktaUser('eve')],
  'groups.json': [oktaGroup('sre', 'SRE'), oktaGroup('dev', 'Developers')],
  'group-members/00gsre.json': [oktaUser('ada'), oktaUser('bob')],
  'group-members/00gdev.json': [oktaUser('bob')],
};

/** AWS sign-ins of the application: "holder -> role", with the group if there is one. */
function signIns(files: Record<string, unknown>): string[] {
  const { facts } = read({ ...PEOPLE, ...files });
  const roleOf = (signIn: SignIn): string => (signIn.protocol === 'saml' ? signIn.role.replace(/^.*::/, '') : signIn.protocol);
  return facts.policies
    .filter(({ kind }) => kind === 'federated_assignment')
    .flatMap((policy) => {
      const { by, signIns: all } = readAppAssignment(policy);
      return all.map((signIn) => `${policy.holder.nativeId}${by ? ` by ${by.name}` : ''} -> ${roleOf(signIn)}`);
    })
    .sort();
}

describe('a normalised Okta org', () => {
  it('has the employee type and the company of its users', () => {
    const profile = { login: 'ada@example.com', userType: 'Contractor', organization: 'Acme' };
    const { facts } = read({ ...PEOPLE, 'users.json': [{ ...oktaUser('ada'), profile }] });
    expect(facts.entities.find(({ nativeId }) => nativeId === '00uada')?.attributes).toMatchObject({ employeetype: 'Contractor', company: 'Acme' });
  });

  it('has the manager of its users where the profile names an address', () => {
    const managerOf = (profile: object): unknown =>
      read({ ...PEOPLE, 'users.json': [{ ...oktaUser('ada'), profile: { login: 'ada@example.com', ...profile } }] }).facts.entities.find(
        ({ nativeId }) => nativeId === '00uada',
      )?.attributes.manager;
    expect(managerOf({ managerId: 'Boss@example.com', manager: 'The Boss' })).toBe('boss@example.com');
    expect(managerOf({ managerId: '00uboss', manager: 'boss@example.com' })).toBe('boss@example.com');
    expect(managerOf({ managerId: '00uboss', manager: 'The Boss' })).toBeUndefined();
  });

  it('has the MFA requirement and the idle time of a policy if its rules define them', () => {
    const policy = (id: string, type: string) => ({ ...oktaPolicy(id), type });
    const method = (verificationMethod: object): object => ({
      ...signOnRule('x', true, 1),
      _links: {},
      actions: { appSignOn: { access: 'ALLOW', verificationMethod } },
    });
    const refusing = { ...signOnRule('org', false, 600), actions: { signon: { access: 'DENY', requireFactor: false } } };
    const engine = {
      signon: { access: 'ALLOW', requireFactor: false, primaryFactor: 'PASSWORD_IDP_ANY_FACTOR', session: { maxSessionIdleMinutes: 30 } },
    };
    const { facts, said } = read({
      ...PEOPLE,
      'policies.json': [
        policy('org', 'OKTA_SIGN_ON'),
        policy('engine', 'OKTA_SIGN_ON'),
        policy('two', 'ACCESS_POLICY'),
        policy('chain', 'ACCESS_POLICY'),
        policy('pw', 'PASSWORD'),
      ],
      'policy-rules.json': [
        signOnRule('org', true, 15),
        signOnRule('org', true, 20),
        refusing,
        { ...signOnRule('engine', false, 1), actions: engine },
      ],
      'policy-rules/00ptwo.json': [method({ type: 'ASSURANCE', factorMode: '2FA' })],
      'policy-rules/00pchain.json': [method({ type: 'ASSURANCE', factorMode: '2FA' }), method({ type: 'AUTH_METHOD_CHAIN' })],
    });
    expect(said).toEqual([]);
    const of = Object.fromEntries(
      facts.entities.filter(({ type }) => type === 'POLICY').map(({ name, attributes: { asksmfa, idleminutes } }) => [name, [asksmfa, idleminutes]]),
    );
    expect(of).toEqual({
      'policy-org': [true, 20],
      'policy-engine': [undefined, 30],
      'policy-two': [true, undefined],
      'policy-chain': [undefined, undefined],
    });
  });

  it('has the MFA status of users with a list of factors, where questions and email do not count', () => {
    const factor = (factorType: string, status = 'ACTIVE') => ({ id: `f${factorType}`, factorType, status, provider: 'OKTA', vendorName: 'OKTA' });
    const mfaOf = (files: Record<string, unknown>): unknown[] => {
      const { facts, said } = read({ 'users.json': [oktaUser('ada'), oktaUser('bob'), oktaUser('eve')], ...files });
      expect(said).toEqual([]);
      return facts.entities.filter(({ type }) => type === 'FEDERATED_USER').map(({ attributes }) => attributes.mfa);
    };
    // One file per user, as Okta responds: an empty one means no factors, a missing one means unknown.
    const files = { 'factors/00uada.json': [factor('question'), factor('webauthn')], 'factors/00ubob.json': [] };
    expect(mfaOf(files)).toEqual([true, false, undefined]);
    expect(
      mfaOf({
        'factors/00uada-1.json': [factor('email')],
        'factors/00uada-2.json': [factor('sms')],
        'factors/00ubob.json': [factor('push', 'PENDING_ACTIVATION')],
      }),
    ).toEqual([true, false, undefined]);
    expect(
      mfaOf({
        'factors.json': [
          { userId: '00ueve', factors: [factor('token:software:totp')] },
          { userId: '00ubob', factors: [] },
        ],
      }),
    ).toEqual([undefined, false, true]);
    expect(mfaOf({})).toEqual([undefined, undefined, undefined]);
  });

  it('has its users, groups, group memberships and applications', () => {
    const { facts, said, names } = read({ ...PEOPLE, 'apps.json': [ACCOUNT_APP] });
    expect(said).toEqual([]);
    expect(names).toEqual([
      `ACCOUNT_DATA ${ORG}`,
      ...['ada', 'bob', 'eve'].map((name) => `FEDERATED_USER ${name}@example.com`),
      'FEDERATED_GROUP SRE',
      'FEDERATED_GROUP Developers',
      'OKTA_APPLICATION AWS production',
    ]);
    expect(facts.relations.map(({ child, parent }) => `${child.nativeId} in ${parent.nativeId}`)).toEqual([
      '00uada in 00gsre',
      '00ubob in 00gsre',
      '00ubob in 00gdev',
    ]);
    expect(facts.entities.find(({ nativeId }) => nativeId === '00uada')).toMatchObject({
      uri: `t:IDP_OKTA:${ORG}:-:FEDERATED_USER:00uada`,
      attributes: {
        usersource: 'IDP_OKTA',
        email: 'ada@example.com',
        domain: 'example.com',
        status: 'active',
        created: '2024-01-02T03:04:05.000Z',
        lastused: '2026-01-05T06:07:08.000Z',
      },
    });
  });

  it('grants the AWS roles in application profiles, written as a name, account and name, or ARN', () => {
    const assignments = [
      appUser('aws', 'ada', { samlRoles: ['admin', '444455556666 -- audit'] }),
      appUser('aws', 'eve', { role: `arn:aws:iam::111122223333:role/ops/deploy,${PROVIDER}` }),
    ];
    expect(signIns({ 'apps.json': [ACCOUNT_APP], 'app-assignments.json': assignments })).toEqual([
      '00uada -> 111122223333:role/admin',
      '00uada -> 444455556666:role/audit',
      '00ueve -> 111122223333:role/ops/deploy',
    ]);
  });

  it('grants roles of the first assigned group only, unless the application joins all roles', () => {
    const groups = [appGroup('aws', 'dev', { samlRoles: ['developer'] }, 0), appGroup('aws', 'sre', { samlRoles: ['operator'] }, 1)];
    expect(signIns({ 'apps.json': [ACCOUNT_APP], 'app-assignments.json': groups })).toEqual([
      '00gdev -> 111122223333:role/developer',
      '00uada by SRE -> 111122223333:role/operator',
    ]);
    const joining = oktaApp('aws', { name: 'amazon_aws', settings: { app: { identityProviderArn: PROVIDER, joinAllRoles: true } } });
    expect(signIns({ 'apps.json': [joining], 'app-assignments.json': groups })).toEqual([
      '00gdev -> 111122223333:role/developer',
      '00gsre -> 111122223333:role/operator',
    ]);
  });

  it('derives AWS roles from group names, only for members who are assigned the application', () => {
    const mapping = {
      useGroupMapping: true,
      groupFilter: '^aws_(?{{accountid}}\\d{12})_(?{{role}}\\w+)$',
      roleValuePattern: 'arn:aws:iam::${accountid}:saml-provider/Okta,arn:aws:iam::${accountid}:role/${role}',
    };
    const files = {
      'apps.json': [oktaApp('aws', { name: 'amazon_aws', settings: { app: mapping } })],
      'groups.json': [oktaGroup('sre', 'aws_444455556666_operator'), oktaGroup('dev', 'Developers')],
    };
    expect(signIns({ ...files, 'app-assignments.json': [appGroup('aws', 'sre')] })).toEqual(['00gsre -> 444455556666:role/operator']);
    expect(signIns({ ...files, 'app-assignments.json': [appGroup('aws', 'dev')] })).toEqual([
      '00ubob by aws_444455556666_operator -> 444455556666:role/operator',
    ]);
  });

  it('skips a group filter that backtracks endlessly, with a warning', () => {
    const mapping = { useGroupMapping: true, groupFilter: '^(a+)+$', roleValuePattern: '' };
    const { said } = read({
      ...PEOPLE,
      'groups.json': [oktaGroup('sre', `${'a'.repeat(60)}!`)],
      'group-members/00gdev.json': [],
      'apps.json': [oktaApp('aws', { name: 'amazon_aws', settings: { app: mapping } })],
      'app-assignments.json': [appGroup('aws', 'sre')],
    });
    expect(said).toMatchObject([{ file: 'apps.json', place: '/0/settings/app/groupFilter' }]);
  });

  it('grants no sign-in through an inactive application or a suspended assignment', () => {
    const inactive = { ...ACCOUNT_APP, status: 'INACTIVE' };
    const assigned = appUser('aws', 'ada', { samlRoles: ['admin'] });
    expect(signIns({ 'apps.json': [inactive], 'app-assignments.json': [assigned] })).toEqual([]);
    expect(signIns({ 'apps.json': [ACCOUNT_APP], 'app-assignments.json': [{ ...assigned, status: 'SUSPENDED' }] })).toEqual([]);
  });

  it('has the administrator roles of users and groups, with scopes, actions and conditions', () => {
    const { facts, said } = read({
      ...PEOPLE,
      'roles/00uada.json': [adminRole('SUPER_ADMIN', 'users/00uada', { _links: {} })],
      'roles/assigned.json': [
        adminRole('USER_ADMIN', 'groups/00gsre', { _embedded: { targets: { groups: [oktaGroup('dev')] } } }),
        adminRole('CUSTOM', 'users/00ueve', { role: 'cr0desk', 'resource-set': 'iamset', label: 'Desk' }),
        adminRole('APP_ADMIN', 'users/00uada', { status: 'INACTIVE' }),
      ],
      'roles/cr0desk/permissions.json': { permissions: [{ label: 'okta.users.read' }, { label: 'okta.users.credentials.manage' }] },
    });
    expect(said).toEqual([]);
    const grants = facts.policies.map((policy) => ({ holder: policy.holder.nativeId, name: policy.name, grant: readDirectoryGrant(policy) }));
    expect(grants).toMatchObject([
      { holder: '00uada', name: 'SUPER_ADMIN', grant: { role: { name: 'Super Administrator' }, scope: null, mayChange: null } },
      { holder: '00gsre', grant: { scope: ['00gdev'], mayChange: [] } },
      {
        holder: '00ueve',
        name: 'Desk',
        grant: {
          actions: ['okta.users.read', 'okta.users.credentials.manage'],
          conditions: ['the resource is in the resource set iamset'],
        },
      },
    ]);
  });

  it('warns with file and place about each value that is left out, and keeps the rest', () => {
    const { said, names } = read({
      'users.json': [
        oktaUser('ada'),
        { status: 'ACTIVE', profile: {} },
        { id: 7, status: 'ACTIVE' },
        oktaUser('bob', { status: 'ASLEEP', colour: 'red' }),
      ],
      'groups.json': [oktaGroup('sre', 'SRE')],
      'group-members/00gsre.json': [{ id: '00unobody' }, oktaUser('ada')],
      'group-members/00ggone.json': [oktaUser('ada')],
      'apps.json': '[{"id": "0oa1", "label": "Cut',
      'app-assignments.json': [appUser('gone', 'ada')],
      'roles.json': [adminRole('KING', 'users/00uada'), adminRole('SUPER_ADMIN', 'users/00unobody')],
    });
    expect(names).toContain('FEDERATED_USER bob@example.com');
    expect(said.map(({ file, place }) => `${file} ${place}`).sort()).toEqual(
      [
        'users.json /2/id',
        'users.json /3/colour',
        'users.json /1/id',
        'users.json /2/id',
        'users.json /3/status',
        'group-members/00gsre.json /0',
        'group-members/00ggone.json /0',
        'apps.json byte 29',
        'app-assignments.json /0',
        'roles.json /0/type',
        'roles.json /1',
      ].sort(),
    );
  });
});
