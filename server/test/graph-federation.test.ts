import { ACCOUNT, allow, arn, dump, managedPolicy, policyDocument, role } from './support/aws-account';
import { importAccount, lettersOf, rowsOf, zipOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';
import {
  appRole,
  appRoleAssignment,
  BUILT_IN,
  DIRECTORY,
  entraGroup,
  entraUser,
  objectIdOf,
  roleAssignment,
  servicePrincipal,
} from './support/entra-directory';
import { googleDirectoryFiles } from './support/google-directory';
import { identityCenterFiles, reservedRole } from './support/identity-center';
import { adminRole, appGroup, appUser, oktaApp, oktaGroup, oktaUser, ORG } from './support/okta-org';

const PROVIDER = arn('saml-provider', 'Okta');

const samlTrust = (provider: string, extra: object = {}): object =>
  policyDocument({
    Effect: 'Allow',
    Action: 'sts:AssumeRoleWithSAML',
    Principal: { Federated: provider },
    Condition: { StringEquals: { 'SAML:aud': 'https://signin.aws.amazon.com/saml' }, ...extra },
  });

const AWS = dump({
  roles: [
    role('reader', samlTrust(PROVIDER), ['read']),
    role('keeper', samlTrust(PROVIDER, { StringLike: { 'SAML:sub': '*@example.com' } }), ['write']),
    role('other-org', samlTrust(arn('saml-provider', 'Acme')), ['write']),
    role('offline', policyDocument(allow('sts:AssumeRole', '*', { Resource: undefined, Principal: { AWS: arn('root', '') } })), ['write']),
  ],
  policies: [
    managedPolicy('read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::ledger/*'))),
    managedPolicy('write', policyDocument(allow('s3:PutObject', 'arn:aws:s3:::ledger/*'))),
  ],
});

const OKTA = {
  'users.json': [oktaUser('ada'), oktaUser('bob'), oktaUser('eve')],
  'groups.json': [oktaGroup('sre', 'Okta: SRE')],
  'group-members/00gsre.json': [oktaUser('ada'), oktaUser('bob')],
  'apps.json': [
    oktaApp('aws', { name: 'amazon_aws', label: 'AWS production', settings: { app: { identityProviderArn: PROVIDER, joinAllRoles: true } } }),
  ],
  'app-assignments.json': [
    appGroup('aws', 'sre', { samlRoles: ['reader', 'other-org', 'offline', 'gone'] }),
    appUser('aws', 'eve', { samlRoles: ['keeper'] }),
  ],
  'roles.json': [adminRole('HELP_DESK_ADMIN', 'users/00ueve')],
};

let tenant: TestTenant;

const whoReaches = async (query: string): Promise<string[]> =>
  (await rowsOf(tenant.token, query)).map((row) => `${row.identity} ${lettersOf(row)} ${row.resource}`).sort();

const importOkta = async (files: Record<string, unknown>) => importAccount(tenant.token, await zipOf(files), { cloud: 'IDP_OKTA', account: ORG });

const BY_SIGN_IN = ['ada@example.com R-- ledger', 'bob@example.com R-- ledger', 'eve@example.com -W-/-W- ledger'];

