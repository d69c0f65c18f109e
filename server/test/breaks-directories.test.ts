import type { BreakAnswer, CloudType } from '@cam/contracts';
import { importAccount, rowsOf, zipOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';
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
} from './support/entra-directory';
import { adminRole, ORG, oktaGroup, oktaUser } from './support/okta-org';
import { until } from './support/until';

const ENTRA = {
  'users.json': [entraUser('ida'), entraUser('jo'), entraUser('kim'), entraUser('sam'), entraUser('tess')],
  'groups.json': [entraGroup('admins', { isAssignableToRole: true })],
  [`group-members/${objectIdOf('admins')}.json`]: [entraUser('ida')],
  'directory-roles.json': [
    roleAssignment('jo', BUILT_IN.globalAdministrator),
    roleAssignment('admins', BUILT_IN.applications),
    roleAssignment('ida', BUILT_IN.globalAdministrator),
    roleAssignment('sam', BUILT_IN.helpdesk),
  ],
  'directory-roles-eligible.json': [{ ...roleAssignment('kim', BUILT_IN.globalAdministrator), roleEligibilityScheduleId: 'kim' }],
  'service-principals.json': [
    servicePrincipal('sync'),
    servicePrincipal('graph', { appId: GRAPH_APP, appRoles: [appRole('write users', 'User.ReadWrite.All')] }),
    servicePrincipal('payroll', { appRoles: [appRole('pay', 'Pay')] }),
  ],
  'app-role-assignments.json': [appRoleAssignment('sync', 'graph', 'write users'), appRoleAssignment('tess', 'payroll', 'pay')],
};
const OKTA = {
  'users.json': [oktaUser('ada'), oktaUser('ben'), oktaUser('cid'), oktaUser('dan')],
  'groups.json': [oktaGroup('staff'), oktaGroup('desk')],
  'group-members/00gstaff.json': [oktaUser('cid')],
  'group-members/00gdesk.json': [oktaUser('ben')],
  'roles.json': [
    adminRole('SUPER_ADMIN', 'users/00uada'),
    adminRole('USER_ADMIN', 'groups/00gdesk'),
    adminRole('CUSTOM', 'users/00udan', { role: 'cr0reset', 'resource-set': 'iamstaff', label: 'Password desk' }),
    { id: 'cr0reset', label: 'Password desk', permissions: [{ label: 'okta.users.credentials.resetPassword' }] },
  ],
};
const PROJECT = '//cloudresourcemanager.googleapis.com/projects/acme-demo';
const GOOGLE = {
  'projects.json': [{ projectId: 'acme-demo', projectNumber: '111' }],
  'search-all-resources.json': [
    {
      name: '//storage.googleapis.com/invoices',
      assetType: 'storage.googleapis.com/Bucket',
      project: 'projects/111',
      parentFullResourceName: PROJECT,
    },
  ],
  'search-all-iam-policies.json': [
    {
      resource: PROJECT,
      project: 'projects/111',
      policy: {
        bindings: [
          { role: 'roles/owner', members: ['user:Tess@example.com', 'user:ann@acme.example'] },
          { role: 'roles/editor', members: ['group:makers@acme.example'] },
          { role: 'roles/viewer', members: ['group:staff@acme.example'] },
        ],
      },
    },
  ],
  'directory-users.json': { users: [{ id: 'g-lea', primaryEmail: 'lea@acme.example' }] },
  'directory-groups.json': { groups: ['night', 'makers', 'staff'].map((name) => ({ id: `g-${name}`, email: `${name}@acme.example` })) },
  'g-night/directory-members.json': { members: [{ id: 'g-lea', email: 'lea@acme.example', type: 'USER' }] },
  'g-makers/directory-members.json': { members: [{ id: 'g-night', email: 'night@acme.example', type: 'GROUP' }] },
  'g-staff/directory-members.json': { members: [{ id: 'g-night', email: 'night@acme.example', type: 'GROUP' }] },
};

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTenant();
  const sources: [CloudType, string, object][] = [
    ['IDP_AZURE_AD', DIRECTORY, ENTRA],
    ['IDP_OKTA', ORG, OKTA],
    ['GCP', 'acme-demo', GOOGLE],
  ];
  for (const [cloud, account, files] of sources) await importAccount(tenant.token, await zipOf(files as Record<string, unknown>), { cloud, account });
}, 240_000);

