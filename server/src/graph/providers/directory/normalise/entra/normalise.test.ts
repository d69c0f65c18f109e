import {
  appRole,
  appRoleAssignment,
  BUILT_IN,
  DIRECTORY,
  entraGroup,
  entraUser,
  GRAPH_APP,
  objectIdOf,
  roleAssignment,
  servicePrincipal,
} from '../../../../../../test/support/entra-directory';
import { EntraBundleReader } from '../../read/read-entra-bundle';
import { readAppAssignment } from '../../../../engine/app-assignment';
import { signInsAt } from '../../../../pipeline/context/sign-ins';
import { readDirectoryGrant } from '../../compile/directory-grant';

const AWS_ROLE = 'arn:aws:iam::111122223333:role/reader,arn:aws:iam::111122223333:saml-provider/Entra';

function read(files: Record<string, unknown>) {
  const reader = new EntraBundleReader();
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { warnings, normalise } = reader.result();
  const facts = normalise('t', DIRECTORY, new Date());
  const nameOf = (id: string): string => facts.entities.find(({ nativeId }) => nativeId === id)?.name ?? id;
  return {
    facts,
    nameOf,
    said: [...warnings.filter(({ message }) => !message.startsWith('The bundle has no')), ...facts.warnings],
    assigned: facts.policies
      .filter(({ kind }) => kind !== 'admin_role')
      .map((policy) => {
        const { by, signIns } = readAppAssignment(policy);
        const [signIn] = signIns;
        const where = signIn?.protocol === 'saml' ? ` -> ${signIn.role}` : '';
        return `${nameOf(policy.holder.nativeId)}${by ? ` by ${by.name}` : ''}: ${policy.name}${where}`;
      })
      .sort(),
  };
}

const PEOPLE = {
  'users.json': {
    value: [
      entraUser('ada', { employeeType: 'Contractor', companyName: 'Acme' }),
      entraUser('bob'),
      entraUser('gus', { userType: 'Guest', userPrincipalName: 'gus_x.com#EXT#@example.com' }),
    ],
  },
  'groups.json': { value: [entraGroup('ops', { isAssignableToRole: true }), entraGroup('all', { groupTypes: ['Unified', 'DynamicMembership'] })] },
  [`group-members/${objectIdOf('ops')}.json`]: { value: [entraUser('bob')] },
  [`group-members/${objectIdOf('all')}.json`]: { value: [{ ...entraGroup('ops'), '@odata.type': '#microsoft.graph.group' }, entraUser('ada')] },
};

const AWS_APP = servicePrincipal('AWS', { appRoles: [appRole('Reader', AWS_ROLE)], replyUrls: ['https://signin.aws.amazon.com/saml'] });