describe('Okta users who sign in to AWS', () => {
  beforeAll(async () => {
    tenant = await createTenant();
    await importAccount(tenant.token, AWS);
  });

  it('have the access of a role that their application assigns and whose trust policy admits their org', async () => {
    expect(await whoReaches('federated_user with-access object_store')).toEqual(['Acme -W-/-W- ledger', 'Okta RW-/RW- ledger']);
    await importOkta(OKTA);
    expect(await whoReaches('federated_user with-attribute cloudtype IDP_OKTA with-access object_store')).toEqual(BY_SIGN_IN);
  });

  it('are no longer listed as external identities, unlike users of other providers', async () => {
    expect((await rowsOf(tenant.token, 'federated_user with-attribute external true')).map(({ identity }) => identity)).toEqual(['Acme']);
  });

  it('are found by their group and by the role', async () => {
    expect(await whoReaches('federated_user with-access object_store via federated_group "Okta: SRE" via role reader')).toEqual(
      BY_SIGN_IN.slice(0, 2),
    );
    expect(await whoReaches('federated_group "Okta: SRE" with-access any with-attribute cloudtype AWS')).toEqual(['Okta: SRE R-- ledger']);
  });

  it('have an explanation with each hop of the access path', async () => {
    const identity_uri = `${tenant.tenantId}:IDP_OKTA:${ORG}:-:FEDERATED_USER:00uada`;
    const resource_uri = `${tenant.tenantId}:AWS:${ACCOUNT}:-:OBJECT_STORE:ledger`;
    const { body } = await api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri } }, tenant.token);
    expect(body.paths.map(({ hops }) => hops.map(({ relation, name }) => [relation, name]))).toEqual([
      [
        ['', 'ada@example.com'],
        ['member of', 'Okta: SRE'],
        ['signs in through AWS production as', 'reader'],
        ['is granted by', 'read'],
        ['reaches', 'ledger'],
      ],
    ]);
  });

  it('would lose that access with their membership, as a trial shows without changing anything', async () => {
    const leaves = { kind: 'REMOVE_MEMBER' as const, group: '00gsre', member: '00uada' };
    const { body } = await api('POST /v1/graph-querymgr/what-if', { body: { edits: [leaves] } }, tenant.token);
    const ofLedger = body.rows.filter(({ resource }) => resource.name === 'ledger');
    expect(ofLedger.map(({ identity, actions_before, actions_after, use }) => [identity.name, actions_before, actions_after, use])).toEqual([
      ['ada@example.com', 'R--', '', 'UNKNOWN'],
    ]);
    expect(await whoReaches('federated_user with-attribute cloudtype IDP_OKTA with-access object_store')).toEqual(BY_SIGN_IN);
  });

  it("lose that access with the role's trust and with the assignment", async () => {
    const distrusting = JSON.stringify(AWS).replaceAll('saml-provider%2FOkta', 'saml-provider%2FElsewhere');
    await importAccount(tenant.token, distrusting);
    expect(await whoReaches('federated_user with-attribute cloudtype IDP_OKTA with-access object_store')).toEqual([]);
    await importAccount(tenant.token, AWS);
    expect(await whoReaches('federated_user with-attribute cloudtype IDP_OKTA with-access object_store')).toEqual(BY_SIGN_IN);
    await importOkta({ ...OKTA, 'app-assignments.json': [] });
    expect(await whoReaches('federated_user with-attribute cloudtype IDP_OKTA with-access object_store')).toEqual([]);
  });
});

const PROD = '222233334444';
const jsonOf = (files: Iterable<{ path: string; parts: Iterable<string> }>): Record<string, unknown> =>
  Object.fromEntries([...files].map(({ path, parts }) => [path, JSON.parse([...parts].join('')) as unknown]));