/** Returns the cuts of the first access that a query finds. */
async function cutsOf(query: string): Promise<BreakAnswer> {
  const [row] = await rowsOf(tenant.token, query);
  if (!row) throw new Error(`nothing matches ${query}`);
  const body = { identity_uri: row.identity_uri, resource_uri: row.resource_uri };
  return until('the cut was searched', async () => {
    const answer = await api('POST /v1/breaks', { body }, tenant.token);
    if (answer.error.code === 'WHAT_IF_BUSY' || answer.error.code === 'TOO_MANY_CALLS') return null;
    expect([answer.status, answer.error.user_message]).toEqual([200, undefined]);
    return answer.body;
  });
}

const firstOf = ({ plans }: BreakAnswer): string[] => (plans[0]?.elements ?? []).map(({ action }) => action).sort();

it('cuts take roles of Entra ID from whoever holds them, also by a group, and say that users without a role may be changed by more people', async () => {
  const ofIda = await cutsOf('user ida@example.com with-access user tess@example.com for admin');
  // Her group may read users as well.
  expect(firstOf(ofIda)).toEqual(['Remove ida@example.com from admins', 'Remove the role Global Administrator of ida@example.com']);
  const ofJo = await cutsOf('user jo@example.com with-access user tess@example.com for admin');
  expect(firstOf(ofJo)).toEqual(['Remove the role Global Administrator of jo@example.com']);
  // The help desk may reset passwords of users, and an application may change them; Jo is a user now.
  expect(ofJo.notes.join()).toContain('Without the role, the identity is a user like others');
  const rows = ofJo.plans[0]?.verdict.rows.filter(({ gained }) => gained.total > 0) ?? [];
  expect(rows.map(({ identity, resource }) => `${identity.name} ${resource.name}`)).toEqual([
    'sam@example.com jo@example.com',
    'sync jo@example.com',
  ]);
});

it('cuts take administrator roles of Okta, or memberships of the group that holds them', async () => {
  expect(firstOf(await cutsOf('federated_user ada@example.com with-access federated_user cid@example.com'))).toEqual([
    'Remove the role SUPER_ADMIN of ada@example.com',
  ]);
  const answer = await cutsOf('federated_user ben@example.com with-access federated_user cid@example.com');
  const actions = answer.plans.map(({ elements }) => elements.map(({ action }) => action).join());
  expect(actions.sort()).toEqual(['Remove ben@example.com from desk', 'Remove the role USER_ADMIN of desk']);
});

it('cuts take a user of a directory out of a binding of Google Cloud, which names the address', async () => {
  const answer = await cutsOf('user tess@example.com with-access object_store invoices');
  expect(firstOf(answer)).toEqual(['Remove the role roles/owner of tess@example.com on acme-demo']);
  expect(answer.plans[0]?.edits).toEqual([
    expect.objectContaining({ kind: 'REMOVE_ASSIGNMENT', principal: 'user:Tess@example.com', role: 'roles/owner' }),
  ]);
});

it('cuts take members out of Google groups, where one membership of nested groups ends what two roles give', async () => {
  const answer = await cutsOf('user lea@acme.example with-access object_store invoices');
  expect(firstOf(answer)).toEqual(['Remove lea@acme.example from night@acme.example']);
  expect(answer.fewest).toBe(1);
  expect(answer.plans[0]?.edits).toEqual([{ kind: 'REMOVE_MEMBER', group: 'g-night', member: 'g-lea' }]);
});

it('cuts take eligible roles and permissions of applications in Entra ID, custom roles in Okta, and applications', async () => {
  expect(firstOf(await cutsOf('user kim@example.com with-access user tess@example.com for admin'))).toEqual([
    'Remove the eligible role Global Administrator of kim@example.com',
  ]);
  expect(firstOf(await cutsOf('service_account sync with-access user tess@example.com'))).toEqual(['Remove the role User.ReadWrite.All of sync']);
  expect(firstOf(await cutsOf('user tess@example.com with-access service_account payroll'))).toEqual([
    'Remove the application payroll: pay of tess@example.com',
  ]);
  expect(firstOf(await cutsOf('federated_user dan@example.com with-access federated_user cid@example.com'))).toEqual([
    'Remove the role Password desk of dan@example.com on iamstaff',
  ]);
});
