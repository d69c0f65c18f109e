import type { GrantSource } from '../../engine/grant';
import { elementFinder } from './elements';
import { attachmentKey, membershipKey, type Assignment, type PartEntity, type PartFacts } from './part-facts';
import type { Way } from './ways';

const [ANN, MAKERS, DEPLOY, BUCKET] = [
  't:AWS:1:-:USER:ann',
  't:AWS:1:-:GROUP:makers',
  't:AWS:1:-:ROLE:deploy',
  't:AWS:1:-:OBJECT_STORE:ledger',
] as const;
const POLICY = 'arn:aws:iam::111122223333:policy/Deploy';
const READ_ONLY = 'arn:aws:iam::aws:policy/ReadOnlyAccess';
const LINKED = 'arn:aws:iam::111122223333:role/aws-service-role/support.amazonaws.com/deploy';

const grant = (of: Partial<GrantSource>): GrantSource => ({
  ...{ holder_type: '', holder_uri: '', holder_name: '', policy_id: POLICY, policy_name: 'Deploy', policy_uri: 'p', statement_index: 0 },
  ...{ effect: 'Allow', kinds: ['READ'], conditional_kinds: [], actions: 'x', conditions: [] },
  ...of,
});
const document = (...statements: object[]): string => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const ALLOW = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' };

function factsOf(policies: Record<string, string>, holderId = 'arn:deploy'): PartFacts {
  const entity = (name: string, nativeId: string, type: string) => ({ name, nativeId, type, email: null, sourceUid: 'aws', members: 0 });
  return {
    entities: new Map([
      [ANN, entity('ann', 'arn:ann', 'USER')],
      [MAKERS, entity('makers', 'arn:makers', 'GROUP')],
      [DEPLOY, entity('deploy', holderId, 'ROLE')],
      [BUCKET, entity('ledger', 'arn:aws:s3:::ledger', 'OBJECT_STORE')],
    ]),
    attachments: new Map(
      Object.entries(policies).flatMap(([id, text]) =>
        [holderId, 'arn:aws:s3:::ledger'].map((holder) => [
          attachmentKey(id, holder),
          { sourceUid: 'aws', holderId: holder, name: 'own', document: text, holders: 7, reach: 2 },
        ]),
      ),
    ),
    assignments: new Map(),
    memberships: new Map([[membershipKey(ANN, MAKERS), { memberId: 'arn:ann', groupId: 'arn:makers', sourceUid: 'aws', mayDeny: true }]]),
    before: new Map(),
  };
}

const wordsOf = (way: Way, facts: PartFacts): string[] => elementFinder(facts)(way).map(({ action, reach }) => `${action} (${reach})`);
const byDeploy = (of: Partial<GrantSource>): Way => [{ kind: 'GRANT', grant: grant(of), by: DEPLOY, on: BUCKET }];

describe('the elements of a way', () => {
  it('are the attachment and the statement of a policy of the customer, with whom each concerns', () => {
    expect(wordsOf(byDeploy({}), factsOf({ [POLICY]: document(ALLOW) }))).toEqual([
      'Detach Deploy from deploy (2)',
      'Remove statement 1 from the policy Deploy (7)',
    ]);
  });

  it('are only the attachment of a policy that AWS manages', () => {
    expect(wordsOf(byDeploy({ policy_id: READ_ONLY, policy_name: 'ReadOnlyAccess' }), factsOf({ [READ_ONLY]: document(ALLOW) }))).toEqual([
      'Detach ReadOnlyAccess from deploy (2)',
    ]);
  });

  it('are none at a service-linked role, which only its service can change', () => {
    expect(wordsOf(byDeploy({}), factsOf({ [POLICY]: document(ALLOW) }, LINKED))).toEqual([]);
  });

  it('are one principal of a bucket policy that names several, or its statement', () => {
    const id = 'arn:aws:s3:::ledger/policy';
    const policy = document({ ...ALLOW, Principal: { AWS: ['arn:deploy', 'arn:other'] } });
    const way = byDeploy({ holder_type: 'RESOURCE', policy_id: id, policy_name: 'Resource policy' });
    expect(wordsOf(way, factsOf({ [id]: policy }))).toEqual([
      'Take arn:deploy out of statement 1 of the policy of ledger (1)'.replace('arn:deploy', 'deploy'),
      'Remove statement 1 from the policy of ledger (2)',
    ]);
    // A list of grantees is stored as a policy, but cannot be edited as one.
    expect(
      wordsOf(byDeploy({ holder_type: 'RESOURCE', policy_id: 'arn:aws:s3:::ledger/acl' }), factsOf({ 'arn:aws:s3:::ledger/acl': policy })),
    ).toEqual([]);
  });

  it('are memberships, which may lift what the group denies', () => {
    const [element] = elementFinder(factsOf({}))([{ kind: 'MEMBERSHIP', member: ANN, group: MAKERS }]);
    expect(element).toMatchObject({ action: 'Remove ann from makers', mayOpenWays: true, removal: { group: 'arn:makers', member: 'arn:ann' } });
  });
});