describe('IAM Identity Center users', () => {
  const policies = [
    managedPolicy('read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::ledger/*'))),
    managedPolicy('write', policyDocument(allow('s3:PutObject', 'arn:aws:s3:::ledger/*'))),
  ];
  const roles = [reservedRole('ReadOnly', ACCOUNT, ['read']), reservedRole('DataAdmin', ACCOUNT, ['write'])];
  const center = jsonOf(identityCenterFiles('eu-west-1', [ACCOUNT, PROD]));
  const importCenter = async (files: Record<string, unknown>) =>
    importAccount(tenant.token, await zipOf({ 'iam/details.json': dump({ roles, policies }), ...files }));
  const reaching = () => whoReaches('federated_user with-attribute cloudtype AWS with-access object_store');

  beforeAll(async () => {
    tenant = await createTenant();
    await importAccount(tenant.token, JSON.stringify(dump({ roles, policies })).replaceAll(ACCOUNT, PROD), { account: PROD });
  });

  it("have the access of their permission set's role in each account, directly or through a group", async () => {
    expect(await reaching()).not.toContain('ada@example.com R-- ledger');
    await importCenter(center);
    const readers = ['ada@example.com R-- ledger', 'ben@example.com R-- ledger'];
    expect(await reaching()).toEqual([...readers, ...readers, 'cleo@example.com -W- ledger'].sort());
    expect(await whoReaches('federated_user with-access object_store via federated_group Analysts via role AWSReservedSSO_ReadOnly_0123456789abcdef')).toEqual([...readers, ...readers].sort()); // prettier-ignore
  });

  it('have an explanation with each hop of the access path', async () => {
    const identity_uri = `${tenant.tenantId}:AWS:${ACCOUNT}:-:FEDERATED_USER:u-ada`;
    const resource_uri = `${tenant.tenantId}:AWS:${PROD}:-:OBJECT_STORE:ledger`;
    const { body } = await api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri } }, tenant.token);
    expect(body.paths.map(({ hops }) => hops.map(({ relation, name }) => [relation, name]))).toEqual([
      [
        ['', 'ada@example.com'],
        ['member of', 'Analysts'],
        ['signs in through IAM Identity Center as', 'AWSReservedSSO_ReadOnly_0123456789abcdef'],
        ['is granted by', 'read'],
        ['reaches', 'ledger'],
      ],
    ]);
  });

  it('are merged with the users of the connected directory that they are synchronised from', async () => {
    await importOkta({ 'users.json': [oktaUser('ada')] });
    const rows = await whoReaches('federated_user with-attribute cloudtype IDP_OKTA with-access object_store');
    expect(rows).toEqual(['ada@example.com R-- ledger', 'ada@example.com R-- ledger']);
  });

  it('lose that access with the assignment', async () => {
    await importCenter(Object.fromEntries(Object.entries(center).filter(([path]) => !path.startsWith('sso-admin/list-account-assignments'))));
    expect((await reaching()).filter((row) => row.includes('@'))).toEqual([]);
  });
});

const SUBSCRIPTION = 'bbbbbbbb-0000-4000-8000-000000000000';
const VAULT = `/subscriptions/${SUBSCRIPTION}/resourceGroups/pay/providers/Microsoft.KeyVault/vaults/secrets`;
const READER = `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/${objectIdOf('reader-role')}`;

const AZURE = {
  'resources.json': [
    {
      id: VAULT,
      name: 'secrets',
      type: 'microsoft.keyvault/vaults',
      subscriptionId: SUBSCRIPTION,
      location: 'westeurope',
      properties: { enableRbacAuthorization: true },
    },
  ],
  'role-definitions.json': [
    { id: READER, name: objectIdOf('reader-role'), roleName: 'Vault Reader', permissions: [{ actions: ['Microsoft.KeyVault/vaults/read'] }] },
  ],
  'role-assignments.json': [
    {
      id: `${VAULT}/providers/Microsoft.Authorization/roleAssignments/1`,
      scope: VAULT,
      roleDefinitionId: READER,
      principalId: objectIdOf('ops'),
      principalType: 'Group',
    },
  ],
};

const ENTRA = {
  'users.json': [entraUser('ida'), entraUser('jo')],
  'groups.json': [entraGroup('ops')],
  [`group-members/${objectIdOf('ops')}.json`]: [entraUser('ida')],
  'service-principals.json': [
    servicePrincipal('AWS', {
      appRoles: [appRole('Reader', `${arn('role', 'from-entra')},${arn('saml-provider', 'Entra')}`)],
      replyUrls: ['https://signin.aws.amazon.com/saml'],
    }),
  ],
  'app-role-assignments.json': [appRoleAssignment('ops', 'AWS', 'Reader')],
  'directory-roles.json': [roleAssignment('jo', BUILT_IN.globalAdministrator)],
};