describe('a normalised Entra ID directory', () => {
  it('knows the age of the oldest valid secret of an application', () => {
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000 - 3_600_000).toISOString();
    const credential = (from: number, to: number, more = {}) => ({ keyId: `k${from}`, startDateTime: day(from), endDateTime: day(to), ...more });
    const ageOf = (more: Record<string, unknown>) =>
      read({ 'service-principals.json': { value: [servicePrincipal('robot', more)] } }).facts.entities.find(({ name }) => name === 'robot')
        ?.attributes.keyage;
    expect(ageOf({ passwordCredentials: [credential(20, -100), credential(500, -9), credential(900, 30)] })).toBe(500);
    expect(ageOf({ passwordCredentials: [credential(20, -100)], keyCredentials: [credential(120, -9, { usage: 'Verify' })] })).toBe(120);
    // Expired and future ones do not sign in, and neither do those that sign SAML tokens.
    expect(ageOf({ passwordCredentials: [credential(900, 30), credential(-5, -9)] })).toBeUndefined();
    const saml = { customKeyIdentifier: 'c2FtbA==' };
    const pair = [credential(700, -9, { ...saml, usage: 'Sign' }), credential(700, -9, { ...saml, usage: 'Verify' })];
    expect(ageOf({ passwordCredentials: [credential(700, -9, saml)], keyCredentials: pair })).toBeUndefined();
    expect(ageOf({ passwordCredentials: [{ startDateTime: 'soon' }, null, 'x'], keyCredentials: 'none' })).toBeUndefined();
    expect(ageOf({})).toBeUndefined();
  });

  it('has its users, nested groups and service principals', () => {
    const { facts, said, nameOf } = read({ ...PEOPLE, 'service-principals.json': { value: [AWS_APP] } });
    expect(said).toEqual([]);
    expect(facts.entities.map(({ type, name }) => `${type} ${name}`).sort()).toEqual([
      `ACCOUNT_DATA ${DIRECTORY}`,
      'GROUP all',
      'GROUP ops',
      'SERVICE_ACCOUNT AWS',
      'USER ada@example.com',
      'USER bob@example.com',
      'USER gus@example.com',
    ]);
    expect(facts.relations.map(({ child, parent }) => `${nameOf(child.nativeId)} in ${nameOf(parent.nativeId)}`)).toEqual([
      'bob@example.com in ops',
      'ops in all',
      'ada@example.com in all',
    ]);
    const attributes = Object.fromEntries(facts.entities.map((entity) => [entity.name, entity.attributes]));
    expect(attributes['gus@example.com']).toMatchObject({ external: true, usersource: 'IDP_AZURE_AD', status: 'active' });
    expect(attributes['ada@example.com']).toMatchObject({ external: false, employeetype: 'Contractor', company: 'Acme' });
    expect(attributes.ops).toMatchObject({ roleassignable: true, grouptype: 'security' });
    expect(attributes.all).toMatchObject({ dynamic: true, grouptype: 'microsoft365' });
  });

  it('uses the latest sign-in of any kind as last use', () => {
    const signInActivity = { lastSignInDateTime: '2026-01-02T00:00:00Z', lastNonInteractiveSignInDateTime: '2026-01-05T00:00:00Z' };
    const { facts } = read({ 'users.json': [entraUser('ada', { signInActivity })] });
    expect(facts.entities.find(({ type }) => type === 'USER')?.attributes.lastused).toBe('2026-01-05T00:00:00.000Z');
  });

  it('grants an eligible role on condition that it is activated first', () => {
    const eligible = { ...roleAssignment('ada', BUILT_IN.helpdesk, '/administrativeUnits/north'), roleEligibilityScheduleId: 'e', memberType: 'Direct', startDateTime: '2026-01-01T00:00:00Z', endDateTime: null }; // prettier-ignore
    const files = {
      ...PEOPLE,
      'directory-roles/eligible-0001.json': [eligible],
      'directory-roles-0001.json': [roleAssignment('bob', BUILT_IN.helpdesk)],
    };
    const { facts, nameOf, said } = read(files);
    expect(said).toEqual([]);
    const held = facts.policies.map((policy) => [nameOf(policy.holder.nativeId), readDirectoryGrant(policy).conditions]);
    expect(held).toContainEqual(['ada@example.com', ['the resource is in the administrative unit north', 'the role is activated first']]);
    expect(held).toContainEqual(['bob@example.com', []]);
  });

  it('puts conditional access before applications and roles, for members individually where they differ', () => {
    const policy = (displayName: string, users: object, builtInControls: string[], state = 'enabled') => ({
      id: objectIdOf(displayName),
      displayName,
      state,
      conditions: { users, applications: { includeApplications: ['All'] } },
      grantControls: { operator: 'OR', builtInControls },
    });
    const files = {
      ...PEOPLE,
      [`group-members/${objectIdOf('ops')}.json`]: { value: [entraUser('ada'), entraUser('bob'), entraUser('gus')] },
      'service-principals.json': { value: [AWS_APP] },
      'app-role-assignments.json': [appRoleAssignment('ops', 'AWS', 'Reader')],
      'directory-roles.json': [roleAssignment('ops', BUILT_IN.helpdesk)],
      'conditional-access-policies.json': {
        value: [
          policy('no guests', { includeUsers: ['GuestsOrExternalUsers'] }, ['block']),
          policy('MFA', { includeUsers: ['All'], excludeUsers: [objectIdOf('bob')] }, ['mfa']),
          policy('tried', { includeUsers: ['All'] }, ['block'], 'enabledForReportingButNotEnforced'),
        ],
      },
    };
    const { facts, said, nameOf } = read(files);
    expect(said).toEqual([]);
    const mfa = ['conditional access policy "MFA" requires multifactor authentication'];
    for (const kind of ['admin_role', 'federated_assignment']) {
      const held = facts.policies.filter((policy) => policy.kind === kind);
      expect(held.map(({ holder, document }) => [nameOf(holder.nativeId), JSON.parse(document) as object])).toMatchObject([
        ['ada@example.com', { by: { name: 'ops' }, conditions: mfa }],
        ['bob@example.com', { by: { name: 'ops' } }],
        ['gus@example.com', { by: { name: 'ops' }, blockedBy: ['no guests'] }],
      ]);
    }
    const held = facts.policies.filter(({ kind }) => kind === 'federated_assignment');
    expect(signInsAt('111122223333', held).map(({ holderUri, conditions }) => [nameOf(holderUri.split(':').at(-1) ?? ''), conditions])).toEqual([
      ['ada@example.com', mfa],
      ['bob@example.com', []],
    ]);
    const gates = Object.fromEntries(facts.entities.map(({ name, attributes }) => [name, attributes.azuresignin]));
    expect(gates['ada@example.com']).toMatchObject({ management: { blockedBy: [], conditions: mfa } });
    expect([gates['bob@example.com'], gates.ops]).toEqual([undefined, undefined]);
    expect(facts.entities.filter(({ type }) => type === 'POLICY').map(({ name, attributes: { status } }) => [name, status])).toEqual([
      ['no guests', 'active'],
      ['MFA', 'active'],
      ['tried', 'report-only'],
    ]);
  });

  it('has no managed identities, which belong to a subscription, but keeps their role assignments', () => {
    const { facts } = read({
      ...PEOPLE,
      'service-principals.json': [servicePrincipal('vm', { servicePrincipalType: 'ManagedIdentity' })],
      'directory-roles.json': [roleAssignment('vm', BUILT_IN.guestInviter)],
    });
    expect(facts.entities.filter(({ type }) => type === 'SERVICE_ACCOUNT')).toEqual([]);
    expect(facts.policies).toMatchObject([{ kind: 'admin_role', holder: { nativeId: objectIdOf('vm') } }]);
  });

  it('assigns applications to direct group members only', () => {
    const files = { ...PEOPLE, 'service-principals.json': [AWS_APP] };
    const { assigned, said } = read({
      ...files,
      'app-role-assignments.json': [appRoleAssignment('all', 'AWS', 'Reader'), appRoleAssignment('gus', 'AWS', null)],
    });
    expect(said).toEqual([]);
    expect(assigned).toEqual(['ada@example.com by all: AWS: Reader -> arn:aws:iam::111122223333:role/reader', 'gus@example.com: AWS']);
    expect(read({ ...files, 'app-role-assignments.json': [appRoleAssignment('ops', 'AWS', 'Reader')] }).assigned).toEqual([
      'ops: AWS: Reader -> arn:aws:iam::111122223333:role/reader',
    ]);
  });

  it('resolves roles from custom definitions, built-in definitions and activated role members', () => {
    const desk = {
      id: objectIdOf('desk'),
      displayName: 'Desk',
      isBuiltIn: false,
      isEnabled: true,
      rolePermissions: [{ allowedResourceActions: ['microsoft.directory/users/password/update'] }],
    };
    const activated = {
      id: objectIdOf('helpdesk'),
      displayName: 'Helpdesk Administrator',
      roleTemplateId: BUILT_IN.helpdesk,
      members: [entraUser('gus')],
    };
    const { facts, nameOf, said } = read({
      ...PEOPLE,
      'directory-roles.json': [
        desk,
        roleAssignment('ada', objectIdOf('desk'), '/administrativeUnits/north'),
        roleAssignment('ops', BUILT_IN.globalAdministrator),
        activated,
      ],
    });
    expect(said).toEqual([]);
    const held = facts.policies.map((policy) => ({ who: nameOf(policy.holder.nativeId), ...readDirectoryGrant(policy) }));
    expect(held).toMatchObject([
      { who: 'ada@example.com', role: { name: 'Desk' }, mayChange: [], conditions: ['the resource is in the administrative unit north'] },
      { who: 'ops', role: { name: 'Global Administrator' }, mayChange: null, scope: null },
      { who: 'gus@example.com', role: { id: BUILT_IN.helpdesk }, mayChange: expect.arrayContaining([BUILT_IN.helpdesk]) as string[] },
    ]);
  });

  it('treats Microsoft Graph application permissions as directory permissions', () => {
    const graph = servicePrincipal('Graph', {
      appId: GRAPH_APP,
      appRoles: [appRole('all', 'Application.ReadWrite.All'), appRole('mail', 'Mail.Read')],
    });
    const { facts, said } = read({
      ...PEOPLE,
      'service-principals.json': [graph, servicePrincipal('robot')],
      'app-role-assignments.json': [appRoleAssignment('robot', 'Graph', 'all'), appRoleAssignment('robot', 'Graph', 'mail')],
    });
    expect(facts.policies.map(({ kind, name, holder }) => [kind, name, holder.nativeId])).toEqual([
      ['admin_role', 'Application.ReadWrite.All', objectIdOf('robot')],
    ]);
    expect(said).toMatchObject([
      { file: 'app-role-assignments.json', place: '/1/appRoleId', message: expect.stringContaining('Mail.Read') as string },
    ]);
  });

  it('makes delegated permissions conditional on a user who is signed in to the application', () => {
    const graph = servicePrincipal('Graph', { appId: GRAPH_APP });
    const consent = (id: string, scope: string, person: string | null) => ({
      id,
      clientId: objectIdOf('robot'),
      resourceId: objectIdOf('Graph'),
      consentType: person === null ? 'AllPrincipals' : 'Principal',
      principalId: person === null ? null : objectIdOf(person),
      scope,
    });
    const files = { ...PEOPLE, 'service-principals.json': [graph, servicePrincipal('robot')] };
    const { facts, said } = read({
      ...files,
      'oauth2-permission-grants.json': [
        consent('1', ' openid User.Read Group.ReadWrite.All', null),
        consent('2', 'RoleManagement.ReadWrite.Directory', 'ada'),
        consent('3', 'Group.Read.All', 'gone'),
      ],
    });
    expect(said).toEqual([]);
    expect(facts.policies.map(({ name, holder, policyId }) => [policyId, name, holder.nativeId])).toEqual([
      ['1/Group.ReadWrite.All', 'Group.ReadWrite.All, delegated', objectIdOf('robot')],
      ['2/RoleManagement.ReadWrite.Directory', 'RoleManagement.ReadWrite.Directory, delegated', objectIdOf('robot')],
    ]);
    expect(facts.policies.map((policy) => readDirectoryGrant(policy).conditions)).toEqual([
      ['a user with the same permission is signed in to the application'],
      ['ada@example.com, with the same permission, is signed in to the application'],
    ]);
    const { said: lost } = read({ ...files, 'oauth2-permission-grants.json': [{ ...consent('1', 'User.Read', null), clientId: objectIdOf('who') }] });
    expect(lost).toMatchObject([{ file: 'oauth2-permission-grants.json', place: '/0', message: expect.stringContaining('left out') as string }]);
  });

  it('warns with file and place about each value that is left out, and keeps the rest', () => {
    const { said, facts } = read({
      'users.json': { value: [{ displayName: 'nobody', userPrincipalName: 'x' }, entraUser('ada', { accountEnabled: 'yes', colour: 'red' })] },
      'groups.json': { value: [entraGroup('ops')], '@odata.nextLink': 'https://graph.microsoft.com/v1.0/groups?$skiptoken=2' },
      'group-members.json': [
        { id: objectIdOf('ada') },
        { groupId: objectIdOf('gone'), id: objectIdOf('ada') },
        { groupId: objectIdOf('ops'), id: objectIdOf('who') },
      ],
      'app-role-assignments.json': [appRoleAssignment('ada', 'AWS', null)],
      'directory-roles.json': [roleAssignment('who', BUILT_IN.helpdesk), roleAssignment('ada', objectIdOf('king'))],
    });
    expect(facts.entities.map(({ name }) => name)).toContain('ada@example.com');
    expect(said.map(({ file, place }) => `${file} ${place}`).sort()).toEqual(
      [
        'app-role-assignments.json /0/resourceId',
        'directory-roles.json /0',
        'directory-roles.json /1',
        'group-members.json /0',
        'group-members.json /1',
        'group-members.json /2',
        'groups.json /',
        'users.json /value/0/id',
        'users.json /value/1/accountEnabled',
        'users.json /value/1/colour',
      ].sort(),
    );
  });
});
