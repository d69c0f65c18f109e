import type { BundleReader } from '../../src/graph/engine/bundle/bundle-reader';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { AzureBundleReader } from '../../src/graph/providers/azure/read/read';
import { EntraBundleReader } from '../../src/graph/providers/directory/read/read-entra-bundle';
import { OktaBundleReader } from '../../src/graph/providers/directory/read/read-okta-bundle';
import { GcpBundleReader } from '../../src/graph/providers/gcp/read/read';
import { accountFacts } from './account-facts';
import { ACCOUNT, allow, arn, managedPolicy, policyDocument, role } from './aws-account';
import { BUILT_IN, DIRECTORY, entraGroup, entraUser, objectIdOf, roleAssignment } from './entra-directory';
import { appGroup, appUser, oktaApp, oktaGroup, oktaUser, ORG } from './okta-org';
import { TENANT, type Account } from './stored-snapshots';

/** The account ids of the sources whose policies name principals of the directories. */
export const SHOP = '11111111-1111-1111-1111-111111111111';
export const BANK = '22222222-2222-2222-2222-222222222222';
export const LAB = 'lab';
export const CLOUD = ACCOUNT;
export const OUTSIDE = '444455556666';

/** The groups of Entra ID; no policy names the last one. */
export const ENTRA_GROUPS = ['makers', 'readers', 'admins', 'staff', 'choir'];
export const ENTRA_USERS = ['ann', 'bob', 'cleo', 'dora', 'emil', 'finn', 'gwen', 'hugo'];
export const OKTA_GROUPS = ['ops', 'dev'];
export const OKTA_USERS = ['ada', 'ben', 'cid'];

/** Who belongs to what: pairs of a member and a group, and the users that the directory has. */
export interface Members {
  users: readonly string[];
  memberships: readonly (readonly [member: string, group: string])[];
}

export const ENTRA_MEMBERS: Members = {
  users: ENTRA_USERS,
  memberships: [
    ['ann', 'makers'],
    ['bob', 'makers'],
    ['bob', 'readers'],
    ['cleo', 'readers'],
    ['dora', 'readers'],
    ['dora', 'admins'],
    ['makers', 'staff'],
    ['emil', 'staff'],
    ['finn', 'choir'],
    ['hugo', 'makers'],
  ],
};

export const OKTA_MEMBERS: Members = {
  users: OKTA_USERS,
  memberships: [
    ['ada', 'ops'],
    ['ben', 'ops'],
    ['ben', 'dev'],
    ['cid', 'dev'],
  ],
};

function factsOf(reader: BundleReader, account: string, files: Record<string, unknown>): SourceFacts {
  for (const [name, value] of Object.entries(files)) reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
  return reader.result().normalise(TENANT, account, new Date('2026-11-01T12:00:00Z'));
}

/** Returns a directory whose groups have addresses. Its readers need a second factor for Azure, and its admins are helpdesk of the directory. */
export function entraFacts({ users, memberships }: Members): SourceFacts {
  return factsOf(new EntraBundleReader(), DIRECTORY, {
    users: users.map((name) => entraUser(name)),
    groups: ENTRA_GROUPS.map((name) => entraGroup(name, { mail: `${name}@example.com`, mailEnabled: true })),
    'group-members': memberships.map(([member, group]) => ({ id: objectIdOf(member), groupId: objectIdOf(group) })),
    'directory-roles': [roleAssignment('admins', BUILT_IN.helpdesk)],
    'conditional-access-policies': [
      {
        id: objectIdOf('factor'),
        displayName: 'Second factor',
        state: 'enabled',
        conditions: {
          users: { includeGroups: [objectIdOf('readers')] },
          applications: { includeApplications: ['All'] },
          clientAppTypes: ['all'],
        },
        grantControls: { operator: 'OR', builtInControls: ['mfa'] },
      },
    ],
  });
}

/** Returns an org whose groups sign in to two accounts of AWS. One user has an assignment of its own, which takes precedence. */
export function oktaFacts({ users, memberships }: Members): SourceFacts {
  return factsOf(new OktaBundleReader(), ORG, {
    users: users.map((name) => oktaUser(name)),
    groups: OKTA_GROUPS.map((name) => oktaGroup(name)),
    'group-members': memberships.map(([member, group]) => ({ ...oktaUser(member), groupId: `00g${group}` })),
    apps: [oktaApp('aws', { name: 'amazon_aws', label: 'AWS', settings: { app: { identityProviderArn: arn('saml-provider', 'Okta') } } })],
    'app-assignments': [
      appGroup('aws', 'ops', { samlRoles: ['reader', `${OUTSIDE} -- reader`] }),
      appGroup('aws', 'dev', { samlRoles: ['keeper'] }, 1),
      appUser('aws', 'cid', { samlRoles: ['keeper'] }),
    ],
  });
}

/** An assignment of a role of a subscription. */
type Assigned = [principal: string, actions: string[], on: 'subscription' | 'store' | 'identity'];