describe('Entra ID users', () => {
  beforeAll(async () => {
    tenant = await createTenant();
    await importAccount(tenant.token, await zipOf(AZURE), { cloud: 'AZURE', account: SUBSCRIPTION });
    const roles = [role('from-entra', samlTrust(arn('saml-provider', 'Entra')), ['read'])];
    await importAccount(
      tenant.token,
      dump({ roles, policies: [managedPolicy('read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::ledger/*')))] }),
    );
    await importAccount(tenant.token, await zipOf(ENTRA), { cloud: 'IDP_AZURE_AD', account: DIRECTORY });
  });

  it('have the access in Azure that role assignments grant to them and to their groups', async () => {
    expect(await whoReaches('user with-access keystore')).toEqual(['ida@example.com R-- secrets']);
    expect(await whoReaches('user with-access keystore via group ops')).toEqual(['ida@example.com R-- secrets']);
  });

  it('sign in to AWS through the roles of an application', async () => {
    expect(await whoReaches('user with-access object_store via group ops via role from-entra')).toEqual(['ida@example.com R-- ledger']);
  });

  it('have access to users and groups through directory roles, which the explanation names', async () => {
    expect(await whoReaches('user with-access group')).toEqual(['jo@example.com RWA ops']);
    const identity_uri = `${tenant.tenantId}:IDP_AZURE_AD:${DIRECTORY}:-:USER:${objectIdOf('jo')}`;
    const resource_uri = `${tenant.tenantId}:IDP_AZURE_AD:${DIRECTORY}:-:USER:${objectIdOf('ida')}`;
    const { body } = await api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri } }, tenant.token);
    expect(body.paths.map(({ hops }) => hops.map(({ name }) => name))).toEqual([['jo@example.com', 'Global Administrator', 'ida@example.com']]);
    expect(body.paths[0]?.grants.map(({ words }) => words)).toEqual(['The administrator role Global Administrator allows this access.']);
  });
});

describe('an Entra ID group with an e-mail address', () => {
  it('gives its members the access that GCP grants to that address', async () => {
    tenant = await createTenant();
    const people = {
      'users.json': { value: [entraUser('ada'), entraUser('bob')] },
      'groups.json': { value: [entraGroup('ledger', { mail: 'Ledger@example.com' }), entraGroup('plain')] },
      [`group-members/${objectIdOf('ledger')}.json`]: { value: [entraUser('ada')] },
      [`group-members/${objectIdOf('plain')}.json`]: { value: [entraUser('bob')] },
    };
    await importAccount(tenant.token, await zipOf(people), { cloud: 'IDP_AZURE_AD', account: DIRECTORY });
    const place = { project: 'projects/111' };
    const bucket = '//storage.googleapis.com/demo-ledger';
    const project = {
      'projects.json': [{ projectId: 'demo-web', projectNumber: '111', name: 'Web shop' }],
      'search-all-resources.json': [{ name: bucket, assetType: 'storage.googleapis.com/Bucket', location: 'eu', ...place }],
      'roles.json': [{ name: 'roles/storage.objectViewer', title: 'Viewer', includedPermissions: ['storage.objects.get'] }],
      'search-all-iam-policies.json': [
        { resource: bucket, ...place, policy: { bindings: [{ role: 'roles/storage.objectViewer', members: ['group:ledger@example.com'] }] } },
      ],
    };
    await importAccount(tenant.token, await zipOf(project), { cloud: 'GCP', account: 'demo-web' });
    expect(await whoReaches('user with-access object_store')).toEqual(['ada@example.com R-- demo-ledger']);
    expect(await rowsOf(tenant.token, 'group with-attribute email ledger@example.com')).toMatchObject([{ identity: 'ledger' }]);
  });
});