describe('the elements of an assignment', () => {
  const person: PartEntity = { name: 'Dana', nativeId: 'd-1', type: 'USER', email: 'Dana@Agency.example', sourceUid: 'entra', members: 0 };
  const removalsOf = (assignment: Partial<Assignment>, id = 'a'): unknown[] => {
    const known = { sourceUid: 'lake', kind: 'gcp_binding' as const, at: '//projects/lake', by: null, document: '{}', ...assignment };
    const facts: PartFacts = { ...factsOf({}), entities: new Map([[ANN, person]]), assignments: new Map([[id, [known]]]) };
    const way: Way = [{ kind: 'GRANT', grant: grant({ policy_id: id, policy_name: 'Admin' }), by: ANN, on: BUCKET }];
    return elementFinder(facts)(way).map(({ action, removal }) => [action, removal]);
  };
  const binding = (...members: string[]): Partial<Assignment> => ({ document: JSON.stringify({ role: 'roles/editor', members }) });

  it('name users of a directory by their address in bindings of Google Cloud', () => {
    expect(removalsOf(binding('group:all@agency.example', 'user:dana@agency.example'))).toEqual([
      [
        'Remove the role Admin of Dana on lake',
        { kind: 'ASSIGNMENT', principal: 'user:dana@agency.example', role: 'roles/editor', scope: '//projects/lake' },
      ],
    ]);
    // The binding of a whole domain is not that of one user.
    expect(removalsOf(binding('domain:agency.example'))).toEqual([]);
  });

  const held = (grant: object): Partial<Assignment> => ({
    ...{ kind: 'admin_role', at: 'd-1' },
    document: JSON.stringify({ actions: [], scope: null, conditions: [], mayChange: [], ...grant }),
  });
  const GLOBAL = { id: '62e90394-69f5-4237-9190-012177145e10', name: 'Global Administrator' };

  it('are roles of a directory, which a member may hold by a group, in the scope of the assignment', () => {
    const removal = { kind: 'ASSIGNMENT', principal: 'd-1', role: GLOBAL.id, scope: '/' };
    expect(removalsOf(held({ role: GLOBAL }))).toEqual([['Remove the role Admin of Dana', removal]]);
    expect(removalsOf({ ...held({ role: GLOBAL }), by: 'admins' })).toEqual([['Remove the role Admin of Dana', { ...removal, principal: 'admins' }]]);
    expect(removalsOf(held({ role: GLOBAL, scope: ['app-1'] }))).toEqual([
      ['Remove the role Admin of Dana on app-1', { ...removal, scope: '/app-1' }],
    ]);
    expect(removalsOf(held({ role: GLOBAL, conditions: ['the resource is in the administrative unit north'] }))).toEqual([
      ['Remove the role Admin of Dana on north', { ...removal, scope: '/administrativeUnits/north' }],
    ]);
    expect(removalsOf(held({ role: { id: 'SUPER_ADMIN', name: 'Super Administrator' } }))).toEqual([
      ['Remove the role Admin of Dana', { ...removal, role: 'SUPER_ADMIN' }],
    ]);
  });

  it('are eligible roles of Entra ID and Azure, apart from active ones', () => {
    const removal = { kind: 'ASSIGNMENT', principal: 'd-1', eligible: true };
    expect(removalsOf(held({ role: GLOBAL, conditions: ['the role is activated first'] }))).toEqual([
      ['Remove the eligible role Admin of Dana', { ...removal, role: GLOBAL.id, scope: '/' }],
    ]);
    const eligible = { principalId: 'D-1', roleDefinitionId: 'owner', roleEligibilityScheduleId: '7' };
    const inAzure = { kind: 'azure_role_assignment' as const, at: '/subscriptions/lake' };
    expect(removalsOf({ ...inAzure, document: JSON.stringify({ properties: eligible }) })).toEqual([
      ['Remove the eligible role Admin of Dana on lake', { ...removal, principal: 'D-1', role: 'owner', scope: '/subscriptions/lake' }],
    ]);
  });

  it('are permissions of applications, custom roles of Okta in their resource set, and assigned applications', () => {
    const removal = { kind: 'ASSIGNMENT', principal: 'd-1' };
    expect(removalsOf(held({ role: { id: 'User.ReadWrite.All', name: 'User.ReadWrite.All of Microsoft Graph' } }))).toEqual([
      ['Remove the role Admin of Dana', { ...removal, role: 'User.ReadWrite.All', scope: '00000003-0000-0000-c000-000000000000' }],
    ]);
    const custom = { role: { id: 'cr0abc', name: 'Desk' } };
    expect(removalsOf(held({ ...custom, conditions: ['the resource is in the resource set iam1'] }))).toEqual([
      ['Remove the role Admin of Dana on iam1', { ...removal, role: 'cr0abc', scope: 'iam1' }],
    ]);
    expect(removalsOf(held({ ...custom, conditions: ['the resource is in the resource set of the role'] }))).toEqual([
      ['Remove the role Admin of Dana', { ...removal, role: 'cr0abc', scope: '/' }],
    ]);
    const assigned = { application: { id: 'app-1', name: 'Payroll' }, by: null, roles: ['Pay'], signIns: [] };
    expect(removalsOf({ kind: 'app_assignment', at: 'd-1', by: 'staff', document: JSON.stringify(assigned) })).toEqual([
      ['Remove the application Admin of Dana', { ...removal, principal: 'staff', role: 'Pay', scope: 'app-1' }],
    ]);
  });

  it('are permission sets of IAM Identity Center in one account', () => {
    const set = 'arn:aws:sso:::permissionSet/ssoins-1/ps-1';
    const signIn = { application: { id: 'IAM Identity Center', name: 'IAM Identity Center' }, by: null, roles: ['ReadOnly'], signIns: [] };
    const assigned = { kind: 'federated_assignment' as const, at: 'd-1', document: JSON.stringify(signIn) };
    expect(removalsOf(assigned, `${set}/111122223333`)).toEqual([
      ['Remove the permission set Admin of Dana', { kind: 'ASSIGNMENT', principal: 'd-1', role: set, scope: '111122223333' }],
    ]);
  });

  it('are none where no edit can end them', () => {
    expect(removalsOf(held({ role: { id: 'unknown', name: 'Desk' } }))).toEqual([]);
  });
});
