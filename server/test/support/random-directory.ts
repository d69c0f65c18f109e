import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { EntraBundleReader } from '../../src/graph/providers/directory/read/read-entra-bundle';
import { OktaBundleReader } from '../../src/graph/providers/directory/read/read-okta-bundle';
import type { ReadBundle, BundleReader } from '../../src/graph/engine/bundle/bundle-reader';
import type { Dice } from './differential';
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
} from './entra-directory';
import { adminRole, appGroup, appUser, oktaApp, oktaGroup, oktaUser, ORG } from './okta-org';
import { TENANT } from './stored-snapshots';

const USERS = ['ada', 'bob', 'eve'];
const GROUPS = ['ops', 'dev', 'all'];
const APPS = ['wiki', 'robot'];
const TAKEN = new Date('2026-11-01T12:00:00Z');

const ACTIONS = [
  ...['users/password/update', 'users/basic/update', 'users/standard/read', 'users/allProperties/allTasks', 'users/allProperties/read'],
  ...['groups/members/update', 'groups/standard/read', 'groups.security/owners/update', 'groupsAssignableToRoles/members/update', 'groups/allProperties/allTasks'],
  ...['applications/credentials/update', 'servicePrincipals/appRoleAssignedTo/update', 'roleAssignments/allProperties/allTasks', 'roleAssignments/standard/read'],
].map((name) => `microsoft.directory/${name}`); // prettier-ignore
const READS = ['okta.users.read', 'okta.groups.read', 'okta.apps.read'];
const PERMISSIONS = ['okta.users.manage', 'okta.users.credentials.manage', 'okta.groups.manage', 'okta.groups.members.manage', 'okta.apps.manage', 'okta.roles.manage']; // prettier-ignore

function factsOf(reader: BundleReader, account: string, files: Record<string, unknown>): SourceFacts {
  for (const [name, value] of Object.entries(files)) reader.add({ name: `${name}.json`, content: Buffer.from(JSON.stringify(value)), problem: null });
  const bundle: ReadBundle = reader.result();
  return bundle.normalise(TENANT, account, TAKEN);
}

/** Returns the facts of a random directory of Entra ID: nested groups, roles in scopes, eligible roles, applications, and blocked users. */
export function randomEntra({ chance, one, some, times }: Dice): SourceFacts {
  const roles = times(1, 3, () => ({
    isEnabled: chance(0.95),
    rolePermissions: [
      { allowedResourceActions: [...some(ACTIONS), ...(chance(0.2) ? ['microsoft.office365.serviceHealth/allEntities/allTasks'] : [])] },
    ],
  })).map((role, index) => ({ id: objectIdOf(`role${index}`), displayName: `Role ${index}`, ...role }));
  const roleIds = [...roles.map(({ id }) => id), ...Object.values(BUILT_IN), objectIdOf('undefined')];
  const scopes = ['/', '/', '/', `/${objectIdOf('wiki')}`, `/administrativeUnits/${objectIdOf('unit')}`];
  const assignments = times(1, 5, () => ({
    ...roleAssignment(one([...USERS, ...GROUPS, ...APPS]), one(roleIds), one(scopes)),
    ...(chance(0.2) ? { roleEligibilityScheduleId: 'schedule' } : {}),
  })).map((assignment, index) => ({ ...assignment, id: `assigned-${index}` }));
  return factsOf(new EntraBundleReader(), DIRECTORY, {
    users: USERS.map((name) => entraUser(name)),
    groups: GROUPS.map((name) => entraGroup(name, { isAssignableToRole: chance(0.3) })),
    'group-members': [
      ...USERS.flatMap((name) => GROUPS.filter(() => chance(0.35)).map((group) => ({ id: objectIdOf(name), groupId: objectIdOf(group) }))),
      ...(chance(0.5) ? [{ id: objectIdOf('ops'), groupId: objectIdOf('all') }] : []),
      ...(chance(0.2) ? [{ id: objectIdOf('all'), groupId: objectIdOf('ops') }] : []),
    ],
    'service-principals': [
      servicePrincipal('wiki', { appRoles: [appRole('editor', 'Editor')] }),
      servicePrincipal('robot'),
      servicePrincipal('graph', { appId: GRAPH_APP, appRoles: [appRole('write-users', 'User.ReadWrite.All')] }),
    ],
    'app-role-assignments': [
      ...times(0, 3, () => appRoleAssignment(one([...USERS, ...GROUPS]), 'wiki', one(['editor', null]))),
      ...(chance(0.3) ? [appRoleAssignment('robot', 'graph', 'write-users')] : []),
    ],
    'directory-roles': [...roles, ...assignments],
    'conditional-access-policies': chance(0.3)
      ? [
          {
            id: objectIdOf('block'),
            displayName: 'Block',
            state: 'enabled',
            conditions: {
              users: { includeUsers: [objectIdOf(one(USERS))] },
              applications: { includeApplications: ['All'] },
              clientAppTypes: ['all'],
            },
            grantControls: { operator: 'OR', builtInControls: [one(['block', 'mfa'])] },
          },
        ]
      : [],
  });
}

/** Returns the facts of a random org of Okta: groups, standard roles with targets, custom roles, and assignments of applications. */
export function randomOkta({ chance, one, some, times }: Dice): SourceFacts {
  const assignee = (): string => (chance(0.5) ? `users/00u${one(USERS)}` : `groups/00g${one(GROUPS)}`);
  const targets = (): object =>
    chance(0.4) ? { _embedded: { targets: one([{ groups: [oktaGroup(one(GROUPS))] }, { catalog: { apps: [oktaApp(one(APPS), {})] } }]) } } : {};
  return factsOf(new OktaBundleReader(), ORG, {
    users: USERS.map((name) => oktaUser(name)),
    groups: GROUPS.map((group) => oktaGroup(group)),
    'group-members': USERS.flatMap((name) => GROUPS.filter(() => chance(0.4)).map((group) => ({ ...oktaUser(name), groupId: `00g${group}` }))),
    apps: APPS.map((app) => oktaApp(app, {})),
    'app-assignments': times(0, 4, () => (chance(0.5) ? appUser(one(APPS), one(USERS)) : appGroup(one(APPS), one(GROUPS)))),
    roles: [
      { id: 'cr0custom', label: 'Custom', permissions: [...READS, ...some(PERMISSIONS)].map((label) => ({ label })) },
      ...times(1, 3, () =>
        adminRole(one(['SUPER_ADMIN', 'ORG_ADMIN', 'APP_ADMIN', 'USER_ADMIN', 'HELP_DESK_ADMIN', 'READ_ONLY_ADMIN']), assignee(), targets()),
      ).map((role, index) => ({ ...role, id: `ra${index}` })),
      ...(chance(0.6) ? [{ ...adminRole('CUSTOM', assignee()), id: 'racustom', role: 'cr0custom', 'resource-set': 'iam1' }] : []),
    ],
  });
}