describe('a Google Workspace directory', () => {
  it('gives users the access of their groups in every project', async () => {
    tenant = await createTenant();
    const bucket = '//storage.googleapis.com/demo-ledger';
    const project = {
      'projects.json': [{ projectId: 'demo-web', projectNumber: '111', name: 'Web shop' }],
      'search-all-resources.json': [{ name: bucket, assetType: 'storage.googleapis.com/Bucket', location: 'eu', project: 'projects/111' }],
      'roles.json': [{ name: 'roles/storage.objectViewer', title: 'Viewer', includedPermissions: ['storage.objects.get'] }],
      'search-all-iam-policies.json': [
        {
          resource: bucket,
          project: 'projects/111',
          policy: { bindings: [{ role: 'roles/storage.objectViewer', members: ['group:engineers@kestrelharbor.example'] }] },
        },
      ],
    };
    await importAccount(tenant.token, await zipOf(project), { cloud: 'GCP', account: 'demo-web' });
    expect(await whoReaches('user with-access object_store')).toEqual([]);
    const directory = {
      ...jsonOf(googleDirectoryFiles()),
      'search-all-iam-policies.json': [{ resource: '//cloudresourcemanager.googleapis.com/projects/demo-tools', policy: {} }],
    };
    await importAccount(tenant.token, await zipOf(directory), { cloud: 'GCP', account: 'demo-tools' });
    expect(await whoReaches('user with-access object_store')).toEqual(
      ['ada@kestrelharbor.example', 'ben@kestrelharbor.example', 'guest@elsewhere.example'].map((name) => `${name} R-- demo-ledger`),
    );
  });
});