const SUBSCRIPTIONS: Record<string, Assigned[]> = {
  [SHOP]: [
    ['makers', ['Microsoft.Storage/storageAccounts/*'], 'store'],
    ['readers', ['*/read'], 'subscription'],
    ['admins', ['*'], 'subscription'],
    ['bob', ['*/read'], 'store'],
  ],
  [BANK]: [
    ['staff', ['*/read'], 'store'],
    ['makers', ['Microsoft.ManagedIdentity/*', 'Microsoft.Compute/*'], 'identity'],
    ['admins', ['Microsoft.Storage/*'], 'subscription'],
  ],
};

/** Returns a subscription with a store, and a managed identity that some of its roles can take over. */
export function subscriptionFacts(subscription: typeof SHOP | typeof BANK): SourceFacts {
  const within = `/subscriptions/${subscription}`;
  const places = {
    subscription: within,
    store: `${within}/resourceGroups/one/providers/Microsoft.Storage/storageAccounts/store`,
    identity: `${within}/resourceGroups/one/providers/Microsoft.ManagedIdentity/userAssignedIdentities/robot`,
  };
  const assigned = SUBSCRIPTIONS[subscription] ?? [];
  const definition = (index: number): string => `/providers/Microsoft.Authorization/roleDefinitions/${index}`;
  const row = (id: string, type: string, properties: object = {}): object => ({ id, name: id.split('/').at(-1), type, subscriptionId: subscription, properties }); // prettier-ignore
  return factsOf(new AzureBundleReader(), subscription, {
    resources: [
      row(places.store, 'Microsoft.Storage/storageAccounts'),
      row(places.identity, 'Microsoft.ManagedIdentity/userAssignedIdentities', { principalId: objectIdOf(`robot ${subscription.slice(0, 1)}`) }),
    ],
    'role-definitions': assigned.map(([, actions], index) => ({
      ...{ id: definition(index), roleName: `Role ${index}`, roleType: 'CustomRole' },
      permissions: [{ actions, notActions: [], dataActions: [], notDataActions: [] }],
    })),
    'role-assignments': assigned.map(([principal, , on], index) => ({
      ...{ id: `${places[on]}/providers/Microsoft.Authorization/roleAssignments/${index}`, roleDefinitionId: definition(index) },
      ...{ principalId: objectIdOf(principal), scope: places[on] },
    })),
    'deny-assignments': [
      {
        ...{ id: `${within}/providers/Microsoft.Authorization/denyAssignments/0`, denyAssignmentName: 'no deletion', scope: within },
        permissions: [{ actions: ['*/delete'], notActions: [], dataActions: [], notDataActions: [] }],
        principals: [{ id: objectIdOf('staff') }],
        excludePrincipals: [{ id: objectIdOf('admins') }],
      },
    ],
  });
}

/** Returns a project that names groups and a user by their addresses, and everyone of the domain. */
export function projectFacts(): SourceFacts {
  const project = '//cloudresourcemanager.googleapis.com/projects/lab';
  const bucket = '//storage.googleapis.com/samples';
  return factsOf(new GcpBundleReader(), LAB, {
    projects: [{ projectId: LAB, projectNumber: '111' }],
    'search-all-resources': [{ name: bucket, assetType: 'storage.googleapis.com/Bucket', project: 'projects/111', parentFullResourceName: project }],
    roles: [
      { name: 'roles/reads', title: 'Reads', includedPermissions: ['storage.objects.get'] },
      { name: 'roles/writes', title: 'Writes', includedPermissions: ['storage.objects.create', 'storage.buckets.setIamPolicy'] },
      { name: 'roles/lists', title: 'Lists', includedPermissions: ['storage.buckets.get'] },
    ],
    'search-all-iam-policies': [
      {
        resource: project,
        policy: {
          bindings: [
            { role: 'roles/writes', members: ['group:makers@example.com', 'user:emil@example.com'] },
            { role: 'roles/reads', members: ['group:readers@example.com'] },
            { role: 'roles/lists', members: ['domain:example.com'] },
          ],
        },
      },
    ],
  });
}

/** Returns an account of AWS with roles for those who sign in through Okta. */
export function signedInFacts(account: typeof CLOUD | typeof OUTSIDE): SourceFacts {
  const trusting = policyDocument({
    Effect: 'Allow',
    Action: 'sts:AssumeRoleWithSAML',
    Principal: { Federated: arn('saml-provider', 'Okta') },
  });
  const policies = [
    managedPolicy('read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::ledger/*'))),
    managedPolicy('write', policyDocument(allow('s3:PutObject', 'arn:aws:s3:::ledger/*'))),
  ];
  return accountFacts({ roles: [role('reader', trusting, ['read']), role('keeper', trusting, ['write'])], policies } as Account, account, {
    ledger: policyDocument(),
  });
}

/** Returns the facts of every source whose policies name principals of the directories. */
export function namingFacts(): SourceFacts[] {
  return [subscriptionFacts(SHOP), subscriptionFacts(BANK), projectFacts(), signedInFacts(CLOUD), signedInFacts(OUTSIDE)];
}
