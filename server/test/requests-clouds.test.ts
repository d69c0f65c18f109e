import type { AccessUnit } from '@cam/contracts';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';

jest.setTimeout(120_000);

const SUBSCRIPTION = '11111111-0000-0000-0000-000000000000';
const [ANN_ID, BOB_ID] = ['aaaaaaaa-0000-0000-0000-000000000000', 'bbbbbbbb-0000-0000-0000-000000000000'];
const READER = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';
const group = (name: string): string => `/subscriptions/${SUBSCRIPTION}/resourceGroups/${name}`;
const PROJECT = { project: 'projects/111', parentFullResourceName: '//cloudresourcemanager.googleapis.com/projects/acme-demo' };

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTenant();
});

/** Returns the URI of an entity of the tenant. */
async function uriOf(name: string, type: string): Promise<string> {
  const { names } = (await api('GET /v1/graph-querymgr/names', { query: { text: name } }, tenant.token)).body;
  const found = names.find((one) => one.type === type);
  if (!found) throw new Error(`no ${type} ${name} in ${JSON.stringify(names)}`);
  return found.uri;
}

/** Finds what gives read access, and tries the first choice. */
async function found(identity: [string, string], resource: [string, string]): Promise<{ units: AccessUnit[]; isEnough: boolean }> {
  const wanted = { identity_uri: await uriOf(...identity), resource_uri: await uriOf(...resource), level: 'READ' as const };
  const { body, status, error } = await api('POST /v1/access-requests/units', { body: wanted }, tenant.token);
  if (status !== 200) throw new Error(JSON.stringify(error));
  const [first] = body.units;
  if (!first) return { units: [], isEnough: false };
  const trial = await api('POST /v1/access-requests/trial', { body: { ...wanted, unit: first.key } }, tenant.token);
  if (trial.status !== 200) throw new Error(JSON.stringify(trial.error));
  return { units: body.units, isEnough: trial.body.is_enough };
}

it('in Google Cloud, a role that somebody else holds on the project or the resource gives the access', async () => {
  const binding = (resource: string, member: string) => ({
    ...{ resource, project: PROJECT.project },
    policy: { bindings: [{ role: 'roles/storage.objectViewer', members: [member] }] },
  });
  const bucket = (name: string) => ({ name: `//storage.googleapis.com/${name}`, assetType: 'storage.googleapis.com/Bucket', ...PROJECT });
  const files = {
    'projects.json': [{ projectId: 'acme-demo', projectNumber: '111' }],
    'search-all-resources.json': [bucket('invoices'), bucket('reports')],
    'search-all-iam-policies.json': [
      binding('//storage.googleapis.com/invoices', 'user:bob@acme.example'),
      binding('//storage.googleapis.com/reports', 'user:ann@acme.example'),
      binding(PROJECT.parentFullResourceName, 'user:eve@acme.example'),
    ],
    'roles.json': [{ name: 'roles/storage.objectViewer', includedPermissions: ['storage.objects.get', 'storage.objects.list'] }],
  };
  await importAccount(tenant.token, await zipOf(files), { cloud: 'GCP', account: 'acme-demo' });
  const { units, isEnough } = await found(['ann', 'USER'], ['invoices', 'OBJECT_STORE']);
  expect(units.map(({ kind, action }) => [kind, action])).toEqual([
    ['ASSIGNMENT', expect.stringMatching(/^Give ann\S* the role \S.* on invoices$/)],
    ['ASSIGNMENT', expect.stringMatching(/^Give ann\S* the role \S.* on acme-demo$/)],
  ]);
  expect(units[0]?.edits).toMatchObject([{ kind: 'ADD_ASSIGNMENT', principal: 'user:ann@acme.example', role: 'roles/storage.objectViewer' }]);
  expect(isEnough).toBe(true);
});

it('in Azure, a role that somebody else holds on the scope gives the access', async () => {
  const assignment = (id: string, principalId: string, scope: string) => ({
    id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${id}`,
    ...{ name: id, principalId, principalType: 'User', scope },
    roleDefinitionId: `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/${READER}`,
  });
  const resourceGroup = (name: string) => ({
    ...{ id: group(name), name, subscriptionId: SUBSCRIPTION },
    type: 'microsoft.resources/subscriptions/resourcegroups',
  });
  const files = {
    'resources.json': [
      resourceGroup('web'),
      resourceGroup('batch'),
      {
        ...{ id: `${group('web')}/providers/Microsoft.Storage/storageAccounts/sales`, name: 'sales', subscriptionId: SUBSCRIPTION },
        type: 'microsoft.storage/storageaccounts',
      },
    ],
    'role-assignments.json': [assignment('1', BOB_ID, group('web')), assignment('2', ANN_ID, group('batch'))],
    'role-definitions.json': [
      { id: READER, name: READER, roleName: 'Reader', roleType: 'BuiltInRole', permissions: [{ actions: ['*/read'], notActions: [] }] },
    ],
  };
  await importAccount(tenant.token, await zipOf(files), { cloud: 'AZURE', account: SUBSCRIPTION });
  const { units, isEnough } = await found([ANN_ID, 'USER'], ['sales', 'OBJECT_STORE']);
  expect(units).toMatchObject([{ kind: 'ASSIGNMENT', name: 'Reader', edits: [{ kind: 'ADD_ASSIGNMENT', principal: ANN_ID }] }]);
  expect(isEnough).toBe(true);
});