describe('a scope over several accounts', () => {
  const SUBSCRIPTIONS = [SUBSCRIPTION, 'cccccccc-0000-4000-8000-000000000000'];
  const GROUP = '/providers/Microsoft.Management/managementGroups/production';

  /** Imports a subscription below the management group, or outside it. */
  const subscription = (id: string, isBelow = true): Promise<Uint8Array> => {
    const role = `/subscriptions/${id}/providers/Microsoft.Authorization/roleDefinitions/${objectIdOf('reader-role')}`;
    const properties = isBelow ? { managementGroupAncestorsChain: [{ name: 'production', displayName: 'Production' }] } : {};
    const assignment = { id: `${GROUP}/providers/Microsoft.Authorization/roleAssignments/1`, scope: GROUP, roleDefinitionId: role };
    return zipOf({
      'resources.json': [
        {
          id: `/subscriptions/${id}`,
          name: id.slice(0, 4),
          type: 'microsoft.resources/subscriptions',
          subscriptionId: id,
          tenantId: DIRECTORY,
          properties,
        },
      ],
      'role-definitions.json': [{ id: role, name: objectIdOf('reader-role'), roleName: 'Reader', permissions: [{ actions: ['*/read'] }] }],
      'role-assignments.json': isBelow ? [{ ...assignment, principalId: objectIdOf('ida'), principalType: 'User' }] : [],
    });
  };
  const azureOf = async (id: string, day: string, isBelow = true) =>
    importAccount(tenant.token, await subscription(id, isBelow), { cloud: 'AZURE', account: id, taken_at: `${day}T12:00:00Z` });
  const changedScopes = async (): Promise<string[]> => {
    const { body } = await api('GET /v1/changes', { query: { 'table_options.search_filter': 'SCOPE' } }, tenant.token);
    return body.change_info_list.filter(({ type }) => type.startsWith('NODE')).map(({ summary }) => summary);
  };
  const suggested = async (): Promise<number | null | undefined> => {
    const { body } = await api('POST /v1/graph-querymgr/autocomplete', { body: { input: 'sco' } }, tenant.token);
    return body.option_info.find(({ option }) => option === 'scope')?.count;
  };
  const ALL = ['ida@example.com R-- Production', 'ida@example.com R-- bbbb', 'ida@example.com R-- cccc'];
  const remove = (uid: string) => api('DELETE /beta/accounts', { query: { uid, cloud_type: 'AZURE' } }, tenant.token);

  it('is one entity for all sources that report it, and is removed with the last of them', async () => {
    tenant = await createTenant();
    await importAccount(tenant.token, await zipOf({ 'users.json': [entraUser('ida')] }), { cloud: 'IDP_AZURE_AD', account: DIRECTORY });
    const [first, second] = [await azureOf(SUBSCRIPTIONS[0] ?? '', '2026-01-10'), await azureOf(SUBSCRIPTIONS[1] ?? '', '2026-01-11')];
    expect(await whoReaches('user with-access scope')).toEqual(ALL);
    const counted = (await api('GET /v1/resources/scopes', { query: {} }, tenant.token)).body;
    expect(JSON.stringify(counted).match(/"Production"/g)).toHaveLength(1);

    // The source that decides moves elsewhere, and comes back.
    for (const [isBelow, day] of [
      [false, '2026-01-12'],
      [true, '2026-01-13'],
    ] as const) {
      for (const id of SUBSCRIPTIONS) {
        await azureOf(id, day, isBelow);
        if (isBelow) continue;
        expect(await whoReaches('user with-access scope Production')).toEqual(['ida@example.com R-- Production']);
        await azureOf(id, day);
      }
    }
    expect(await whoReaches('user with-access scope')).toEqual(ALL);
    expect(await changedScopes()).toEqual([]);
    expect(await suggested()).toBe(3);

    const [counts, other] = [first.uid, second.uid].sort();
    const uri = (await rowsOf(tenant.token, 'user with-access scope'))[0]?.identity_uri ?? '';
    const pageOf = async (table: { tile?: 'PRIVILEGE'; data_type: 'TABLE_DATA' | 'ROLL_UP_GRAPH' }) =>
      (await api('GET /v1/graph-querymgr/identity-service', { query: { uri, ...table } }, tenant.token)).body.identity_info;
    const scopesReached = async () => (await pageOf({ data_type: 'ROLL_UP_GRAPH' })).roll_up_graph?.nodes.find(({ type }) => type === 'SCOPE')?.count;
    expect(await scopesReached()).toBe(2);
    await remove(counts ?? '');
    expect(await scopesReached()).toBe(2);
    expect(await whoReaches('user with-access scope Production')).toEqual(['ida@example.com R-- Production']);
    expect(await suggested()).toBe(2);
    expect(await changedScopes()).toEqual([]);
    expect((await pageOf({ tile: 'PRIVILEGE', data_type: 'TABLE_DATA' })).result_total).toBeGreaterThan(0);
    await remove(other ?? '');
    expect(await rowsOf(tenant.token, 'scope')).toEqual([]);
    expect((await suggested()) ?? 0).toBe(0);
    expect((await pageOf({ tile: 'PRIVILEGE', data_type: 'TABLE_DATA' })).result_total).toBe(0);
  });

  it('is one entity without a project for a GCP folder that two projects report', async () => {
    tenant = await createTenant();
    const place = { folders: ['folders/7'], organization: 'organizations/42' };
    for (const [id, number] of [
      ['demo-web', '111'],
      ['demo-data', '222'],
    ] as const) {
      const files = {
        'projects.json': [{ projectId: id, projectNumber: number, name: id, parent: { type: 'folder', id: '7' } }],
        'folders.json': [{ name: 'folders/7', displayName: 'Shops', parent: 'organizations/42' }],
        'search-all-resources.json': [
          { name: `//storage.googleapis.com/${id}-b`, assetType: 'storage.googleapis.com/Bucket', project: `projects/${number}`, ...place },
        ],
        'search-all-iam-policies.json': [
          {
            resource: '//cloudresourcemanager.googleapis.com/folders/7',
            ...place,
            policy: { bindings: [{ role: 'roles/viewer', members: ['user:ada@example.com'] }] },
          },
        ],
      };
      await importAccount(tenant.token, await zipOf(files), { cloud: 'GCP', account: id });
    }
    expect(await rowsOf(tenant.token, 'scope Shops')).toMatchObject([{ resource: 'Shops', resourceAccountID: '42' }]);
    expect((await whoReaches('user with-access scope Shops')).length).toBe(1);
  });
});
